/* The number of coverings, counted again after every change; a running count is cancelled.  If the
   number up to symmetry is wanted, it replaces the number of all coverings when it is known.

   Nothing is counted during a stroke of the brush.  Each count has a turn number, so a late answer
   is never shown for another puzzle. */

import {Slot, wasCancelled} from './ask.js';
import {announce, byId, copy, duration, grouped, setText} from './dom.js';
import {holdWhyNone, tellWhyNone} from './none.js';
import {cellsToCover, coverings, markStale, showNumber, showProgress, showProgressLine, showWords, stated} from './number.js';
import {toJson} from './puzzle.js';
import {listen, puzzle} from './store.js';

const SECONDS = 600;
const SHOW_PROGRESS_AFTER = 150; /* milliseconds */
const counting = new Slot(), symmetry = new Slot();
const listeners = [], symmetryListeners = [];
let turn = 0, timer = 0, progressTimer = 0, began = 0;
let answer = {state: 'waiting', count: null, classes: null};

/* {state: 'waiting' | 'done' | 'failed', count: a BigInt or null, classes: the same up to symmetry,
   null if it is not wanted or not known} */
export const latest = () => answer;

export function onAnswer(listener) {
  listeners.push(listener);
}

/* LISTENER is called when only the number up to symmetry changes. */
export function onSymmetry(listener) {
  symmetryListeners.push(listener);
}

function settle(state, count = null) {
  answer = {state, count, classes: null};
  clearTimeout(progressTimer);
  showProgressLine(false);
  markStale(false);
  listeners.forEach((listener) => listener(answer));
}

function done(line) {
  const digits = String(line.count);
  showNumber(digits, coverings(digits));
  const engine = line.engine === 'auto' ? 'without a search, ' :
      line.engine                       ? `${line.engine}, ` :
                                          '';
  setText(
      'facts',
      `${engine}${duration(line.seconds || 0)} · ${cellsToCover()} cells${stated(digits)}`);
  settle('done', BigInt(digits));
  announce(`${digits} ${coverings(digits)}`);
  if (digits === '0')
    tellWhyNone(SECONDS);
  else if (byId('symmetry').checked)
    countSymmetry();
}

function failed(error) {
  if (error.atLeast !== undefined && error.atLeast !== null && String(error.atLeast) !== '0')
    showNumber(String(error.atLeast), 'coverings, or more');
  else
    showWords(error.message, 'error');
  setText('facts', error.atLeast === undefined ? '' : error.message);
  settle('failed');
  announce(error.message);
}

async function count() {
  const mine = ++turn;
  const showLater = setTimeout(
      () => mine === turn && showProgress({seconds: SHOW_PROGRESS_AFTER / 1000}),
      SHOW_PROGRESS_AFTER);
  progressTimer = showLater;
  try {
    const line = await counting.run(
        'count', {puzzle: toJson(puzzle()), seconds: SECONDS},
        (event) => mine === turn && event.event === 'progress'
            && performance.now() - began > SHOW_PROGRESS_AFTER && showProgress(event));
    if (mine === turn)
      done(line);
  } catch (error) {
    if (mine === turn && !wasCancelled(error))
      failed(error);
  } finally {
    clearTimeout(showLater);
  }
}

/* Cancels running counts and forgets the answer. */
export function hold() {
  turn++;
  counting.cancel();
  symmetry.cancel();
  holdWhyNone();
  clearTimeout(timer);
  clearTimeout(progressTimer);
  showProgressLine(false);
  markStale(true);
  setText('symmetry-number', '');
  answer = {state: 'waiting', count: null, classes: null};
}

/* Counts the current puzzle after a moment, so that several changes at once cause one count. */
export function askAgain() {
  hold();
  began = performance.now();
  if (!puzzle().pieces.length) {
    showWords('Add pieces from the catalog, or draw one.');
    setText('facts', `${cellsToCover()} cells`);
    settle('failed');
    return;
  }
  timer = setTimeout(count, 3);
}

/* The text beside the number up to symmetry: the number of all coverings and, if it differs, the
   number that the file states. */
function besideClasses(digits) {
  const said = puzzle().rest.answers?.['count-up-to-symmetry'] ?? digits;
  const differs =
      String(said) === digits ? '' : ` · the file states ${grouped(said)} up to symmetry`;
  return `${grouped(answer.count)} in all${differs}`;
}

/* Shows CLASSES, the number up to symmetry; null shows the number of all coverings. */
function showClasses(classes) {
  const digits = String(classes ?? answer.count), isAll = classes === null;
  answer = {...answer, classes};
  showNumber(digits, coverings(digits) + (isAll ? '' : ' up to symmetry'));
  setText('symmetry-number', isAll ? '' : besideClasses(digits));
  symmetryListeners.forEach((listener) => listener(answer));
}

/* Until it is known, the number of all coverings is shown as outdated. */
async function countSymmetry() {
  markStale(true);
  setText('symmetry-number', '…');
  try {
    const line = await symmetry.run(
        'count', {puzzle: toJson(puzzle()), up_to_symmetry: true, seconds: SECONDS});
    showClasses(BigInt(line.count));
    announce(`${line.count} ${coverings(String(line.count))} up to symmetry`);
  } catch (error) {
    if (wasCancelled(error))
      return;
    showClasses(null);
    setText('symmetry-number', error.message);
  }
}

function switchSymmetry() {
  symmetry.cancel();
  if (!answer.count)
    return;
  if (byId('symmetry').checked)
    countSymmetry();
  else
    showClasses(null);
}

function cancelOrRepeat() {
  if (!counting.busy) {
    askAgain();
    return;
  }
  turn++;
  counting.cancel();
  clearTimeout(progressTimer);
  settle('failed');
  showWords('The count was cancelled.');
  showProgressLine(true);
  byId('progress').value = 0;
  setText('progress-text', `after ${duration((performance.now() - began) / 1000)}`);
  byId('cancel').textContent = 'Count again';
  announce('Cancelled');
}

export function startAnswers() {
  listen(askAgain);
  byId('cancel').addEventListener('click', cancelOrRepeat);
  byId('symmetry').addEventListener('change', switchSymmetry);
  byId('copy-number')
      .addEventListener(
          'click', () => copy(byId('number').textContent.replace(/\D/g, ''), 'Number copied.'));
}
