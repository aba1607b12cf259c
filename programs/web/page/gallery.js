/* The gallery: the puzzles that come with the program. */

import {getJson, getText} from './ask.js';
import {byId, make, toast} from './dom.js';
import {openText} from './files.js';

let entries = null;

async function take(name) {
  try {
    await openText(await getText(`/api/gallery/${encodeURIComponent(name)}`));
    byId('gallery').close();
  } catch (error) {
    toast(error.message);
  }
}

function refresh() {
  const wish = byId('gallery-find').value.trim().toLowerCase();
  const fits = ({name, title, lattice}) =>
      `${name} ${title} ${lattice}`.toLowerCase().includes(wish);
  byId('gallery-list')
      .replaceChildren(...entries.filter(fits).map(
          ({name, title, lattice}) => make(
              'li', {},
              make(
                  'button', {type: 'button', 'data-name': name, onclick: () => take(name)},
                  make('span', {}, title || name), make('small', {}, [
                    lattice, name.startsWith('slow-') ? 'takes a while' : ''
                  ].filter(Boolean).join(' · '))))));
}

async function open() {
  byId('gallery').showModal();
  try {
    entries ||= await getJson('/api/gallery');
    refresh();
  } catch (error) {
    toast(error.message);
  }
}

export function startGallery() {
  byId('open-gallery').addEventListener('click', open);
  byId('gallery-find').addEventListener('input', () => entries && refresh());
}
