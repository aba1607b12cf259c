/* The current puzzle, its listeners, and undo.

   A change replaces the puzzle with another object; the object itself never changes.  A stroke of
   the brush works on a copy and stores it when the stroke ends. */

import {fromJson, STARTS} from './puzzle.js';

const MOST_STEPS = 200;
const listeners = [];
const past = [];
const future = [];
let current = fromJson(STARTS.square);

export const puzzle = () => current;

/* LISTENER receives the puzzle and WHAT changed: 'board', 'pieces' or 'all'. */
export function listen(listener) {
  listeners.push(listener);
}

function tell(what) {
  listeners.forEach((listener) => listener(current, what));
}

export function change(next, what) {
  past.push(current);
  if (past.length > MOST_STEPS)
    past.shift();
  future.length = 0;
  current = next;
  if (what !== 'all' && next.rest.answers !== undefined) {
    const {answers, ...rest} = next.rest;
    current = {...next, rest};
  }
  tell(what);
}

export function undo() {
  if (past.length) {
    future.push(current);
    current = past.pop();
    tell('all');
  }
}

export function redo() {
  if (future.length) {
    past.push(current);
    current = future.pop();
    tell('all');
  }
}

export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;
