/* Shows the number of coverings, or words in its place, and below it the progress or the facts of
   the count. */

import {byId, duration, grouped, setText} from './dom.js';
import {puzzle} from './store.js';

export function showNumber(digits, word) {
  const node = byId('number');
  node.textContent = grouped(digits);
  node.className = `number${digits.length > 24 ? ' long' : ''}`;
  setText('number-word', word);
  byId('copy-number').hidden = false;
}

/* Shows words in place of the number. */
export function showWords(text, classes = '') {
  const node = byId('number');
  node.textContent = text;
  node.className = `number words ${classes}`;
  setText('number-word', '');
  byId('copy-number').hidden = true;
}

/* Marks the number as outdated. */
export function markStale(on) {
  byId('number').classList.toggle('stale', on);
}

export function showProgressLine(on) {
  byId('progress-line').hidden = !on;
  byId('facts-line').hidden = on;
}

export function showProgress(line) {
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

export const coverings = (digits) => (digits === '1' ? 'covering' : 'coverings');

export function cellsToCover() {
  return puzzle().cells.filter((sign) => sign !== '#').length;
}

/* Compares the answer with the one stated in the file under the key NAME. */
export function stated(digits, name = 'count') {
  const said = puzzle().rest.answers?.[name];
  if (said === undefined)
    return '';
  return String(said) === digits ? ' · as the file states' : ` · the file states ${grouped(said)}`;
}
