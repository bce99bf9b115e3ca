// A text from any door, opened: the envelope in it, or why it is none. Kept apart from dispatch, so that a socket can see
// what a frame asks before its turn comes.

import type { Envelope } from 'src/model/generated/wire.ts';
import { isProblem, type Problem } from 'src/model/problems.ts';
import { addressOf } from 'src/model/wire/addressOf.ts';
import { parseEnvelope, splitOperation } from 'src/model/wire/envelope.ts';

export interface Frame {
  /** First segment of `o`; empty when it could not be told. */
  readonly name: string;
  readonly request: Envelope | undefined;
  readonly refused: Problem | undefined;
  readonly address: { readonly o: string; readonly s?: string | undefined };
}

export const openFrame = (text: string): Frame => {
  try {
    const request = parseEnvelope(text);
    return { name: splitOperation(request.o).name, request, refused: undefined, address: request };
  } catch (error) {
    if (!isProblem(error)) throw error;
    const address = addressOf(text);
    return { name: splitOperation(address.o).name, request: undefined, refused: error, address };
  }
};
