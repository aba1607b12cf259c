/* Requests to the server.  A job answers with one JSON object per line while it runs; an
   AbortController cancels it.  Every failure is an Error with a message for the user. */

import {message} from './words.js';

const BUSY_TRIES = 5;

class Refused extends Error {
  constructor(status, message, atLeast) {
    super(message);
    this.status = status;
    this.atLeast = atLeast;
  }
}

/* Whether the puzzle was sent as text, so that lines and columns in messages are useful. */
const hasText = (body) => typeof body?.puzzle === 'string';

export const wasCancelled = (error) => error.name === 'AbortError';

const pause = (ms, signal) => new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, ms);
  signal?.addEventListener('abort', () => {
    clearTimeout(timer);
    reject(new DOMException('left', 'AbortError'));
  }, {once: true});
});

async function reach(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (wasCancelled(error))
      throw error;
    throw new Refused(0, 'The server does not answer. Is boardcover serve still running?');
  }
}

async function send(path, body, signal) {
  const options = {
    method: 'POST',
    signal,
    body: JSON.stringify(body),
    headers: {'Content-Type': 'application/json'}
  };
  let response = await reach(path, options);
  for (let k = 1; response.status === 429 && k < BUSY_TRIES; k++) {
    await pause(150 * k, signal);
    response = await reach(path, options);
  }
  if (!response.ok)
    throw new Refused(response.status, message(await response.text(), hasText(body)));
  return response;
}

async function get(path) {
  const response = await reach(path, {});
  if (!response.ok)
    throw new Refused(response.status, message(await response.text(), false));
  return response;
}

export const getJson = async (path) => (await get(path)).json();
export const getText = async (path) => (await get(path)).text();
export const postText = async (path, body, signal) => (await send(path, body, signal)).text();
export const postBlob = async (path, body, signal) => (await send(path, body, signal)).blob();

/* Reads the next part of a stream; a broken stream counts as ended. */
async function readPart(reader) {
  try {
    return await reader.read();
  } catch (error) {
    if (wasCancelled(error))
      throw error;
    return {done: true};
  }
}

/* Yields the complete lines of a stream as they arrive. */
async function* linesOf(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await readPart(reader); !part.done; part = await readPart(reader)) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop();
    yield* lines.filter((line) => line);
  }
}

/* Runs a job.  SEE receives each object but the last, which is returned; an error line is thrown.
   After the job is cancelled, SEE receives nothing more. */
async function job(name, body, {signal, see} = {}) {
  const response = await send(`/api/${name}`, body, signal);
  for await (const line of linesOf(response)) {
    signal?.throwIfAborted();
    const object = JSON.parse(line);
    if (object.event === 'done')
      return object;
    if (object.event === 'error')
      throw new Refused(object.status, message(object.message, hasText(body)), object.at_least);
    see?.(object);
  }
  throw new Refused(0, 'The connection ended before the answer was complete.');
}

/* Runs one job at a time: a new job cancels the previous one. */
export class Slot {
  async run(name, body, see) {
    this.cancel();
    const controller = new AbortController();
    this.controller = controller;
    try {
      return await job(name, body, {signal: controller.signal, see});
    } finally {
      if (this.controller === controller)
        this.controller = null;
    }
  }

  cancel() {
    this.controller?.abort();
    this.controller = null;
  }

  get busy() {
    return Boolean(this.controller);
  }
}
