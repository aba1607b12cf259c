/* Playing with mouse, finger and keyboard; hints; watching the search. */

import {cell, drag, laid, middle, openPuzzle, press, statusText, waitStatus} from './driver.mjs';

async function trayBox(page, name) {
  const box = await page.locator(`#tray [aria-label^="${name},"]`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/* The centre of a 2 x 2 block of cells, where the centre of an L goes. */
async function corner(page, index, columns) {
  const [[ax, ay], [bx, by]] = [await middle(page, index), await middle(page, index + columns + 1)];
  return [(ax + bx) / 2, (ay + by) / 2];
}

export async function solving(page, tally) {
  await page.click('#tab-play');
  await waitStatus(page, '2 ways to finish');
  const target = await corner(page, 0, 3);
  await drag(page, await trayBox(page, 'L3'), [target[0] - 8, target[1] + 8]);
  tally.same('one lies there', (await laid(page)).length, 1);
  await waitStatus(page, '1 way to finish');
  await page.mouse.move(...await trayBox(page, 'L3'));
  await page.mouse.down();
  await page.mouse.move(target[0] + 60, target[1], {steps: 6});
  tally.same('it would lie on the other', await page.locator('.preview .no').count(), 1);
  await page.keyboard.press('r');
  await page.keyboard.press('R');
  const right = await corner(page, 1, 3);
  await page.mouse.move(right[0] + 8, right[1] - 8, {steps: 6});
  tally.same('turned twice it fits', await page.locator('.preview .yes').count(), 1);
  await page.mouse.up();
  await waitStatus(page, 'Solved');
  tally.same('two lie there', (await laid(page)).length, 2);
  await press(page, 0);
  tally.same('a click takes one back', (await laid(page)).length, 1);
  await page.click('#play-reset');
  await waitStatus(page, '2 ways to finish');
  tally.same('from the start', (await laid(page)).length, 0);
  await page.click('#tray button');
  await page.mouse.move(target[0] - 8, target[1] + 8);
  tally.same(
      'a chosen piece is shown under the mouse', await page.locator('.preview .yes').count(), 1);
  await page.mouse.down();
  await page.mouse.up();
  tally.same('and a click lays it', (await laid(page)).length, 1);
}

const TILES = `board: 1x2
pieces:
  - {name: p, shape: X, sides: [a, b, c, d]}
  - {name: q, shape: X, sides: [b, e, f, g]}
`;

/* Selects the piece NAME, turns it, and places it on a cell. */
async function layTile(page, name, turns, index) {
  await page.click(`#tray [aria-label^="${name},"]`);
  for (let k = 0; k < turns; k++)
    await page.keyboard.press('r');
  await cell(page, index).focus();
  await page.keyboard.press('Enter');
}

/* Opens a text as a puzzle file in play mode. */
async function playText(page, text) {
  await page.setInputFiles(
      '#file', {name: 'tiles.yaml', mimeType: 'text/plain', buffer: Buffer.from(text)});
  await page.click('#tab-play');
}

/* Tiles keep their orientation, and the page checks the rules. */
export async function turning(page, tally) {
  await playText(page, TILES);
  await waitStatus(page, '2 ways to finish');
  await layTile(page, 'p', 0, 0);
  await waitStatus(page, '1 way to finish');
  await layTile(page, 'q', 0, 1);
  await waitStatus(page, 'The board is covered, but the rules are broken');
  tally.same('eight sides', await page.locator('#board-host .pieces .side').count(), 8);
  await page.keyboard.press('Delete');
  await layTile(page, 'q', 3, 1);
  await waitStatus(page, 'Solved!');
  await page.click('#play-reset');
  await waitStatus(page, '2 ways to finish');
  await layTile(page, 'p', 1, 0);
  await waitStatus(page, '0 ways to finish');
  await page.keyboard.press('Delete');
  await page.click('#hint');
  await waitStatus(page, '1 of 2 coverings');
  await page.click('#hint');
  await waitStatus(page, 'Solved!');
  await page.click('#tab-walk');
  await page.waitForSelector('#board-host .pieces .side');
  tally.same('seen in coverings too', await page.locator('#board-host .pieces .side').count(), 8);
}

const POINTERS = `board: 1x2
pieces:
  - {name: p, shape: X, points: [north]}
  - {name: q, shape: X, points: [east, northeast]}
`;

/* The same for arrows: two tiles must not point at the side between them. */
export async function pointing(page, tally) {
  await playText(page, POINTERS);
  await waitStatus(page, '30 ways to finish');
  await layTile(page, 'p', 1, 0);
  await waitStatus(page, '3 ways to finish');
  await layTile(page, 'q', 2, 1);
  await waitStatus(page, 'The board is covered, but the rules are broken');
  await page.keyboard.press('Delete');
  await layTile(page, 'q', 2, 1);
  await waitStatus(page, 'Solved!');
  tally.same('pointers', await page.locator('#board-host .pieces .pointer').count(), 3);
}

const TAGGED = `board: 1x3
pieces:
  - {name: p, shape: X, sides: [a, b, c, b], tags: [x]}
  - {name: q, shape: X, sides: [a, b, c, b], tags: [y]}
  - {name: r, shape: X, sides: [a, b, c, b], tags: [z]}
rules:
  rows: {x: 1, y: 1, z: 1}
`;

/* Tags distinguish tiles with equal cells. */
export async function tagged(page) {
  await playText(page, TAGGED);
  await waitStatus(page, '60 ways to finish');
  await layTile(page, 'p', 0, 0);
  await waitStatus(page, '8 ways to finish');
  await layTile(page, 'q', 0, 1);
  await waitStatus(page, '2 ways to finish');
}

/* A hint for the board before the last move is dropped. */
export async function lateHint(page, tally) {
  await page.click('#tab-play');
  await waitStatus(page, '1 514 ways to finish');
  let letGo;
  const moved = new Promise((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/hint', async (route) => {
    await moved;
    await route.continue().catch(() => {});
  });
  await page.click('#hint');
  await page.click('#tray button');
  await cell(page, 27).focus();
  await page.keyboard.press('Enter');
  await waitStatus(page, ' ways to finish');
  letGo();
  await page.waitForTimeout(800);
  tally.same('one lies there', (await laid(page)).length, 1);
}

/* The covered cells. */
const covered = (page) => page.$$eval(
    '#board-host [role="gridcell"]',
    (nodes) => nodes.flatMap(
        (node, index) => (node.getAttribute('aria-label').includes(', piece ') ? [index] : [])));

export async function flipping(page, tally) {
  await openPuzzle(page, 'pentominoes-3x20');
  await page.click('#tab-play');
  await waitStatus(page, '8 ways to finish');
  const shape = () => page.locator('#tray [aria-label^="F5,"] .fill').getAttribute('d');
  await page.click('#tray [aria-label^="F5,"]');
  const first = await shape();
  await page.keyboard.press('f');
  const flipped = await shape();
  await page.keyboard.press('r');
  const turned = await shape();
  tally.check('F and R change it', new Set([first, flipped, turned]).size === 3);
  for (let k = 0; k < 3; k++)
    await page.keyboard.press('r');
  await page.keyboard.press('f');
  tally.same('four turns and two flips are none', await shape(), first);
  await page.click('#tray [aria-label^="X5,"]');
  await cell(page, 21).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  tally.same('X laid by key in the corner', (await laid(page)).length, 1);
  await waitStatus(page, 'can no longer be covered');
  tally.check('impossible cells are hatched', await page.locator('.hatch').count() >= 1);
  tally.check('and nothing can be finished', (await statusText(page)).length > 0);
  await page.keyboard.press('Delete');
  await page.click('#play-reset');
  await waitStatus(page, '8 ways to finish');
  await page.click('#hint');
  await waitStatus(page, 'of 8 coverings have');
  tally.same('the hint lies there', (await laid(page)).length, 1);
  const before = await covered(page);
  await drag(page, await middle(page, before[1]), await middle(page, 30));
  const after = await covered(page);
  tally.same(
      'carried elsewhere it lies the same way', after.map((index) => index - after[0]),
      before.map((index) => index - before[0]));
  tally.check('elsewhere', after[0] !== before[0]);
  await page.click('#play-reset');
  await waitStatus(page, '8 ways to finish');
  await page.click('#hint');
  await waitStatus(page, 'of 8 coverings have');
  for (let k = 0; k < 11; k++) {
    await page.click('#hint');
    await page.waitForFunction(
        (n) => document.querySelectorAll('#board-host .pieces .piece').length >= n, k + 2);
  }
  await waitStatus(page, 'Solved');
}

/* Hints on every lattice, up to the solution of small puzzles. */
export async function otherLattices(page, tally) {
  for (const [name, hints, solved] of [
           ['tetrahexes-coin', 7, true], ['lozenges-hexagon', 4, false], ['soma-cube', 7, true],
           ['arrows', 16, true], ['trominoes-ring', 8, true]]) {
    await openPuzzle(page, name);
    await page.click('#tab-play');
    await page.waitForSelector('#tray button');
    await waitStatus(page, 'to finish');
    tally.same(`${name}: no cell is impossible`, await page.locator('.hatch').count(), 0);
    for (let k = 0; k < hints; k++) {
      await page.click('#hint');
      await page.waitForFunction(
          (n) => document.querySelectorAll('#board-host .pieces .piece').length >= n, k + 1);
    }
    await waitStatus(page, solved ? 'Solved' : 'to finish');
    tally.same(`${name}: hints taken`, (await laid(page)).length, hints);
  }
}

/* Plays with a finger on a phone. */
export async function touching(page, tally) {
  await page.click('#tab-play');
  await waitStatus(page, '2 ways to finish');
  await page.locator('#tray').scrollIntoViewIfNeeded();
  const target = await corner(page, 0, 3), from = await trayBox(page, 'L3');
  const client = await page.context().newCDPSession(page);
  const touch = (type, points) => client.send(
      'Input.dispatchTouchEvent', {type, touchPoints: points.map(([x, y]) => ({x, y}))});
  await touch('touchStart', [from]);
  for (let k = 1; k <= 10; k++)
    await touch('touchMove', [
      [from[0] + (target[0] - 8 - from[0]) * k / 10, from[1] + (target[1] + 8 - from[1]) * k / 10]
    ]);
  await touch('touchEnd', []);
  await waitStatus(page, '1 way to finish');
  tally.same('a finger lays a piece', (await laid(page)).length, 1);
}

export async function watching(page, tally) {
  await openPuzzle(page, 'pentominoes-3x20');
  await page.click('#tab-watch');
  await page.waitForFunction(
      () => /step [3-9]/.test(document.querySelector('#watch-where').textContent));
  await page.click('#watch-run');
  const step = async () => Number(/\d+/.exec(await page.textContent('#watch-where'))[0]);
  const now = await step();
  await page.waitForTimeout(700);
  tally.same('pause holds it', await step(), now);
  await page.click('#watch-on');
  tally.same('one step on', await step(), now + 1);
  await page.click('#watch-back');
  tally.same('and back', await step(), now);
  const log = await page.textContent('#log');
  tally.check('steps are told', /row \d+, column \d+: /.test(log), log);
  tally.check('cells as the board names them', !log.includes('['), log);
  await page.waitForFunction(
      () => !document.querySelector('#watch-where').textContent.endsWith('+'));
  await page.click('#watch-covering');
  tally.same('the next covering has all pieces', (await laid(page)).length, 12);
  await page.click('[aria-label="Back to the beginning"]');
  tally.same('the beginning is empty', (await laid(page)).length, 0);
  await page.focus('#speed');
  await page.keyboard.press('End');
  await page.click('#watch-run');
  await page.waitForTimeout(1000);
  await page.click('#watch-run');
  tally.check('fast is fast', await step() > 15, await step());
  await openPuzzle(page, 'pentominoes-6x10');
  await page.waitForFunction(
      () => document.querySelector('#watch-where').textContent.endsWith('of the first 5\u202f001'));
  await openPuzzle(page, 'soma-cube');
  await page.waitForFunction(
      () => /layer \d, row \d, column \d/.test(document.querySelector('#log').textContent));
}
