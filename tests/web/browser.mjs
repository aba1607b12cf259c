/* Tests the web page in Chromium: node browser.mjs ADDRESS [PART...].  run_browser.py starts the
   server at ADDRESS.  The last line is `N passed, M failed`. */

import * as access from './browser/access.mjs';
import * as answers from './browser/answers.mjs';
import {openPage, startBrowser, Tally} from './browser/driver.mjs';
import * as edit from './browser/edit.mjs';
import * as files from './browser/files.mjs';
import * as geometry from './browser/geometry.mjs';
import * as play from './browser/play.mjs';

const PHONE = {
  viewport: {width: 360, height: 740},
  hasTouch: true,
  isMobile: true
};
const SMALL = '#board=2x3&pieces=L3:any';

/* Name, function, and options: the hash of the address, the kind of window, and whether the server
   refuses some requests. */
const ALONE = [
  ['quickness', answers.quickness],
  ['large board', access.largeBoard, {hash: '#board=40x40&pieces=L3:any'}],
  ['cancelling', answers.cancelling, {hash: '#board=16x20&pieces=pentominoes:any'}],
];
const TOGETHER = [
  ['hits', geometry.hits],
  ['other lattices', play.otherLattices],
  ['phone', access.phone, {window: PHONE}],
  ['own pieces', edit.ownPieces],
  ['links', edit.links, {refused: true}],
  ['named controls', access.namedControls],
  ['painting', edit.painting],
  ['sizes', edit.sizes],
  ['catalog', edit.catalog],
  ['number', answers.number],
  ['symmetry', answers.symmetry],
  ['walking', answers.walking],
  ['colours', answers.colours],
  ['heat', answers.heat],
  ['offline', answers.offline, {refused: true}],
  ['streams', answers.streams],
  ['why none', answers.whyNone],
  ['solving', play.solving, {hash: SMALL}],
  ['flipping', play.flipping],
  ['turning tiles', play.turning],
  ['pointing tiles', play.pointing],
  ['tagged tiles', play.tagged],
  ['a late hint', play.lateHint],
  ['touching', play.touching, {hash: SMALL, window: PHONE}],
  ['watching', play.watching],
  ['opening', files.opening, {refused: true}],
  ['exact cover', files.exactCover, {refused: true}],
  ['pictures', files.pictures],
  ['gallery', files.gallery],
  ['filling', files.filling],
  ['round trips', files.roundTrips],
  ['tiles', files.tiles],
  ['hostile', files.hostile],
  ['forms', geometry.forms],
  ['placements', geometry.placements],
  ['keyboard', access.keyboard],
  ['contrast', access.contrast],
  ['themes', access.themes, {window: {colorScheme: 'dark'}}],
];
const WORKERS = 3;

/* The browser reports an expected refusal on the console, too. */
const isFair = (refused) => (text) =>
    refused && /status of (400|422)|ERR_INTERNET_DISCONNECTED/.test(text);

async function runPart(
    browser, address, [name, work, {hash = '', window = {}, refused = false} = {}]) {
  const tally = new Tally(name), complaints = [], began = performance.now();
  const context = await browser.newContext({
    viewport: {width: 1280, height: 900},
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...window
  });
  const again = (where) => openPage(context, address, where, complaints);
  try {
    await work(await again(hash), tally, {again});
  } catch (error) {
    tally.check('runs to its end', false, error.stack);
  }
  await context.close();
  tally.same(
      'no complaint on the console', complaints.filter((text) => !isFair(refused)(text)), []);
  if (process.env.TIMES)
    tally.note(`${((performance.now() - began) / 1000).toFixed(1)} s`);
  return tally;
}

/* Runs several parts at a time, each in its own window. */
async function runParts(browser, address, parts, workers) {
  const queue = [...parts], done = [];
  const work = async () => {
    while (queue.length)
      done.push(await runPart(browser, address, queue.shift()));
  };
  await Promise.all(Array.from({length: workers}, work));
  return done;
}

const [address, ...wanted] = process.argv.slice(2);
const isWanted = ([name]) => !wanted.length || wanted.includes(name);
const {browser, leave} = await startBrowser();
const tallies = [
  ...await runParts(browser, address, ALONE.filter(isWanted), 1),
  ...await runParts(browser, address, TOGETHER.filter(isWanted), WORKERS)
];
await leave();
const [passed, failed] =
    ['passed', 'failed'].map((key) => tallies.reduce((sum, tally) => sum + tally[key], 0));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
