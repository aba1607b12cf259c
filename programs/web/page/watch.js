/* Watch: the search step by step, at a chosen speed, forwards and back.

   The server sends the steps as a list.  The pieces on the board at a step follow from the steps
   before it: a try at depth d replaces everything from depth d on, and a step back removes it. */

import {Slot, wasCancelled} from './ask.js';
import {byId, grouped, icon, iconButton, make} from './dom.js';
import {nextColour} from './palette.js';
import {toJson} from './puzzle.js';
import {decorLaid, drawColoured, pieceNumber} from './show.js';
import {puzzle} from './store.js';
import {addMode, mode, status, view} from './stage.js';
import {caption} from './words.js';

const MOST_STEPS = 5000;
const LINES = 60;
const slot = new Slot();
let steps = [], at = 0, running = false, timer = 0, complete = false;
let playButton, speed, where;

/* The pieces on the board after the first COUNT steps.  Going back replays all steps. */
const scene = {
  count: 0,
  stack: []
};

function apply(step) {
  const {stack} = scene;
  if (step.do === 'try' || step.do === 'back')
    stack.length = Math.min(stack.length, step.depth);
  if (step.do !== 'try' || !Array.isArray(step.cells))
    return;
  const cells = step.cells.map((cell) => view.layout.inner(cell));
  const piece = pieceNumber(step.piece);
  const colourAt = (index) => stack.find((one) => one.cells.includes(index))?.colour;
  stack.push({
    piece,
    name: step.piece,
    cells,
    told: step.cells,
    decor: decorLaid(step, piece),
    colour: nextColour(view.layout, cells, piece, colourAt)
  });
}

function stackAt(count) {
  if (count < scene.count || !count)
    Object.assign(scene, {count: 0, stack: []});
  for (; scene.count < count; scene.count++)
    apply(steps[scene.count]);
  return scene.stack;
}

function marks(step) {
  const cells = step?.do === 'cut' ? step.cells : step?.cell ? [step.cell] : null;
  if (!cells?.length)
    return [];
  return [view.body(cells.map((cell) => view.layout.inner(cell)), `mark ${step.do}`)];
}

const textOf = (step) => caption(step.text || step.do);

/* The last step states whether the list of steps is complete. */
function whereText() {
  if (!steps.length)
    return '';
  const isCut = steps.at(-1).complete === false;
  return `step ${grouped(at)} of ${isCut ? 'the first ' : ''}${grouped(steps.length)}${
      complete ? '' : '+'}`;
}

function draw() {
  const step = steps[at - 1];
  drawColoured(stackAt(at));
  view.layers.marks.replaceChildren(...marks(step));
  status(step ? textOf(step) : '');
  where.textContent = whereText();
  const first = Math.max(0, at - LINES);
  const log = byId('log');
  log.replaceChildren(...steps.slice(first, at).map((one) => make('li', {}, textOf(one))));
  log.scrollTop = log.scrollHeight;
}

function goTo(step) {
  at = Math.max(0, Math.min(steps.length, step));
  draw();
}

/* Slider values from 1 to 10 mean from one step in two seconds to about 160 per second. */
const pauseOf = () => 2000 / 1.9 ** (Number(speed.value) - 1);

function tick() {
  clearTimeout(timer);
  if (!running)
    return;
  if (at >= steps.length && complete) {
    setRunning(false);
    return;
  }
  if (at < steps.length)
    goTo(at + 1);
  timer = setTimeout(tick, pauseOf());
}

/* While it runs, the steps are too fast to be announced to screen readers. */
function setRunning(on) {
  running = on;
  byId('status').setAttribute('aria-live', on ? 'off' : 'polite');
  const label = on ? 'Pause' : 'Run';
  playButton.setAttribute('aria-label', label);
  playButton.title = label;
  playButton.replaceChildren(icon(on ? 'pause' : 'play'));
  tick();
}

function byHand(step) {
  setRunning(false);
  goTo(step);
}

/* Goes forward to the next covering in the steps. */
function toCovering() {
  const next = steps.findIndex((step, k) => k >= at && step.do === 'covering');
  byHand(next < 0 ? steps.length : next + 1);
}

async function load() {
  slot.cancel();
  steps = [];
  at = 0;
  stackAt(0);
  complete = false;
  const mine = steps;
  byId('log').hidden = false;
  draw();
  if (!puzzle().pieces.length)
    return;
  setRunning(true);
  try {
    await slot.run('trace', {puzzle: toJson(puzzle()), steps: MOST_STEPS}, (line) => {
      if (line.event === 'step')
        mine.push(line);
    });
    complete = true;
    if (mode() === 'watch')
      draw();
  } catch (error) {
    if (mine === steps)
      complete = true;
    if (!wasCancelled(error) && mode() === 'watch')
      status(error.message);
  }
}

const watch = {
  enter: load,
  leave() {
    setRunning(false);
    slot.cancel();
  },
  changed: load,
  shown: () => stackAt(at).map(({name, told, decor}) => ({piece: name, cells: told, ...decor})),
};

export function startWatch() {
  playButton = iconButton('play', 'Run', () => setRunning(!running), {id: 'watch-run'});
  speed = make('input', {
    type: 'range',
    min: 1,
    max: 10,
    value: 5,
    id: 'speed',
    'aria-label': 'Speed',
    title: 'Speed'
  });
  where = make('span', {class: 'quiet', id: 'watch-where'});
  byId('tools-watch')
      .append(
          iconButton('first', 'Back to the beginning', () => byHand(0)),
          iconButton('previous', 'One step back', () => byHand(at - 1), {id: 'watch-back'}),
          playButton,
          iconButton('next', 'One step forward', () => byHand(at + 1), {id: 'watch-on'}),
          iconButton('last', 'Forward to the next covering', toCovering, {id: 'watch-covering'}),
          speed, where);
  addMode('watch', watch);
}
