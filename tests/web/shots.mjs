/* Makes the pictures of docs/PAGE.md: node shots.mjs ADDRESS FOLDER, with boardcover serve at
 * ADDRESS. */

import {join} from 'node:path';
import {count, openPage, openPuzzle, startBrowser, waitStatus} from './browser/driver.mjs';

const PHONE = {
  viewport: {width: 360, height: 720},
  hasTouch: true,
  isMobile: true
};
const [address, folder] = process.argv.slice(2);
const {browser, leave} = await startBrowser();

/* Takes one picture of the page in a window of this KIND, after STEPS. */
async function shoot(name, kind, steps) {
  const context = await browser.newContext({reducedMotion: 'reduce', ...kind});
  const page = await openPage(context, address, '', []);
  await steps(page);
  await page.evaluate(() => document.activeElement.blur());
  await page.mouse.move(0, 0);
  await page.waitForTimeout(300);
  await page.screenshot({path: join(folder, name)});
  await context.close();
}

await shoot('page.png', {viewport: {width: 1180, height: 770}}, async (page) => {
  await openPuzzle(page, 'pentominoes-6x10');
  await count(page, '9356');
  await page.click('#tab-walk');
  await page.fill('#rank', '2339');
  await page.press('#rank', 'Enter');
  await page.waitForFunction(() => document.querySelector('#live').textContent === 'Covering 2339');
});
await shoot('page-phone.png', {...PHONE, colorScheme: 'dark'}, async (page) => {
  await openPuzzle(page, 'tetrahexes-coin');
  await page.click('#tab-play');
  await waitStatus(page, 'to finish');
  for (let k = 1; k <= 3; k++) {
    await page.click('#hint');
    await page.waitForFunction(
        (n) => document.querySelectorAll('#board-host .pieces .piece').length === n, k);
    await waitStatus(page, 'to finish');
  }
});
await leave();
