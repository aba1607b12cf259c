/* If there is no covering: the reasons, and how many cells can be filled instead. */

import {Slot, wasCancelled} from './ask.js';
import {announce, byId, make, setText, toast} from './dom.js';
import {cellsToCover, showNumber, stated} from './number.js';
import {toJson} from './puzzle.js';
import {puzzle} from './store.js';
import {caption} from './words.js';

const explaining = new Slot(), filling = new Slot();

/* Whether the file states an answer for fill, not for count. */
export const asksToFill = () => puzzle().rest.answers?.fill !== undefined;

async function countFilled(seconds) {
  try {
    const {report} = await filling.run('fill', {puzzle: toJson(puzzle()), seconds});
    const digits = String(report.cells), all = cellsToCover();
    showNumber(digits, `of ${all} cells can be filled${report.complete ? '' : ', or more'}`);
    setText('facts', `no covering of all ${all} cells${stated(digits, 'fill')}`);
    announce(`${digits} of ${all} cells can be filled`);
  } catch (error) {
    if (!wasCancelled(error))
      toast(error.message);
  }
}

const sentence = (text) =>
    text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');

async function explain() {
  try {
    const {report} = await explaining.run('explain', {puzzle: toJson(puzzle())});
    const why = Array.isArray(report?.why) ? report.why.map(caption) : [];
    const reasons =
        why.length ? why : ['The search tried all possibilities, and none covers the board.'];
    byId('why-list').replaceChildren(...reasons.map((text) => make('li', {}, sentence(text))));
    byId('why').hidden = false;
    announce(`No covering: ${reasons.join('; ')}`);
  } catch (error) {
    if (!wasCancelled(error))
      toast(error.message);
  }
}

/* Looks for the reasons and for the best filling, for up to SECONDS. */
export function tellWhyNone(seconds) {
  if (asksToFill())
    countFilled(seconds);
  explain();
}

export function holdWhyNone() {
  explaining.cancel();
  filling.cancel();
  byId('why').hidden = true;
}
