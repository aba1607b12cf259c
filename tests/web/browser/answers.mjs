/* Counts, stepping through coverings, heat, explanations, cancelling. */

import {cell, count, laid, openPuzzle, press, statusText, waitStatus} from './driver.mjs';

const WANTED = 100; /* milliseconds from the last click to the number */

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/* Opens the corner cell several times and prints the time until the page shows the number. */
export async function quickness(page, tally) {
  await count(page, '1514');
  await page.evaluate(() => {
    window.times = [];
    addEventListener('pointerup', (event) => {
      window.pressed = event.timeStamp;
    }, true);
    new MutationObserver(() => {
      const node = document.querySelector('#number');
      if (node.textContent === '1\u202f514' && !node.classList.contains('stale'))
        requestAnimationFrame(() => window.times.push(performance.now() - window.pressed));
    }).observe(document.querySelector('#number'), {childList: true});
  });
  for (let k = 0; k < 9; k++) {
    await press(page, 0);
    await count(page, '0');
    await press(page, 0);
    await count(page, '1514');
  }
  await page.waitForTimeout(50);
  const times = await page.evaluate(() => window.times);
  tally.note(
      `6x8 L-trominoes: ${median(times).toFixed(0)} ms from the last click to the number (of ${
          times.length}; `
      +
      `worst ${Math.max(...times).toFixed(0)} ms; wanted below ${WANTED})`);
  tally.check(
      'a number after each click',
      times.length >= 9 && (!process.env.TIMES || median(times) < WANTED), times);
}

export async function number(page, tally) {
  tally.same('6 x 8', await count(page, '1514'), '1514');
  tally.same('grouped', await page.textContent('#number'), '1\u202f514');
  tally.check(
      'engine and time', /^\w+, [\d.]+ m?s · 48 cells$/.test(await page.textContent('#facts')),
      await page.textContent('#facts'));
  tally.same('said to screen readers', await page.textContent('#live'), '1514 coverings');
  await page.click('#copy-number');
  tally.same('copied', await page.evaluate(() => navigator.clipboard.readText()), '1514');
  await page.evaluate(() => {
    globalThis.kept = navigator.clipboard;
    Object.defineProperty(navigator, 'clipboard', {value: undefined});
  });
  await page.click('#copy-link');
  await page.waitForFunction(
      () => document.querySelector('#toast').textContent.startsWith('Link copied'));
  tally.same(
      'copied without a clipboard', await page.evaluate(() => globalThis.kept.readText()),
      page.url());
  tally.same('the focus stays', await page.evaluate(() => document.activeElement.id), 'copy-link');
}

/* Up to symmetry: the main number is that count, and its label says so. */
export async function symmetry(page, tally) {
  const word = () => page.textContent('#number-word');
  await count(page, '1514');
  await page.check('#symmetry');
  tally.same('up to symmetry', await count(page, '400'), '400');
  tally.same('in words', await word(), 'coverings up to symmetry');
  tally.same('and all', await page.textContent('#symmetry-number'), '1\u202f514 in all');
  await page.click('#tab-walk');
  tally.same(
      'in Coverings', await page.textContent('#rank-total'), 'of 1\u202f514 (400 up to symmetry)');
  await openPuzzle(page, 'soma-cube');
  tally.same('of the next puzzle too', await count(page, '240'), '240');
  tally.same('and all of it', await page.textContent('#symmetry-number'), '11\u202f520 in all');
  await page.uncheck('#symmetry');
  tally.same('all again', await count(page, '11520'), '11520');
  tally.same('in words again', await word(), 'coverings');
  tally.same('Coverings again', await page.textContent('#rank-total'), 'of 11\u202f520');
}

export async function walking(page, tally) {
  await page.click('#tab-walk');
  await page.waitForSelector('#board-host .pieces .piece');
  const first = await laid(page);
  tally.same('sixteen pieces', first.length, 16);
  tally.same(
      'a cell tells what lies on it', await cell(page, 0).getAttribute('aria-label'),
      'row 1, column 1: L3, piece 1');
  tally.same('of how many', await page.textContent('#rank-total'), 'of 1\u202f514');
  await page.click('#walk-next');
  await page.waitForFunction(() => document.querySelector('#live').textContent === 'Covering 2');
  tally.check('the next is another', JSON.stringify(await laid(page)) !== JSON.stringify(first));
  tally.same('number 2', await page.inputValue('#rank'), '2');
  await page.click('#walk-previous');
  tally.same('back at the first', await laid(page), first);
  await page.fill('#rank', '1514');
  await page.press('#rank', 'Enter');
  await page.waitForFunction(() => document.querySelector('#live').textContent === 'Covering 1514');
  tally.check('the last has no next', await page.locator('#walk-next').isDisabled());
  await page.fill('#rank', '99999999999999999999');
  await page.press('#rank', 'Enter');
  tally.same('no further than the last', await page.inputValue('#rank'), '1514');
  const seen = new Set();
  for (let k = 0; k < 6; k++) {
    await page.click('#walk-random');
    seen.add(await page.inputValue('#rank'));
  }
  tally.check(
      'random ones differ and exist', seen.size > 3 && [...seen].every((n) => n >= 1 && n <= 1514),
      [...seen]);
  await page.click('[aria-label="Decrease rows"]');
  await count(page, '0');
  await waitStatus(page, 'no covering');
  tally.same('none to walk through', (await laid(page)).length, 0);
}

/* The fills of the pieces on the page, and in the program's picture of the same placements. */
const fillsOf = (page, what) => page.evaluate(async (colourBy) => {
  const {shown} = await import('/stage.js');
  const {toJson} = await import('/puzzle.js');
  const {puzzle} = await import('/store.js');
  const body = {puzzle: toJson(puzzle()), placements: shown(), colour_by: colourBy};
  const answer = await fetch(
      '/api/draw',
      {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)});
  const picture = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml');
  const drawn = [...picture.querySelectorAll('path')].filter((node) => node.querySelector('title'));
  const hex = (rgb) =>
      `#${rgb.match(/\d+/g).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
  return [
    [...document.querySelectorAll('#board-host .pieces .piece .fill')].map(
        (node) => hex(getComputedStyle(node).fill)),
    drawn.map((node) => node.getAttribute('fill'))
  ];
}, what);

const PUZZLES = [
  ['#board=8x6&pieces=I2:any', 4], ['#board=6x10&pieces=pentominoes', 12],
  ['#board=4x4x1&pieces=I2:any', 4], ['#board=4x6&pieces=L3:any&wrap=both', 4]
];

/* What the colours show: as in the program's pictures, and kept in the address. */
export async function colours(page, tally) {
  await page.click('#tab-walk');
  for (const [hash, most] of PUZZLES) {
    await page.evaluate((next) => {
      document.querySelector('#board-host .pieces').replaceChildren();
      location.hash = next;
    }, hash);
    await page.waitForSelector('#board-host .pieces .piece');
    await page.waitForFunction(() => document.querySelector('#rank-total').textContent);
    for (const what of ['piece', 'placement', 'orientation']) {
      await page.selectOption('#colour-by', what);
      const [page_, program] = await fillsOf(page, what);
      tally.check(`${hash}: pieces are coloured`, page_.length > 3, page_);
      tally.same(`${hash} by ${what}`, page_, program);
      const different = new Set(page_).size;
      const wanted = {piece: hash.includes('pent') ? 12 : 1, placement: page_.length}[what];
      tally.check(
          `${hash} by ${what}: colours`, wanted ? different === wanted : different <= most,
          different);
    }
    await page.waitForFunction(() => location.hash.endsWith('&colour-by=orientation'));
  }
  await page.selectOption('#colour-by', 'neighbour');
  const few = new Set((await fillsOf(page, 'neighbour'))[0]).size;
  tally.check('few colours', few >= 2 && few <= 7, few);
  await page.waitForFunction(() => location.hash.endsWith('&colour-by=neighbour'));
  await page.reload();
  await page.waitForFunction(() => document.querySelector('#colour-by').value === 'neighbour');
  await page.click('#tab-walk');
  await page.selectOption('#colour-by', '');
  await page.waitForFunction(() => !location.hash.includes('colour-by'));
  tally.check('the usual colours leave the address alone', true);
}

export async function heat(page, tally) {
  const texts = await page.evaluate(async () => {
    const {percent, share} = await import('/inks.js');
    const whole = 10n ** 30n;
    return [0n, 1n, whole / 250n, whole / 2n, whole - whole / 250n, whole - 1n, whole].map(
        (part) => percent(share(String(part), whole)));
  });
  tally.same('0% is never, 100% always', texts, ['0%', '<1%', '<1%', '50%', '99%', '99%', '100%']);
  await page.click('#tab-heat');
  await page.waitForSelector('.heat-side', {state: 'attached'});
  tally.check('sides', await page.locator('.heat-side').count() > 60);
  const inks = await page.$$eval(
      '.heat-side', (nodes) => new Set(nodes.map((node) => node.getAttribute('fill'))).size);
  tally.check('in many colours', inks > 10, inks);
  const figures = await page.locator('.percent').allTextContents();
  tally.same('each with its figure', figures.length, await page.locator('.heat-side').count());
  tally.check('in percent', figures.every((text) => /^(<1|\d\d?|100)%$/.test(text)), figures);
  const ratios = await page.$$eval('.percent', (nodes) => {
    const light = (rgb) => {
      const [r, g, b] = rgb.match(/[\d.]+/g)
                            .map((part) => part / 255)
                            .map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const grounds = document.querySelectorAll('.heat-side');
    return nodes.map((node, k) => {
      const ratio = light(getComputedStyle(node).fill) / light(getComputedStyle(grounds[k]).fill);
      return Math.max(ratio, 1 / ratio);
    });
  });
  tally.check('figures can be read', Math.min(...ratios) >= 4.5, Math.min(...ratios));
  await page.selectOption('#heat-what', 'L3');
  tally.same('cells', await page.locator('.heat-cell').count(), 48);
  tally.same(
      'a single piece covers each', await page.locator('.percent').first().textContent(), '100%');
  await openPuzzle(page, 'dominoes-torus');
  await page.waitForFunction(() => document.querySelectorAll('.heat-side').length === 40);
  tally.same('joined sides are drawn on both ends', await page.locator('.heat-side').count(), 40);
  await openPuzzle(page, 'pentominoes-3x20');
  await page.waitForSelector('#heat-what option[value="X5"]', {state: 'attached'});
  await page.waitForFunction(() => document.querySelectorAll('.heat-side').length);
  await page.selectOption('#heat-what', 'X5');
  tally.same(
      'the corner is never covered by X', await page.locator('.percent').first().textContent(),
      '0%');
  tally.same(
      'the scale ends with the most', await page.textContent('#legend-most'),
      'in 50% of the coverings');
}

export async function whyNone(page, tally, {again}) {
  await openPuzzle(page, 'mutilated-chessboard');
  tally.same('none', await count(page, '0'), '0');
  await page.waitForSelector('#why');
  tally.check(
      'why', (await page.textContent('#why-list')).includes('30 cells are dark and 32 are light'));
  await page.click('#fill');
  await waitStatus(page, 'cells can be covered');
  tally.check('the most', /^At most 60 cells/.test(await statusText(page)), await statusText(page));
  tally.same('thirty dominoes', (await laid(page)).length, 30);
  const narrow = await again('#board=1x2&pieces=L3:any');
  await narrow.waitForSelector('#why');
  tally.check(
      'cells are counted from 1',
      (await narrow.textContent('#why-list')).endsWith('reaches row 1, column 2.'),
      await narrow.textContent('#why-list'));
}

/* An endless count shows progress and stops when cancelled. */
export async function cancelling(page, tally) {
  const running = () =>
      page.evaluate(async () => (await (await fetch('/api/status')).json()).running);
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.waitForSelector('#progress-line');
  await page.waitForFunction(
      () => /^\d/.test(document.querySelector('#progress-text').textContent));
  await page.click('#tab-walk');
  await waitStatus(page, 'still running');
  tally.check('a covering meanwhile', (await laid(page)).length > 30);
  tally.check(
      'found by solve', asked.includes('/api/solve') && !asked.includes('/api/list'), asked);
  await page.click('#tab-edit');
  tally.check('time goes on', parseFloat(await page.textContent('#progress-text')) > 0);
  tally.same('it runs', await running(), 1);
  await page.click('#cancel');
  tally.check('cancelled', (await page.textContent('#number')).includes('cancelled'));
  let left = 1;
  for (let k = 0; k < 30 && left; k++) {
    await page.waitForTimeout(100);
    left = await running();
  }
  tally.same('nothing runs', left, 0);
  await page.click('#tab-walk');
  await waitStatus(page, 'number of coverings is not known');
  tally.check('one covering all the same', (await laid(page)).length > 30);
  await page.click('#tab-edit');
  tally.same('again?', await page.textContent('#cancel'), 'Count again');
  await page.click('#cancel');
  await page.waitForFunction(() => document.querySelector('#cancel').textContent === 'Cancel');
  tally.same('it runs again', await running(), 1);
  await page.fill('#rows', '2');
  await page.press('#rows', 'Enter');
  await page.fill('#columns', '5');
  await page.press('#columns', 'Enter');
  tally.same('a change overtakes it', await count(page, '5'), '5');
}

/* The page reports that the server is gone and continues when it is back. */
export async function offline(page, tally) {
  await count(page, '1514');
  await page.context().setOffline(true);
  await press(page, 0);
  await page.waitForFunction(
      () => document.querySelector('#number').textContent.includes('still running?'));
  await page.context().setOffline(false);
  await press(page, 0);
  tally.same('back again', await count(page, '1514'), '1514');
}

/* Streams that end too early, and streams cancelled while lines are waiting. */
export async function streams(page, tally) {
  await count(page, '1514');
  const halves = '{"event":"progress","seconds":1}\n{"event":"do';
  await page.route('**/api/count', (route) => route.fulfill({body: halves}));
  await press(page, 0);
  await page.waitForFunction(
      () => document.querySelector('#number').textContent
          === 'The connection ended before the answer was complete.');
  const [seen, how] = await page.evaluate(async () => {
    const {Slot} = await import('/ask.js');
    const slot = new Slot(), lines = [];
    globalThis.fetch = async () => new Response('{"event":"step"}\n'.repeat(3));
    const see = (line) => lines.push(line) && slot.cancel();
    const end = await slot.run('trace', {}, see).catch(({name}) => name);
    return [lines.length, end];
  });
  tally.same('lines after it was left', [seen, how], [1, 'AbortError']);
}
