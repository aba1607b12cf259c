/* Play: placing the pieces by hand, with a pointer or with keys.

   A piece is chosen in the tray; it is dragged from there, or follows the cell that has the focus.
   R rotates it, F flips it (on the cube lattice, F tips it over and M mirrors it), Enter places it,
   and Delete takes back the piece on the cell. */

import {Slot, wasCancelled} from './ask.js';
import {allowed, learn} from './catalog.js';
import {decorOf, drawDecor, turned} from './decor.js';
import {Drag} from './drag.js';
import {announce, byId, grouped, iconButton, make, makeSvg} from './dom.js';
import {Game} from './game.js';
import {askHint} from './hint.js';
import {mayMove, moved, normalise} from './lattice.js';
import {lay} from './moves.js';
import {outline} from './outline.js';
import {nextColour} from './palette.js';
import {decorLaid, drawColoured, pieceNumber} from './show.js';
import {puzzle} from './store.js';
import {addMode, mode, status, view} from './stage.js';
import {fillTray} from './tray.js';

const counting = new Slot(), hinting = new Slot();
let game = null, chosen = null, drag = null, forms = [], decors = [], note = '', turn = 0;

/* Places a piece in its FORM; DECOR is that of a tile. */
function layDown(number, cells, form, decor) {
  const colour = nextColour(view.layout, cells, number, (index) => game.owner[index]?.colour);
  game.put(number, cells, form, decor).colour = colour;
}

/* The form of a placed piece; on a joined board, its cells do not show the form. */
function formOf(number, cells) {
  return view.layout.wrap === 'none' ?
      normalise(puzzle().lattice, cells.map((index) => view.layout.cell(index))) :
      forms[number];
}

function drawHopeless() {
  const cells = game.hopeless() || [];
  view.layers.marks.replaceChildren(...cells.map(
      (index) => makeSvg('path', {class: 'hatch', d: outline(view.layout, [index]).fill})));
  return cells.length;
}

function drawTray() {
  fillTray(game, {chosen, forms, decors, choose, begin: (...how) => drag.begin(...how)});
  const {turn, flip} = chosen === null ? {} : allowed(puzzle().lattice, game.puzzle.pieces[chosen]);
  byId('play-turn').disabled = !turn;
  byId('play-flip').disabled = puzzle().lattice === 'cube' ? !turn : !flip;
  byId('play-mirror').disabled = !flip;
}

function choose(number) {
  chosen = number;
  view.clear('preview');
  drawTray();
  if (number !== null)
    announce(`${game.puzzle.pieces[number].name} selected`);
}

/* Rotates or flips the current piece, if that is allowed. */
function turnHand(kind) {
  const number = drag.number ?? chosen;
  if (number === null || number === undefined || !forms[number])
    return;
  const {turn, flip} = allowed(puzzle().lattice, game.puzzle.pieces[number]);
  if (!(kind === 'flip' ? flip : turn))
    return;
  forms[number] = moved(puzzle().lattice, forms[number], kind);
  if (decors[number])
    decors[number] = turned(decors[number], kind);
  drag.refresh(forms[number]);
  drawTray();
  if (view.svg.contains(document.activeElement))
    previewAt(view.active);
}

/* The cells of the selected piece if its first suitable cell is placed on INDEX. */
function cellsAt(index) {
  const [l, r, c] = view.layout.cell(index);
  const form = forms[chosen];
  const anchor = form?.find(([, ar, ac]) => mayMove(puzzle().lattice, r - ar, c - ac));
  return anchor ?
      lay(view.layout, form, [l - anchor[0], r - anchor[1], c - anchor[2]], () => true) :
      null;
}

function showPreview(number, cells) {
  const decor = cells && decors[number];
  view.layers.preview.replaceChildren(
      ...(decor ? drawDecor(view.layout, cells[0], decor, puzzle().pieces) : []),
      ...(cells ? [view.body(cells, game.fits(number, cells) ? 'yes' : 'no')] : []));
}

function previewAt(index) {
  if (chosen !== null)
    showPreview(chosen, cellsAt(index));
}

function put(number, cells) {
  if (!game.fits(number, cells))
    return false;
  layDown(number, cells, forms[number], decors[number]);
  if (game.left(number) === 0 && chosen === number)
    chosen = null;
  view.clear('preview');
  settle('');
  return true;
}

function takeBack(one) {
  game.take(one);
  settle('');
}

/* After each move, updates the screen and the impossible cells, and counts the ways to finish. */
async function settle(text) {
  note = text;
  drawColoured(game.laid);
  drawTray();
  const stuck = drawHopeless();
  counting.cancel();
  hinting.cancel();
  const full = game.isFull();
  if (full && !game.hasRules()) {
    tell('Solved!');
    return;
  }
  const dead = stuck ? `${stuck} ${stuck === 1 ? 'cell' : 'cells'} can no longer be covered. ` : '';
  const mine = game, rest = game.rest();
  if (!rest) {
    tell(`${
        full ? 'The board is covered. ' : dead}The page does not check the rules of this puzzle.`);
    return;
  }
  const moves = ++turn;
  const isLate = () => mine !== game || moves !== turn || mode() !== 'play';
  const later = setTimeout(() => isLate() || tell(`${dead}Counting the ways to finish…`), 250);
  try {
    const {count} = await counting.run('count', {puzzle: rest, seconds: 20});
    if (isLate())
      return;
    if (full)
      tell(count === '0' ? 'The board is covered, but the rules are broken.' : 'Solved!');
    else
      tell(`${dead}${grouped(count)} ${count === '1' ? 'way' : 'ways'} to finish.`);
  } catch (error) {
    if (!wasCancelled(error) && !isLate())
      tell(`${dead}${error.message}`);
  } finally {
    clearTimeout(later);
  }
}

function tell(text) {
  status([note, text].filter(Boolean).join(' '));
}

function takeHint({placement, count, coverings, forced}) {
  const number = pieceNumber(placement.piece);
  const cells = placement.cells.map((cell) => view.layout.inner(cell));
  const said = forced ?
      `Every covering has ${placement.piece} here.` :
      `${grouped(count)} of ${grouped(coverings)} coverings have ${placement.piece} here.`;
  if (!game.fits(number, cells))
    return;
  layDown(number, cells, formOf(number, cells), decorLaid(placement, number));
  settle(said);
  view.layers.marks.append(view.body(cells, 'mark hint'));
}

async function hint() {
  if (!game)
    return;
  const mine = game, rest = game.rest();
  if (game.isFull() || !rest) {
    status(rest ? 'The board is already covered.' : 'Hints are not available for this puzzle.');
    return;
  }
  status('Looking for a hint…');
  try {
    const report = await askHint(game, rest, hinting);
    if (mine !== game)
      return;
    if (report)
      takeHint(report);
    else
      status('There is no hint: this position cannot be completed.');
  } catch (error) {
    if (!wasCancelled(error))
      status(error.message);
  }
}

/* Starts a new game when the cells of the pieces are known. */
async function reset() {
  const now = puzzle();
  await learn(now.lattice, now.pieces);
  if (now !== puzzle() || mode() !== 'play')
    return;
  game = new Game(now);
  forms = now.pieces.map((_, k) => game.cells(k));
  decors = now.pieces.map(decorOf);
  chosen = null;
  byId('tray').hidden = false;
  byId('play-mirror').hidden = now.lattice !== 'cube';
  settle('');
}

const KEYS = {
  r: 'turn',
  f: 'flip',
  m: 'flip'
};

function onKey(event) {
  if (mode() !== 'play' || !game || event.ctrlKey || event.metaKey || event.altKey
      || event.target.matches?.('input, select'))
    return;
  const key = event.key.toLowerCase();
  if (KEYS[key]) {
    event.preventDefault();
    turnHand(key === 'f' && puzzle().lattice === 'cube' ? 'tip' : KEYS[key]);
  } else if (key === 'escape') {
    drag.stop();
    choose(null);
  }
}

const play = {
  enter() {
    view.svg.classList.add('plays');
    reset();
  },
  leave() {
    drag.stop();
    counting.cancel();
    hinting.cancel();
    chosen = game = null;
  },
  changed: reset,
  focus: (index) => game && previewAt(index),
  key(event, index) {
    const one = game?.owner[index];
    if ((event.key === 'Delete' || event.key === 'Backspace') && one)
      takeBack(one);
    else if ((event.key === 'Enter' || event.key === ' ') && chosen !== null)
      put(chosen, cellsAt(index)) || announce('The piece does not fit here');
    else if ((event.key === 'Enter' || event.key === ' ') && one)
      takeBack(one);
    else
      return false;
    return true;
  },
  shown: () => game && game.laid.map((one) => ({
                                       piece: String(game.puzzle.pieces[one.piece].name),
                                       cells: one.cells.map((index) => view.layout.outer(index)),
                                       ...one.decor
                                     })),
};

/* A press on a placed piece picks it up; a click returns it to the tray. */
function onPress(event) {
  if (mode() !== 'play' || !game || event.button !== 0)
    return;
  const index = view.at(event.clientX, event.clientY);
  const one = index >= 0 ? game.owner[index] : null;
  if (one) {
    forms[one.piece] = one.form;
    decors[one.piece] = one.decor;
    takeBack(one);
    drag.begin(event, one.piece, forms[one.piece]);
  } else if (chosen !== null && index >= 0)
    drag.begin(event, chosen, forms[chosen], true);
}

/* Shows the selected piece under the mouse. */
function onHover(event) {
  if (mode() === 'play' && game && chosen !== null && drag.number === null && forms[chosen])
    showPreview(chosen, drag.findFor(event, forms[chosen]));
}

export function startPlay() {
  drag = new Drag(view, {preview: showPreview, drop: put, miss: () => view.clear('preview')});
  const tools = byId('tools-play');
  tools.append(
      make('button', {type: 'button', id: 'hint', onclick: hint}, 'Hint'),
      iconButton('turn', 'Rotate the piece (R)', () => turnHand('turn'), {id: 'play-turn'}),
      iconButton(
          'flip', 'Flip the piece (F)',
          () => turnHand(puzzle().lattice === 'cube' ? 'tip' : 'flip'), {id: 'play-flip'}),
      make(
          'button', {type: 'button', id: 'play-mirror', onclick: () => turnHand('flip')}, 'Mirror'),
      make('button', {type: 'button', id: 'play-reset', onclick: reset}, 'Start over'));
  view.svg.addEventListener('pointerdown', onPress);
  view.svg.addEventListener('pointermove', onHover);
  document.addEventListener('keydown', onKey);
  addMode('play', play);
}
