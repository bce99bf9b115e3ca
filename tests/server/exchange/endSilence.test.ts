// Readers of exports that take nothing, in files that are streamed and in files that are sent when they are complete.

import { ServerResponse, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { endSilence } from 'src/server/exchange/endSilence.ts';

const silent = (isWaiting: boolean) => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const timeouts: number[] = [];
  response.setTimeout = (milliseconds) => {
    timeouts.push(milliseconds);
    return response;
  };
  endSilence(response, { isWaiting: () => isWaiting });
  response.emit('timeout');
  return { response, timeouts };
};

it('[EXCHANGE] a reader that takes nothing of a written part is disconnected', () => {
  const { response, timeouts } = silent(true);
  expect([response.destroyed, timeouts]).toEqual([true, [60_000]]);
});

it('[EXCHANGE] a reader that waits for a file that is not complete stays connected', () => {
  const { response, timeouts } = silent(false);
  expect([response.destroyed, timeouts]).toEqual([false, [60_000, 60_000]]);
});
