/* Coverings of cubes seen from a corner: a picture from the server, shown below the layers while
   the button is pressed. */

import {postBlob, wasCancelled} from './ask.js';
import {colourBy} from './colours.js';
import {byId, make} from './dom.js';
import {toJson} from './puzzle.js';
import {puzzle} from './store.js';

let button = null, shownUrl = '', controller = null;

function put(url) {
  URL.revokeObjectURL(shownUrl);
  shownUrl = url;
  byId('corner').hidden = !url;
  if (url)
    byId('corner').src = url;
}

/* Shows PLACEMENTS if the button is pressed; null shows nothing. */
export async function showCorner(placements) {
  button.hidden = puzzle().lattice !== 'cube';
  controller?.abort();
  if (!placements || button.hidden || button.getAttribute('aria-pressed') !== 'true') {
    put('');
    return;
  }
  controller = new AbortController();
  const colours = colourBy() ? {colour_by: colourBy()} : {};
  const body = {puzzle: toJson(puzzle()), placements, medium: 'svg', isometric: true, ...colours};
  try {
    const blob = await postBlob('/api/draw', body, controller.signal);
    put(URL.createObjectURL(new Blob([blob], {type: 'image/svg+xml'})));
  } catch (error) {
    if (!wasCancelled(error))
      put('');
  }
}

/* CURRENT () returns the placements on the screen. */
export function makeCornerButton(current) {
  button = make('button', {type: 'button', id: 'corner-button', 'aria-pressed': 'false'}, 'Solid');
  button.addEventListener('click', () => {
    button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
    showCorner(current());
  });
  return button;
}
