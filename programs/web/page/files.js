/* Opens and saves puzzle files, and saves pictures of the board.

   An exact cover problem (.dlx) has no board to show; the page counts its solutions instead. */

import {postBlob, postText, Slot, wasCancelled} from './ask.js';
import {colourBy} from './colours.js';
import {byId, copy, grouped, make, toast} from './dom.js';
import {fromJson, toJson} from './puzzle.js';
import {change, puzzle} from './store.js';
import {mode, shown, subject} from './stage.js';

const MOST_BYTES = 1000000;
const PICTURES = {
  svg: 'image/svg+xml',
  png: 'image/png',
  pdf: 'application/pdf'
};

const counting = new Slot(); /* of an exact cover problem; cancelled when another file is opened */

/* Opens the text of a puzzle file, which the server reads. */
export async function openText(text) {
  counting.cancel();
  const json = await postText('/api/convert', {puzzle: text, to: 'json'});
  change(fromJson(JSON.parse(json)), 'all');
}

async function countExactCover(file) {
  toast(`${file.name} is an exact cover problem.\nCounting its solutions…`);
  const {count} = await counting.run('count', {puzzle: await file.text(), name: 'puzzle.dlx'});
  toast(`${file.name} is an exact cover problem with ${grouped(count)} ${
      count === '1' ? 'solution' : 'solutions'}.\nIt has no board that could be shown here.`);
}

async function openFile(file) {
  try {
    if (file.size > MOST_BYTES)
      throw new Error('The file is too large for the page.');
    if (/\.dlx$/i.test(file.name))
      await countExactCover(file);
    else
      await openText(await file.text());
  } catch (error) {
    if (!wasCancelled(error))
      toast(`${file.name}:\n${error.message}`);
  }
}

function fileName(ending) {
  const title = String(puzzle().rest.title || 'puzzle').toLowerCase();
  return `${title.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 60) || 'puzzle'}.${
      ending}`;
}

function hand(blob, name) {
  const link = make('a', {href: URL.createObjectURL(blob), download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function savePuzzle(to) {
  const text = await postText('/api/convert', {puzzle: toJson(puzzle()), to});
  hand(
      new Blob([text], {type: to === 'json' ? 'application/json' : 'application/yaml'}),
      fileName(to));
}

async function savePicture(medium, look = {}) {
  const placements = shown();
  const what = subject() || (placements?.length ? {placements} : {});
  const colours = mode() === 'walk' && colourBy() && what.placements && !look.cut ?
      {colour_by: colourBy()} :
      {};
  const body = {puzzle: toJson(puzzle()), medium, ...look, ...colours, ...what};
  const blob = await postBlob('/api/draw', body);
  hand(new Blob([blob], {type: PICTURES[medium]}), fileName(medium));
}

function saveCovering() {
  const text = JSON.stringify({placements: shown() || []});
  hand(new Blob([text, '\n'], {type: 'application/json'}), fileName('covering.json'));
}

const hasPieces = () => Boolean(shown()?.length);

/* The entries of the menu: text, name, action, and condition. */
const ENTRIES = [
  ['Puzzle file (YAML)', 'yaml', () => savePuzzle('yaml')],
  ['Puzzle as JSON', 'json', () => savePuzzle('json')],
  ['Picture (SVG)', 'svg', () => savePicture('svg')],
  ['Picture (PNG)', 'png', () => savePicture('png')],
  ['Picture (PDF)', 'pdf', () => savePicture('pdf')],
  [
    'Seen from a corner (SVG)', 'corner', () => savePicture('svg', {isometric: true}),
    () => puzzle().lattice === 'cube' && hasPieces()
  ],
  ['Animation (SVG)', 'moving', () => savePicture('svg', {animate: true}), hasPieces],
  ['Lines for a laser cutter (SVG)', 'cut', () => savePicture('svg', {cut: true}), hasPieces],
  ['Pieces on the board as JSON', 'covering', saveCovering, hasPieces],
];

function showMenu(on) {
  const menu = byId('save-menu'), button = byId('save-button');
  menu.hidden = !on;
  button.setAttribute('aria-expanded', String(on));
  if (on) {
    ENTRIES.forEach(([, , , when], k) => {
      menu.children[k].hidden = Boolean(when) && !when();
    });
    menu.firstElementChild.focus();
  }
}

async function save(work) {
  showMenu(false);
  byId('save-button').focus();
  try {
    await work();
  } catch (error) {
    toast(error.message);
  }
}

function menuKeys(event) {
  const items = [...byId('save-menu').children].filter((item) => !item.hidden);
  const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
  if (event.key === 'Escape') {
    showMenu(false);
    byId('save-button').focus();
  } else if (step) {
    event.preventDefault();
    items[(items.indexOf(document.activeElement) + step + items.length) % items.length].focus();
  }
}

function startDrops() {
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file)
      openFile(file);
  });
}

export function startFiles() {
  byId('save-menu')
      .append(...ENTRIES.map(
          ([text, name, work]) => make(
              'button',
              {type: 'button', role: 'menuitem', 'data-save': name, onclick: () => save(work)},
              text)));
  byId('save-button').addEventListener('click', () => showMenu(byId('save-menu').hidden));
  byId('save-menu').addEventListener('keydown', menuKeys);
  document.addEventListener('pointerdown', (event) => {
    if (!event.target.closest?.('.drop'))
      showMenu(false);
  });
  byId('open-file').addEventListener('click', () => byId('file').click());
  byId('file').addEventListener('change', async () => {
    const [file] = byId('file').files;
    if (file)
      await openFile(file);
    byId('file').value = '';
  });
  byId('copy-link')
      .addEventListener(
          'click',
          () => copy(
              location.href,
              'Link copied. It opens this puzzle on any machine that runs boardcover serve.'));
  startDrops();
}
