// Disconnects a reader that takes nothing. A file that is not streamed, such as a database, sends nothing until it is complete; its reader
// is not to blame.

import type { ServerResponse } from 'node:http';
import type { ExportSlot } from 'src/server/exchange/exportSlots.ts';

/** Time after which a client that reads nothing is disconnected. */
const SILENCE_MS = 60_000;

export const endSilence = (
  response: Pick<ServerResponse, 'on' | 'setTimeout' | 'destroy'>,
  slot: Pick<ExportSlot, 'isWaiting'>,
): void => {
  response.on('timeout', () => {
    if (slot.isWaiting()) response.destroy();
    else response.setTimeout(SILENCE_MS);
  });
  response.setTimeout(SILENCE_MS);
};
