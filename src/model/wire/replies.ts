// Builds the envelopes that a server sends: replies, refusals, pushes.

import type { Json } from 'src/model/item/Item.ts';
import type { Envelope, ErredBody } from 'src/model/generated/wire.ts';
import type { Problem } from 'src/model/problems.ts';

interface Address {
  readonly o: string;
  readonly s?: string | undefined;
}

const addressed = ({ o, s }: Address): Address => (s === undefined ? { o } : { o, s });

/** A reply repeats `o` and `s` of its request. */
export const replyTo = (request: Address, body: Json): Envelope => ({ ...addressed(request), b: body });

/** A push has no `s`. */
export const push = (o: string, body: Json): Envelope => ({ o, b: body });

/** Returns the body of a refusal. */
export const erredBody = ({ key, params, systemMessage }: Problem): ErredBody => ({
  userMessage: key,
  ...(params && { params }),
  ...(systemMessage !== undefined && { systemMessage }),
});

/** Returns the refusal of a request as an envelope. */
export const refusedReply = (request: Address, problem: Problem): Envelope => ({
  ...addressed(request),
  erred: true,
  b: erredBody(problem),
});
