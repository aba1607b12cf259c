/* The gallery: the puzzles that come with the program. */

import {getJson, getText} from './ask.js';
import {byId, make, setText, toast} from './dom.js';
import {openText} from './files.js';
import {Layout} from './layout.js';
import {COLOURS} from './palette.js';
import {fromJson} from './puzzle.js';
import {thumbnail} from './thumbnail.js';

const LATTICES = {
  hex: 'hexagons',
  triangle: 'triangles',
  cube: 'cubes'
};
let entries = null;

async function take(name) {
  try {
    await openText(await getText(`/api/gallery/${encodeURIComponent(name)}`));
    byId('gallery').close();
  } catch (error) {
    toast(error.message);
  }
}

/* The board drawn like a piece; null if the page cannot show it. */
function picture({lattice, board, title}) {
  try {
    const puzzle = fromJson({lattice, board}), layout = new Layout(puzzle);
    const cells = puzzle.cells.flatMap((sign, index) => (sign === '#' ? [] : [layout.cell(index)]));
    return cells.length ? thumbnail(lattice, cells, title.length % COLOURS) : null;
  } catch {
    return null;
  }
}

/* Lattices other than squares are mentioned. */
function card({name, title, lattice, board}) {
  const more = [LATTICES[lattice], name.startsWith('slow-') ? 'takes a while' : ''];
  return make(
      'li', {},
      make(
          'button', {type: 'button', 'data-name': name, onclick: () => take(name)},
          picture({lattice, board, title}),
          make(
              'span', {class: 'words'}, make('span', {class: 'title-of'}, title),
              make('small', {}, more.filter(Boolean).join(' · ')))));
}

function refresh() {
  const words = byId('gallery-find').value.toLowerCase().split(/\s+/);
  const has = ({name, title, lattice}) => {
    const text = `${name} ${title} ${lattice} ${LATTICES[lattice] || ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const found = entries.filter(has);
  byId('gallery-list').replaceChildren(...found.map(card));
  setText('gallery-none', found.length ? '' : 'No puzzle in the gallery contains these words.');
}

/* Sorted by title; a puzzle without a title has its name as title. */
const inOrder = (list) =>
    list.map((entry) => ({...entry, title: entry.title || entry.name}))
        .sort((a, b) => a.title.localeCompare(b.title, 'en', {numeric: true}));

async function open() {
  byId('gallery').showModal();
  try {
    entries ||= inOrder(await getJson('/api/gallery'));
    refresh();
  } catch (error) {
    toast(error.message);
  }
}

export function startGallery() {
  byId('open-gallery').addEventListener('click', open);
  byId('gallery-find').addEventListener('input', () => entries && refresh());
}
