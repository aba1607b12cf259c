/* The number of coverings, asked anew after every change; the question before is cancelled.  Where
   it is wanted up to symmetry, that number takes the first place as soon as it is there.

   Nothing is asked while a stroke of the brush goes on.  What is shown of a question that was
   overtaken is never shown as an answer to the next: each has its own turn number. */

import {Slot, wasCancelled} from './ask.js';
import {announce, byId, duration, grouped, make, setText, toast} from './dom.js';
import {toJson} from './puzzle.js';
import {listen, puzzle} from './store.js';
import {caption} from './words.js';

const SECONDS = 600;
const SHOW_PROGRESS_AFTER = 150; /* milliseconds */
const counting = new Slot(), symmetry = new Slot(), explaining = new Slot(), filling = new Slot();
const listeners = [], symmetryListeners = [];
let turn = 0, timer = 0, progressTimer = 0, began = 0;
let answer = {state: 'waiting', count: null, classes: null};

/* {state: 'waiting' | 'done' | 'failed', count: a BigInt or null, classes: the same up to symmetry,
   null where that is not asked for or not known} */
export const latest = () => answer;

export function onAnswer(listener) {
  listeners.push(listener);
}

/* LISTENER is called when only the number up to symmetry has come or gone. */
export function onSymmetry(listener) {
  symmetryListeners.push(listener);
}

function showProgressLine(on) {
  byId('progress-line').hidden = !on;
  byId('facts-line').hidden = on;
}

function settle(state, count = null) {
  answer = {state, count, classes: null};
  clearTimeout(progressTimer);
  showProgressLine(false);
  byId('number').classList.remove('stale');
  listeners.forEach((listener) => listener(answer));
}

function showNumber(digits, word) {
  const node = byId('number');
  node.textContent = grouped(digits);
  node.className = `number${digits.length > 24 ? ' long' : ''}`;
  setText('number-word', word);
  byId('copy-number').hidden = false;
}

/* Words in place of the number. */
function showWords(text, classes = '') {
  const node = byId('number');
  node.textContent = text;
  node.className = `number words ${classes}`;
  setText('number-word', '');
  byId('copy-number').hidden = true;
}

function showProgress(line) {
  showWords('Counting…');
  showProgressLine(true);
  byId('cancel').textContent = 'Cancel';
  const bar = byId('progress');
  if (typeof line.fraction === 'number')
    bar.value = line.fraction;
  else
    bar.removeAttribute('value');
  const left =
      typeof line.seconds_left === 'number' ? `, about ${duration(line.seconds_left)} left` : '';
  const found = line.found && line.found !== '0' ? `, ${grouped(line.found)} found` : '';
  setText('progress-text', `${duration(line.seconds || 0)}${found}${left}`);
}

const coverings = (digits) => (digits === '1' ? 'covering' : 'coverings');

function cellsToCover() {
  return puzzle().cells.filter((sign) => sign !== '#').length;
}

/* What the file itself says that the answer is, under the key NAME. */
function stated(digits, name = 'count') {
  const said = puzzle().rest.answers?.[name];
  if (said === undefined)
    return '';
  return String(said) === digits ? ' · as the file says' : ` · the file says ${grouped(said)}`;
}

function done(line) {
  const digits = String(line.count);
  showNumber(digits, coverings(digits));
  const engine = line.engine === 'auto' ? 'by reasoning, ' : line.engine ? `${line.engine}, ` : '';
  setText(
      'facts',
      `${engine}${duration(line.seconds || 0)} · ${cellsToCover()} cells${stated(digits)}`);
  settle('done', BigInt(digits));
  announce(`${digits} ${coverings(digits)}`);
  if (digits === '0' && asksToFill())
    countFilled();
  if (digits === '0')
    explain();
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

/* Cancels what runs and forgets what was known. */
export function hold() {
  turn++;
  [counting, symmetry, explaining, filling].forEach((slot) => slot.cancel());
  clearTimeout(timer);
  clearTimeout(progressTimer);
  showProgressLine(false);
  byId('number').classList.add('stale');
  byId('why').hidden = true;
  setText('symmetry-number', '');
  answer = {state: 'waiting', count: null, classes: null};
}

/* Asks for the number of the puzzle at hand, in a moment: several changes at once are one. */
export function askAgain() {
  hold();
  began = performance.now();
  if (!puzzle().pieces.length) {
    showWords('Take some pieces: from the catalog, or draw one.');
    setText('facts', `${cellsToCover()} cells`);
    settle('failed');
    return;
  }
  timer = setTimeout(count, 3);
}

/* What stands beside the number up to symmetry: all of them, and what the file says if it differs.
 */
function besideClasses(digits) {
  const said = puzzle().rest.answers?.['count-up-to-symmetry'] ?? digits;
  const differs = String(said) === digits ? '' : ` · up to symmetry the file says ${grouped(said)}`;
  return `${grouped(answer.count)} in all${differs}`;
}

/* The number up to symmetry, CLASSES, in the first place; null: the number of all. */
function showClasses(classes) {
  const digits = String(classes ?? answer.count), isAll = classes === null;
  answer = {...answer, classes};
  showNumber(digits, coverings(digits) + (isAll ? '' : ' up to symmetry'));
  setText('symmetry-number', isAll ? '' : besideClasses(digits));
  symmetryListeners.forEach((listener) => listener(answer));
}

/* Until it is there, the number of all is shown as one that is about to go. */
async function countSymmetry() {
  byId('number').classList.add('stale');
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

/* Whether the file asks how much can be filled rather than how often all is. */
export const asksToFill = () => puzzle().rest.answers?.fill !== undefined;

async function countFilled() {
  try {
    const {report} = await filling.run('fill', {puzzle: toJson(puzzle()), seconds: SECONDS});
    const digits = String(report.cells), all = cellsToCover();
    showNumber(digits, `of ${all} cells can be filled${report.complete ? '' : ', or more'}`);
    setText('facts', `no covering of all ${all} cells${stated(digits, 'fill')}`);
    announce(`${digits} of ${all} cells can be filled`);
  } catch (error) {
    if (!wasCancelled(error))
      toast(error.message);
  }
}

async function explain() {
  try {
    const {report} = await explaining.run('explain', {puzzle: toJson(puzzle())});
    const why = Array.isArray(report?.why) ? report.why.map(caption) : [];
    const reasons =
        why.length ? why : ['All possibilities were gone through, and none covers the board.'];
    byId('why-list').replaceChildren(...reasons.map((text) => make('li', {}, sentence(text))));
    byId('why').hidden = false;
    announce(`No covering: ${reasons.join('; ')}`);
  } catch (error) {
    if (!wasCancelled(error))
      toast(error.message);
  }
}

const sentence = (text) =>
    text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');

function cancelOrRepeat() {
  if (!counting.busy) {
    askAgain();
    return;
  }
  turn++;
  counting.cancel();
  clearTimeout(progressTimer);
  settle('failed');
  showWords('Not counted: cancelled.');
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
  byId('copy-number').addEventListener('click', async () => {
    await navigator.clipboard.writeText(byId('number').textContent.replace(/\D/g, ''));
    toast('The number is copied.');
  });
}
