// Sends a file to a product world as a browser does, in one piece.

import { expect } from 'vitest';
import type { ProductWorld } from 'tests/product/productWorld.ts';

interface Sent {
  readonly actor: string;
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

/** Returns what names the upload in the value of a property or the input of an action. */
export const uploadTo = async (world: ProductWorld, { actor, name, content }: Sent): Promise<string> => {
  const { origin } = new URL((await world.get(actor, '/api/health')).url);
  const metadata = `filename ${Buffer.from(name).toString('base64')}`;
  const headers = { authorization: `Bearer ${world.tokenOf(actor)}`, 'tus-resumable': '1.0.0' };
  const bytes = Buffer.from(content as string);
  const made = await fetch(`${origin}/api/upload`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  });
  const place = new URL(made.headers.get('location') ?? '', origin);
  const type = 'application/offset+octet-stream';
  const patch = { ...headers, 'upload-offset': '0', 'content-type': type };
  expect((await fetch(place, { method: 'PATCH', headers: patch, body: bytes })).status).toBe(204);
  return `upload:${place.pathname.split('/').at(-1) ?? ''}`;
};
