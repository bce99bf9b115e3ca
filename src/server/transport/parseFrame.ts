// Parses a text from the socket or from HTTP: returns the envelope or the reason why there is none. Separate from dispatch, so that a
// socket can see the operation of a frame before its turn. Texts that no operation accepts are refused before they are parsed.

import { OPERATIONS } from 'src/model/generated/operations.ts';
import type { Envelope } from 'src/model/generated/wire.ts';
import { isProblem, problem, type Problem } from 'src/model/problems.ts';
import { requestAddress, operationAskedFor } from 'src/model/wire/addressOf.ts';
import { parseEnvelope, splitOperation } from 'src/model/wire/envelope.ts';
import { maxEnvelopeLength } from 'src/server/limits.ts';

export interface Frame {
  /** First segment of `o`; empty when the text does not say it. */
  readonly name: string;
  readonly request: Envelope | undefined;
  readonly refused: Problem | undefined;
  readonly address: { readonly o: string; readonly s?: string | undefined };
  /** Characters of the text. */
  readonly size: number;
  /** When it came, in milliseconds since 1970: its deadline counts from here, however long it waits for its turn. */
  readonly arrived: number;
}

/** Shorter texts are always parsed: that is cheap, and the answer can name the error in the JSON. */
const WORTH_A_LOOK = 4_096;

const parsedFrame = (text: string): Envelope => {
  if (text.length <= WORTH_A_LOOK) return parseEnvelope(text);
  const { name } = splitOperation(operationAskedFor(text));
  if (name === '') return parseEnvelope(text);
  if (!Object.hasOwn(OPERATIONS, name)) throw problem('unknownOperation');
  if (text.length > maxEnvelopeLength(name)) throw problem('tooLarge');
  return parseEnvelope(text);
};

export const parseFrame = (text: string, arrived: number): Frame => {
  const size = text.length;
  try {
    const request = parsedFrame(text);
    return { name: splitOperation(request.o).name, request, refused: undefined, address: request, size, arrived };
  } catch (error) {
    if (!isProblem(error)) throw error;
    const address = requestAddress(text);
    return { name: splitOperation(address.o).name, request: undefined, refused: error, address, size, arrived };
  }
};
