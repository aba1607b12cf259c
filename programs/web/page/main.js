/* Starts all parts of the page and opens the puzzle in the address. */

import {addressOf, colourByOf, objectOf} from './address.js';
import {askAgain, startAnswers} from './answers.js';
import {getJson, postText} from './ask.js';
import {learn} from './catalog.js';
import {startChooser} from './chooser.js';
import {colourBy, onColourBy, setColourBy} from './colours.js';
import {byId, setText, toast} from './dom.js';
import {startEdit} from './edit.js';
import {startFiles} from './files.js';
import {startGallery} from './gallery.js';
import {startHeat} from './heat.js';
import {startOwn} from './own.js';
import {startPieces} from './pieces.js';
import {startPlay} from './play.js';
import {fromJson} from './puzzle.js';
import {setMode, startStage} from './stage.js';
import {change, listen, puzzle} from './store.js';
import {startWalk} from './walk.js';
import {startWatch} from './watch.js';

let written = '';

async function writeAddress() {
  const mine = puzzle(), colours = colourBy();
  const hash = await addressOf(mine, colours);
  if (mine === puzzle() && colours === colourBy() && hash !== location.hash) {
    written = hash;
    history.replaceState(null, '', hash);
  }
}

/* The server reads the puzzle first, because it knows sets of pieces and reports mistakes. */
async function readAddress() {
  const colours = colourByOf(location.hash);
  try {
    const object = await objectOf(location.hash);
    if (!object)
      return false;
    const text = await postText('/api/convert', {puzzle: object, to: 'json'});
    change(fromJson(JSON.parse(text)), 'all');
    setColourBy(colours);
    return true;
  } catch (error) {
    toast(`The puzzle in the address cannot be read:\n${error.message}`);
    return false;
  }
}

function startTheme() {
  byId('theme').addEventListener('click', () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' :
                                      matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
    try {
      localStorage.setItem('boardcover-theme', root.dataset.theme);
    } catch {
      /* Without storage, the theme lasts until the page is closed. */
    }
  });
}

function startDialogs() {
  for (const button of document.querySelectorAll('[data-close]'))
    button.addEventListener('click', () => button.closest('dialog').close());
  for (const dialog of document.querySelectorAll('dialog'))
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  byId('skip').addEventListener('click', (event) => {
    event.preventDefault();
    byId('stage-title').focus();
  });
}

async function start() {
  startTheme();
  startDialogs();
  startStage();
  startAnswers();
  [startEdit, startPieces, startChooser, startOwn, startWalk, startHeat, startPlay, startWatch,
   startFiles, startGallery]
      .forEach((begin) => begin());
  setMode('edit');
  listen(() => {
    writeAddress();
  });
  onColourBy(writeAddress);
  window.addEventListener('hashchange', () => location.hash !== written && readAddress());
  if (!await readAddress())
    askAgain();
  getJson('/api/version').then(({version}) => setText('version', version), () => {});
  await learn(puzzle().lattice, puzzle().pieces);
}

start();
