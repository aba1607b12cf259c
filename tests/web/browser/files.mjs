/* Opening and saving files, the gallery, texts that contain markup. */

import {readFile} from 'node:fs/promises';
import {count, openPuzzle, waitStatus} from './driver.mjs';

async function save(page, what) {
  await page.click('#save-button');
  const [download] =
      await Promise.all([page.waitForEvent('download'), page.click(`[data-save="${what}"]`)]);
  return {name: download.suggestedFilename(), bytes: await readFile(await download.path())};
}

const FILE = `title: My board
board: |
  #.....#
  #.....#
  ##..###
pieces:
  - L3: any
`;

export async function opening(page, tally) {
  await page.setInputFiles(
      '#file', {name: 'mine.yaml', mimeType: 'text/plain', buffer: Buffer.from(FILE)});
  tally.same('opened', await count(page, '2'), '2');
  tally.same('its title', await page.textContent('#stage-title'), 'My board');
  const yaml = await save(page, 'yaml');
  tally.same('name', yaml.name, 'my-board.yaml');
  tally.check(
      'YAML', /title: My board/.test(yaml.bytes) && /L3/.test(yaml.bytes), String(yaml.bytes));
  await page.selectOption('#lattice', 'hex');
  await page.setInputFiles(
      '#file', {name: 'again.yaml', mimeType: 'text/plain', buffer: yaml.bytes});
  tally.same('saved and opened again', await count(page, '2'), '2');
  const json = JSON.parse((await save(page, 'json')).bytes);
  tally.same('JSON', [json.title, json.board], ['My board', '#.....#/#.....#/##..###']);
  await page.setInputFiles('#file', {
    name: 'bad.yaml',
    mimeType: 'text/plain',
    buffer: Buffer.from('board: 6x8\npieces: Q9\nfoo: 3\n')
  });
  await page.waitForFunction(
      () => document.querySelector('#toast').textContent.includes("unknown piece 'Q9'"));
  const [head, ...mistakes] = (await page.innerText('#toast')).split('\n');
  tally.same('whose mistakes', head, 'bad.yaml:');
  tally.same(
      'a line each, with the place', mistakes.map((line) => line.slice(0, 26)).sort(),
      ['line 2, column 9: unknown ', 'line 3, column 1: unknown ']);
  tally.check(
      'the Catalog of the page', mistakes.some((line) => line.endsWith('see Catalog')), mistakes);
  tally.same('a bad file changes nothing', await page.textContent('#stage-title'), 'My board');
}

const MAGIC = {
  svg: /^(<\?xml|<svg)/,
  png: /^.PNG/,
  pdf: /^%PDF/
};

export async function pictures(page, tally) {
  await openPuzzle(page, 'tetrominoes-twice-5x8');
  await count(page, '3106');
  await page.click('#tab-walk');
  await page.waitForSelector('#board-host .pieces .piece');
  for (const [medium, magic] of Object.entries(MAGIC)) {
    const file = await save(page, medium);
    tally.check(
        `${medium} of the covering`,
        magic.test(file.bytes.toString('latin1')) && file.name.endsWith(`.${medium}`),
        `${file.name}: ${file.bytes.toString('latin1').slice(0, 60)}`);
  }
  for (const look of ['moving', 'cut'])
    tally.check(look, MAGIC.svg.test((await save(page, look)).bytes.toString('latin1')));
  const covering = JSON.parse((await save(page, 'covering')).bytes);
  tally.same('the covering as JSON', covering.placements.length, 10);
  await page.click('#tab-edit');
  const board = await save(page, 'svg');
  tally.check(
      'svg of the board alone', MAGIC.svg.test(board.bytes.toString('latin1')),
      String(board.bytes).slice(0, 60));
  await page.click('#tab-heat');
  await waitStatus(page, 'How often neighbouring cells');
  tally.check(
      'the heat map',
      String((await save(page, 'svg')).bytes).includes('belong to different pieces'));
  await page.selectOption('#heat-what', 'T4');
  tally.check(
      'that of a piece', String((await save(page, 'svg')).bytes).includes('T4 covers each cell'));
  tally.check('has no pieces to cut', !await page.isVisible('[data-save="cut"]'));
}

/* An exact cover file has no board: the page shows its count and keeps the current puzzle. */
export async function exactCover(page, tally) {
  const open = (name, text) =>
      page.setInputFiles('#file', {name, mimeType: 'text/plain', buffer: Buffer.from(text)});
  const waitToast = (words) => page.waitForFunction(
      (text) => document.querySelector('#toast').textContent.includes(text), words);
  await count(page, '1514');
  await open('small.dlx', 'a b\na\nb\na b\n');
  await waitToast('small.dlx is an exact cover problem with 2 solutions');
  await open('BAD.DLX', 'a b\na c\n');
  await waitToast('BAD.DLX:');
  tally.check('its mistake', (await page.innerText('#toast')).includes('line 2, column 3: '));
  const items = Array.from({length: 60}, (_, k) => `i${k}`);
  const pairs = items.flatMap((a, k) => items.slice(k + 1).map((b) => `${a} ${b}`));
  await open('long.dlx', `${items.join(' ')}\n${pairs.join('\n')}\n`);
  await waitToast('Counting its solutions');
  tally.same('the number stays', (await page.textContent('#number')).replace(/\D/g, ''), '1514');
  const given = page.waitForEvent(
      'requestfailed', (request) => Boolean(request.postData()?.includes('puzzle.dlx')));
  await open('other.yaml', 'board: 2x3\npieces: {L3: any}\n');
  await count(page, '2');
  tally.check('given up for what is opened next', await given);
}

export async function gallery(page, tally) {
  await page.click('#open-gallery');
  await page.waitForSelector('#gallery li');
  const all = await page.locator('#gallery li').count();
  tally.check('many puzzles', all > 40, all);
  tally.same('each with its board', await page.locator('#gallery li svg.thumbnail').count(), all);
  const titles = await page.locator('#gallery li .title-of').allTextContents();
  const inOrder = (a, b) => a.localeCompare(b, 'en', {numeric: true});
  tally.same('by title', titles, [...titles].sort(inOrder));
  const notes = await page.locator('#gallery li small').allTextContents();
  tally.same(
      'only other lattices are told',
      [...new Set(notes.flatMap((note) => note.split(' · ')))].sort(),
      ['', 'cubes', 'hexagons', 'takes a while', 'triangles']);
  await page.fill('#gallery-find', 'no such thing');
  tally.same('nothing', await page.locator('#gallery li').count(), 0);
  tally.same(
      'and told', await page.textContent('#gallery-none'),
      'No puzzle in the gallery contains these words.');
  await page.fill('#gallery-find', 'cube soma');
  tally.same('found', await page.locator('#gallery li').count(), 1);
  await page.click('#gallery li button');
  tally.same('the Soma cube', await count(page, '11520'), '11520');
  tally.same('its title', await page.textContent('#stage-title'), 'Soma cube');
  tally.same('title of the window', await page.title(), 'Soma cube · boardcover');
  tally.check('as stated', (await page.textContent('#facts')).endsWith('as the file states'));
  await page.click('#tab-walk');
  await page.click('#corner-button');
  await page.waitForFunction(() => document.querySelector('#corner').naturalWidth > 0);
  tally.check('seen from a corner', await page.isVisible('#corner'));
  await page.click('#tab-edit');
  tally.check('only with coverings', !await page.isVisible('#corner'));
}

/* A puzzle that asks for the largest filling gets that answer. */
export async function filling(page, tally) {
  await openPuzzle(page, 'puzzle-pieces');
  tally.same('cells', await count(page, '14'), '14');
  tally.same('in words', await page.textContent('#number-word'), 'of 18 cells can be filled');
  tally.check('as stated', (await page.textContent('#facts')).endsWith('as the file states'));
  await page.click('#tab-walk');
  await waitStatus(page, 'At most 14 cells');
  tally.same('drawn', await page.locator('#board-host .pieces .piece').count(), 4);
}

/* Converts every puzzle of the gallery to the page's representation and back without a change. */
export async function roundTrips(page, tally) {
  const wrong = await page.evaluate(async () => {
    const {fromJson, toJson} = await import('/puzzle.js');
    const {addressOf, objectOf} = await import('/address.js');
    const convert = async (puzzle, to) => (await fetch('/api/convert', {
                                            method: 'POST',
                                            headers: {'Content-Type': 'application/json'},
                                            body: JSON.stringify({puzzle, to})
                                          })).text();
    const bad = [];
    for (const {name} of await (await fetch('/api/gallery')).json()) {
      const text = await (await fetch(`/api/gallery/${name}`)).text();
      const json = await convert(text, 'json');
      const puzzle = fromJson(JSON.parse(json));
      if (await convert(toJson(puzzle), 'json') !== json)
        bad.push(name);
      if (await convert(await objectOf(await addressOf(puzzle)), 'json') !== json)
        bad.push(`${name} in the address`);
    }
    return bad;
  });
  tally.same('all as they were', wrong, []);
}

/* The page shows a tile's points, sides and tags and sends them to the server. */
export async function tiles(page, tally) {
  await openPuzzle(page, 'edge-matching-4x4');
  tally.same('tiles that match', await count(page, '4'), '4');
  tally.check('their sides', (await page.textContent('#pieces')).includes('sides grey, c, c, c'));
  await openPuzzle(page, 'arrows');
  tally.same('arrows', await count(page, '2'), '2');
  await page.click('#tab-walk');
  await page.waitForSelector('#board-host .pieces .piece');
  tally.same(
      'drawn as arrows', (await page.locator('.sign').allTextContents()).slice(0, 4).join(''),
      '↗↗↘↘');
  const saved = JSON.parse((await save(page, 'json')).bytes);
  tally.check(
      'saved with rules and points',
      saved.rules.rows.up === 2 && saved.pieces[0].points.length === 3);
  await openPuzzle(page, 'puzzle-pieces');
  await page.waitForSelector('#why');
  await page.click('#fill');
  await waitStatus(page, 'At most 14 cells');
}

export async function hostile(page, tally) {
  const evil = '<img src=x onerror="window.hurt=1"><b>bold</b>';
  const file = JSON.stringify({
    title: evil,
    source: evil,
    board: '2x3',
    pieces: [{name: evil, shape: 'XX/X.', count: 'any'}]
  });
  await page.setInputFiles(
      '#file', {name: `${evil}.json`, mimeType: 'text/plain', buffer: Buffer.from(file)});
  await count(page, '2');
  for (const mode of ['walk', 'heat', 'play', 'watch']) {
    await page.click(`#tab-${mode}`);
    await page.waitForTimeout(150);
  }
  tally.same('the title is text', await page.textContent('#stage-title'), evil);
  tally.same(
      'no markup came of it', await page.locator('main b, main img:not(#corner)').count(), 0);
  tally.same('nothing ran', await page.evaluate(() => window.hurt), undefined);
}
