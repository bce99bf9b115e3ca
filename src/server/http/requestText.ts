// Texts of requests. Frames of sockets and bodies of routes are decoded here, so both are refused alike when they are not UTF-8.

import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { problem } from 'src/model/problems.ts';

/** Throws `parseRequestFailed` for bytes that are not UTF-8. */
export const decodeUtf8 = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) throw problem('parseRequestFailed');
  return bytes.toString('utf8');
};

/** Returns the body as text; empty for a request without one. */
export const bodyText = ({ body }: FastifyRequest): string =>
  decodeUtf8((body as Buffer | undefined) ?? Buffer.alloc(0));
