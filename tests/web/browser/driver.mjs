/* Shared by the tests of the page: the browser, pages that record console errors, clicks on cells.
 */

import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {chromium} from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';
const ARGUMENTS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'
];

/* Counts the checks of one part of the tests. */
export class Tally {
  constructor(part) {
    Object.assign(this, {part, passed: 0, failed: 0});
  }

  /* Counts one check and prints DETAIL if it fails. */
  check(what, fine, detail = '') {
    if (fine) {
      this.passed++;
      return;
    }
    this.failed++;
    console.log(`FAILED browser: ${this.part}: ${what}`);
    if (detail !== '')
      console.log(`    ${typeof detail === 'string' ? detail : JSON.stringify(detail)}`);
  }

  same(what, got, wanted) {
    this.check(
        what, JSON.stringify(got) === JSON.stringify(wanted),
        `wanted ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`);
  }

  note(text) {
    console.log(`${this.part}: ${text}`);
  }
}

/* Starts a browser with an empty home folder, which leave () removes. */
export async function startBrowser() {
  const home = await mkdtemp(join(tmpdir(), 'boardcover-browser-'));
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ARGUMENTS,
    env: {...process.env, HOME: home, XDG_CONFIG_HOME: home}
  });
  return {
    browser,
    leave: async () => {
      await browser.close();
      await rm(home, {recursive: true, force: true});
    }
  };
}

/* Opens ADDRESS + HASH; console errors and foreign requests go to COMPLAINTS. */
export async function openPage(context, address, hash, complaints) {
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.stack}`));
  page.on('request', (request) => {
    const {protocol, origin} = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && origin !== new URL(address).origin)
      complaints.push(`asked ${request.url()}`);
  });
  await page.goto(address + hash);
  await page.waitForFunction(() => document.querySelector('#version').textContent);
  return page;
}

export const cell = (page, index, host = '#board-host') =>
    page.locator(`${host} [role="gridcell"]`).nth(index);

/* The centre of a cell in the window: the mean of its corners, which lies inside triangles, too. */
export async function middle(page, index, host = '#board-host') {
  const node = cell(page, index, host);
  return node.evaluate((path) => {
    const {top, bottom} = path.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight)
      path.scrollIntoView({block: 'center'});
    const points = path.getAttribute('d')
                       .match(/[-\d.]+ [-\d.]+/g)
                       .map(
                           (text) => new DOMPoint(...text.split(' ').map(Number))
                                         .matrixTransform(path.getScreenCTM()));
    return [
      points.reduce((sum, p) => sum + p.x, 0) / points.length,
      points.reduce((sum, p) => sum + p.y, 0) / points.length
    ];
  });
}

export async function press(page, index, host) {
  await page.mouse.click(...await middle(page, index, host));
}

export async function drag(page, from, to, steps = 12) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, {steps});
  await page.mouse.up();
}

export const signs = (page, host = '#board-host') => page.$$eval(
    `${host} [role="gridcell"]`,
    (nodes) => nodes.map((node) => ({hole: '#', cell: '.', maybe: '?'}[node.classList[1]] || 'L'))
                   .join(''));

/* The number shown on the page.  Waits until it is an answer, or WANTED if that is given. */
export async function count(page, wanted) {
  await page
      .waitForFunction(
          (digits) => {
            const node = document.querySelector('#number');
            const shown = node.textContent.replace(/\u202f/g, '');
            return !node.classList.contains('stale') && /^\d+$/.test(shown)
                && (!digits || shown === digits);
          },
          wanted)
      .catch(() => {});
  return (await page.textContent('#number')).replace(/\u202f/g, '');
}

export async function openPuzzle(page, name) {
  await page.click('#open-gallery');
  await page.click(`#gallery [data-name="${name}"]`);
  await page.waitForSelector('#gallery', {state: 'hidden'});
}

export const laid = (page) => page.$$eval(
    '#board-host .pieces .piece .fill', (nodes) => nodes.map((node) => node.getAttribute('d')));

export const statusText = (page) => page.textContent('#status');

export const waitStatus = (page, text) => page.waitForFunction(
    (wanted) => document.querySelector('#status').textContent.includes(wanted), text);
