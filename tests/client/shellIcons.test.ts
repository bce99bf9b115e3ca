// An icon outside of the client's own few brings the whole set with it, 90 kB on every first page that shows it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shellIcons } from 'src/client/ui/shellIcons.ts';
import { expect, it } from 'vitest';

/** Values of `icon` anywhere in the declarations. */
const iconsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'icon' && typeof inner === 'string' ? [inner] : iconsIn(inner),
  );
};

it('[EXPERIENCE] every icon that a declaration names comes with those of the client', () => {
  const files = readdirSync('schemas', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.json') && !name.startsWith('meta'),
  );
  const named = new Set(files.flatMap((name) => iconsIn(JSON.parse(readFileSync(join('schemas', name), 'utf8')))));
  expect(named.size).toBeGreaterThan(20);
  expect([...named].filter((name) => !Object.hasOwn(shellIcons, name))).toEqual([]);
});
