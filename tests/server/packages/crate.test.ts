// Addresses in the description of a package.

import { expect, it } from 'vitest';
import { crateMetadata } from 'src/server/packages/crate.ts';

it('[ARCH-01] a crate names files with signs of addresses by addresses that lead to them', () => {
  const path = 'files/Attachment-1/歌 song #2? 50%.txt';
  const facts = { format: 1, product: '1', registry: '', owner: null, written: '2026-03-01T00:00:00Z', history: false };
  const content = { name: 'All', typeNames: {}, named: new Map(), files: [{ path, size: 1, sha256: 'aa' }] };
  const text = [...crateMetadata({ ...content, facts: { ...facts, records: {}, files: 1 } })].join('');
  const ids = [...text.matchAll(/"@id":"(files[^"]+)"/g)].map(([, id = '']) => id);
  expect(ids.length).toBe(2);
  for (const id of ids) expect(id).toContain('歌%20song%20%232%3F');
  for (const id of ids) expect(decodeURIComponent(new URL(id, 'https://example.org/').pathname)).toBe(`/${path}`);
});
