/* The board in the middle of the page, and its modes.  One mode at a time controls the board, its
   tools and its keys.  A mode is {enter, leave, changed, key, focus, shown, subject}; all but enter
   and leave are optional.  changed (what) is called when the puzzle changes, shown () returns the
   placements on the screen, and subject () returns what a picture shows instead of placements, in
   the format of /api/draw. */

import {BoardView} from './board.js';
import {byId, setText} from './dom.js';
import {rulesText} from './puzzle.js';
import {listen, puzzle} from './store.js';

const modes = {};
let current = null;

export const view = new BoardView(byId('board-host'), 'Board', {
  key: (event, index) => modes[current]?.key?.(event, index),
  focus: (index) => modes[current]?.focus?.(index),
});

export const mode = () => current;
export const shown = () => modes[current]?.shown?.() || null;
export const subject = () => modes[current]?.subject?.() || null;
export const status = (text) => setText('status', text);

export function addMode(name, what) {
  modes[name] = what;
}

export function setMode(name) {
  if (current === name)
    return;
  modes[current]?.leave();
  current = name;
  for (const tab of document.querySelectorAll('[role="tab"]')) {
    const chosen = tab.dataset.mode === name;
    tab.setAttribute('aria-selected', String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    byId(`tools-${tab.dataset.mode}`).hidden = !chosen;
  }
  byId('stage').setAttribute('aria-labelledby', `tab-${name}`);
  ['tray', 'legend', 'log', 'corner'].forEach((id) => {
    byId(id).hidden = true;
  });
  view.svg.setAttribute('class', 'board');
  view.clear('pieces', 'heat', 'marks', 'preview');
  view.describe(new Map());
  status('');
  boardLetters();
  modes[name].enter();
}

/* Draws the letters of the board, which name the pieces that must cover their cells. */
export function boardLetters(hidden = new Set()) {
  const nodes = [];
  puzzle().cells.forEach((sign, index) => {
    if (!'.#?'.includes(sign) && !hidden.has(index))
      nodes.push(...view.letter([index], sign, 'board-letter'));
  });
  view.layers.letters.replaceChildren(...nodes);
}

function describe(now) {
  setText('stage-title', now.rest.title || 'Your puzzle');
  document.title = now.rest.title ? `${now.rest.title} · boardcover` : 'boardcover';
  setText('about', [now.rest.source].filter(Boolean).join(' '));
  setText('rules', rulesText(now.rest) && `Rules: ${rulesText(now.rest)}`);
}

function moveTabs(event) {
  const tabs = [...document.querySelectorAll('[role="tab"]')];
  const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
  if (!step)
    return;
  event.preventDefault();
  const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length];
  next.focus();
  setMode(next.dataset.mode);
}

export function startStage() {
  for (const tab of document.querySelectorAll('[role="tab"]')) {
    tab.addEventListener('click', () => setMode(tab.dataset.mode));
    tab.addEventListener('keydown', moveTabs);
  }
  listen((now, what) => {
    view.show(now);
    describe(now);
    boardLetters();
    modes[current]?.changed?.(what);
  });
  view.show(puzzle());
  describe(puzzle());
}
