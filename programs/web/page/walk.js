/* Shows coverings: the first, the next, the one at a given position, or a random one (all equally
   likely, because all positions are). */

import {latest, onAnswer, onSymmetry} from './answers.js';
import {Slot, wasCancelled} from './ask.js';
import {makeColourSelect, onColourBy} from './colours.js';
import {makeCornerButton, showCorner} from './corner.js';
import {announce, byId, grouped, iconButton, make} from './dom.js';
import {asksToFill} from './none.js';
import {toJson} from './puzzle.js';
import {clearPlacements, drawPlacements} from './show.js';
import {puzzle} from './store.js';
import {addMode, mode, setMode, status, view} from './stage.js';

const MOST_KEPT = 200;
const PATIENCE = 1500; /* milliseconds to wait for the count */
const slot = new Slot(), filler = new Slot(), ahead = new Slot();
let rank = 1n, kept = new Map(), placements = null;
let input, total, previous, next, first, random, impatience = 0;

const covering = async (wanted, from) => {
  if (kept.has(wanted))
    return kept.get(wanted);
  const of = puzzle();
  let found = null;
  await from.run('covering', {puzzle: toJson(of), rank: String(wanted)}, (line) => {
    if (line.event === 'covering')
      found = line.placements;
  });
  if (!found)
    throw new Error(`There is no covering number ${wanted}.`);
  if (of === puzzle()) {
    if (kept.size >= MOST_KEPT)
      kept.clear();
    kept.set(wanted, found);
  }
  return found;
};

function refreshTools() {
  const {count, classes} = latest();
  const unlike = classes === null ? '' : ` (${grouped(classes)} up to symmetry)`;
  input.value = String(rank);
  input.style.width = `${Math.max(8, input.value.length + 4)}ch`;
  total.textContent = count === null ? '' : `of ${grouped(count)}${unlike}`;
  previous.disabled = first.disabled = rank <= 1n || !count;
  next.disabled = !count || rank >= count;
  input.disabled = random.disabled = !count;
}

/* Shows placements; null shows nothing. */
function present(found) {
  placements = found;
  if (found)
    drawPlacements(found);
  else
    clearPlacements();
  showCorner(found);
}

function wipe(text) {
  present(null);
  status(text);
}

/* Shows the covering at position WANTED, and fetches the next one in advance. */
async function go(wanted) {
  const {count} = latest();
  if (count === 0n) {
    wipe('There is no covering.');
    return;
  }
  rank = wanted < 1n ? 1n : count !== null && wanted > count ? count : wanted;
  refreshTools();
  const mine = rank;
  try {
    const found = await covering(mine, slot);
    if (mode() !== 'walk' || mine !== rank)
      return;
    present(found);
    status('');
    announce(`Covering ${mine}`);
    if (count === null || mine < count)
      covering(mine + 1n, ahead).catch(() => {});
  } catch (error) {
    if (!wasCancelled(error) && mode() === 'walk')
      wipe(error.message);
  }
}

/* If the count is not known, looks for one covering, which is far easier. */
async function showOne() {
  wipe('Looking for a covering…');
  let found = null;
  try {
    const {report} = await slot.run('solve', {puzzle: toJson(puzzle())});
    found = report.placements;
    if (!found && mode() === 'walk')
      wipe('There is no covering.');
  } catch (error) {
    if (wasCancelled(error) || mode() !== 'walk')
      return;
    status(error.message);
  }
  if (!found || mode() !== 'walk')
    return;
  present(found);
  status(
      latest().state === 'waiting' ? 'A covering. The count is still running.' :
                                     'A covering. The number of coverings is not known.');
}

/* A uniform random number in 1..COUNT, by rejection sampling. */
function randomRank(count) {
  const bytes = Math.ceil(count.toString(16).length / 2);
  const space = 1n << BigInt(8 * bytes);
  for (;;) {
    const draw = crypto.getRandomValues(new Uint8Array(bytes))
                     .reduce((sum, byte) => (sum << 8n) + BigInt(byte), 0n);
    if (draw < space - space % count)
      return draw % count + 1n;
  }
}

/* If the count takes long, shows one covering in the meantime. */
function waitForNumber() {
  wipe('Counting…');
  impatience = setTimeout(() => {
    if (mode() === 'walk' && latest().state === 'waiting' && puzzle().pieces.length)
      showOne();
  }, PATIENCE);
}

function start() {
  const {state, count} = latest();
  clearTimeout(impatience);
  if (state === 'waiting')
    waitForNumber();
  else if (count === 0n && asksToFill())
    fill();
  else if (count === 0n)
    wipe('There is no covering.');
  else if (count !== null)
    go(rank);
  else if (puzzle().pieces.length)
    showOne();
  refreshTools();
}

const walk = {
  enter: start,
  leave() {
    clearTimeout(impatience);
    slot.cancel();
    ahead.cancel();
    filler.cancel();
    placements = null;
    showCorner(null);
  },
  changed() {
    slot.cancel();
    clearTimeout(impatience);
    waitForNumber();
  },
  shown: () => placements,
};

async function fill() {
  wipe('Covering as many cells as possible…');
  try {
    const {report} = await filler.run('fill', {puzzle: toJson(puzzle()), seconds: 60});
    if (mode() !== 'walk')
      return;
    present(report.placements);
    status(
        `At ${report.complete === false ? 'least' : 'most'} ${report.cells} cells can be covered.`);
  } catch (error) {
    if (!wasCancelled(error))
      status(error.message);
  }
}

function makeTools() {
  first = iconButton('first', 'First covering', () => go(1n));
  previous =
      iconButton('previous', 'Previous covering', () => go(rank - 1n), {id: 'walk-previous'});
  next = iconButton('next', 'Next covering', () => go(rank + 1n), {id: 'walk-next'});
  input = make('input', {
    type: 'text',
    class: 'rank',
    id: 'rank',
    inputmode: 'numeric',
    autocomplete: 'off',
    'aria-label': 'Number of the covering',
    onchange: () => go(/^\s*\d+\s*$/.test(input.value) ? BigInt(input.value.trim()) : rank)
  });
  total = make('span', {class: 'quiet', id: 'rank-total'});
  random = iconButton(
      'random', 'Random covering', () => go(randomRank(latest().count)), {id: 'walk-random'});
  byId('tools-walk')
      .append(
          first, previous, input, total, next, random, makeColourSelect(),
          makeCornerButton(() => placements));
}

export function startWalk() {
  makeTools();
  addMode('walk', walk);
  byId('fill').addEventListener('click', () => {
    setMode('walk');
    fill();
  });
  onAnswer(() => {
    rank = 1n;
    kept = new Map();
    if (mode() === 'walk')
      start();
  });
  onSymmetry(refreshTools);
  onColourBy(() => mode() === 'walk' && placements && present(placements));
  view.svg.addEventListener('keydown', (event) => {
    if (mode() === 'walk' && (event.key === 'n' || event.key === 'p'))
      go(rank + (event.key === 'n' ? 1n : -1n));
  });
}
