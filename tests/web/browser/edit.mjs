/* Painting, board sizes, pieces from the catalog and drawn ones, links to puzzles. */

import {cell, count, drag, middle, openPuzzle, press, signs} from './driver.mjs';

export async function painting(page, tally) {
  const top = () => page.$eval('#board-host', (node) => node.getBoundingClientRect().top);
  await count(page, '1514');
  const before = await top();
  await press(page, 0);
  tally.same('a click makes a hole', (await signs(page)).slice(0, 3), '#..');
  await drag(page, await middle(page, 8), await middle(page, 15), 3);
  tally.same(
      'a drag makes a row of holes, also where the pointer jumps', (await signs(page)).slice(8, 16),
      '########');
  await press(page, 0);
  tally.same('a click on a hole takes it away', (await signs(page))[0], '.');
  await page.waitForSelector('#why');
  tally.same('the board stays where it is', await top(), before);
  await page.click('#undo');
  await page.click('#undo');
  tally.same('undo', await signs(page), `#${'.'.repeat(47)}`);
  await page.click('#redo');
  tally.same('redo', (await signs(page)).slice(8, 16), '########');
  await page.click('#clear-board');
  tally.same('clear', await signs(page), '.'.repeat(48));
  await page.check('input[value="?"]');
  await press(page, 47);
  tally.same('optional cell', (await signs(page))[47], '?');
  await page.check('input[value="letter"]');
  await press(page, 46);
  tally.same(
      'letter', await cell(page, 46).getAttribute('aria-label'),
      'row 6, column 7: must be covered by L');
  tally.same('counted with both', await count(page), await page.evaluate(async () => {
    const puzzle = {
      board: '......../......../......../......../......../......L?',
      pieces: [{L3: 'any'}]
    };
    const answer = await fetch('/api/count', {
      method: 'POST',
      body: JSON.stringify({puzzle}),
      headers: {'Content-Type': 'application/json'}
    });
    return JSON.parse((await answer.text()).trim().split('\n').pop()).count;
  }));
}

export async function sizes(page, tally) {
  await page.click('[aria-label="Increase columns"]');
  tally.same('6 x 9', await count(page, '4312'), '4312');
  await page.fill('#columns', '3');
  await page.press('#columns', 'Enter');
  await page.fill('#rows', '2');
  await page.press('#rows', 'Enter');
  tally.same('2 x 3', await count(page, '2'), '2');
  await page.fill('#rows', '1000');
  await page.press('#rows', 'Enter');
  tally.check('too large is refused', (await page.textContent('#toast')).includes('4096'));
  tally.same('and the size stays', await page.inputValue('#rows'), '2');
  await page.fill('#columns', '4');
  await page.press('#columns', 'Enter');
  await page.fill('#rows', '6');
  await page.press('#rows', 'Enter');
  await page.selectOption('#wrap', 'rows');
  tally.same('a ring of 6 x 4', await count(page, '180'), '180');
}

export async function catalog(page, tally) {
  await page.click('#add-pieces');
  await page.waitForSelector('#catalog-list [data-name="X5"]');
  tally.same('pentominoes drawn', await page.locator('#catalog-list svg').count(), 12);
  await page.route('**/api/catalog?*hexominoes', async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 400);
    });
    await route.continue();
  });
  await page.selectOption('#catalog-set', 'hexominoes');
  await page.selectOption('#catalog-set', 'trominoes');
  await page.waitForTimeout(800);
  tally.same('a late set does not come', await page.locator('#catalog-list svg').count(), 2);
  await page.selectOption('#catalog-set', 'tetrominoes');
  await page.selectOption('#catalog-sides', 'one-sided ');
  await page.waitForSelector('#catalog-list [data-name="S4\'"]');
  await page.click('#catalog-only');
  tally.same(
      'one-sided ones are not flipped',
      await page.getAttribute('[aria-label="L4 may be flipped"]', 'aria-pressed'), 'false');
  await page.selectOption('#catalog-sides', '');
  await page.waitForFunction(() => document.querySelectorAll('#catalog-list button').length === 5);
  await page.waitForSelector('#catalog-list [data-name="T4"]');
  await page.click('#catalog-only');
  await page.click('#catalog [data-close]');
  tally.same('five pieces', await page.locator('#pieces li').count(), 5);
  await page.fill('#rows', '5');
  await page.press('#rows', 'Enter');
  for (const name of ['I4', 'L4', 'O4', 'S4', 'T4'])
    await page.click(`[aria-label="One more ${name}"]`);
  tally.same('each twice on 5 x 8', await count(page, '3106'), '3106');
  tally.same('cells of the pieces', await page.textContent('#pieces-sum'), '40 cells');
  await page.click('[aria-label="L4 may be flipped"]');
  tally.same(
      'a rule is kept', await page.getAttribute('[aria-label="L4 may be flipped"]', 'aria-pressed'),
      'false');
  tally.check('and counted', await count(page) !== '3106');
  await page.click('#all-any');
  tally.same('any of each', await page.inputValue('[aria-label="Number of copies of T4"]'), 'any');
  await page.fill('[aria-label="Number of copies of T4"]', '1..3');
  await page.press('[aria-label="Number of copies of T4"]', 'Enter');
  await page.fill('[aria-label="Number of copies of O4"]', 'seven');
  await page.press('[aria-label="Number of copies of O4"]', 'Enter');
  tally.check('a wrong count is refused', (await page.textContent('#toast')).includes('1..3'));
  tally.same('range', await page.inputValue('[aria-label="Number of copies of T4"]'), '1..3');
  await page.click('[aria-label="Remove I4"]');
  tally.same('removed', await page.locator('#pieces li').count(), 4);
}

/* Draws a piece on each lattice and reopens the link in another tab. */
export async function ownPieces(page, tally, {again}) {
  for (const [lattice, cells] of [
           ['square', [0, 1, 10]], ['hex', [8, 9, 16]], ['triangle', [1, 11, 12]],
           ['cube', [0, 5, 22]]]) {
    await page.selectOption('#lattice', lattice);
    await page.click('#draw-piece');
    for (const index of cells)
      await press(page, index, '#own-host');
    tally.same(`${lattice}: cells drawn`, await page.textContent('#own-status'), '3 cells');
    await page.fill('#own-name', 'hook');
    await page.fill('#own-count', '0..2');
    await page.click('#own-add');
    await page.waitForSelector('#own', {state: 'hidden'});
    const number = await count(page);
    tally.check(`${lattice}: counted`, /^\d+$/.test(number), number);
    const other = await again(new URL(page.url()).hash);
    tally.same(`${lattice}: the link brings the number back`, await count(other, number), number);
    tally.same(
        `${lattice}: and the piece`,
        await other.inputValue('[aria-label="Number of copies of hook"]'), '0..2');
    tally.same(`${lattice}: and the board`, await signs(other), await signs(page));
    await other.close();
  }
}

export async function links(page, tally, {again}) {
  tally.same('a plain puzzle has a readable address', new URL(page.url()).hash, '');
  await page.click('[aria-label="Increase rows"]');
  await page.waitForFunction(() => location.hash);
  tally.same('after a change', new URL(page.url()).hash, '#board=7x8&pieces=L3:any');
  const tall = await again('#board=6x10&pieces=pentominoes');
  tally.same('a set in the address', await count(tall, '9356'), '9356');
  await tall.close();
  await openPuzzle(page, 'arrows');
  await page.waitForFunction(() => location.hash.startsWith('#z='));
  const arrows = await again(new URL(page.url()).hash);
  tally.same('a puzzle with rules comes back', await count(arrows, '2'), '2');
  tally.check('with its rules', (await arrows.textContent('#rules')).includes('up 2'));
  await arrows.close();
  for (const hash of ['#z=AAAA', '#board=6x8&pieces=Q9', '#board=9999x9999&pieces=L3']) {
    const wrong = await again(hash);
    await wrong.waitForSelector('#toast', {state: 'visible'});
    tally.check(
        `${hash} is refused with a message`, (await wrong.textContent('#toast')).length > 20);
    await wrong.close();
  }
  const several = await again('#board=6y8&pieces=L3:any');
  await several.waitForSelector('#toast', {state: 'visible'});
  const [head, ...lines] = (await several.innerText('#toast')).split('\n');
  tally.check('what is wrong', head.endsWith('cannot be read:'), head);
  tally.check(
      'a line each, without places',
      lines.length === 3 && lines.every((line) => line.startsWith('no piece has')), lines);
}
