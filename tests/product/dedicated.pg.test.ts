// What only a dedicated installation allows, over the wire; docs/ACCESS.md says it below its tables.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

let world: ProductWorld;
beforeAll(async () => {
  world = await openProductWorld({ dedicated: true });
});
afterAll(() => world.stop());

const ACTORS = ['visitor', 'stranger', 'member', 'protected reader', 'private reader', 'owner administrator'];

it('[PERM-07] readers of what is protected and owner administrators make Contacts on a dedicated installation', async () => {
  const allowed: string[] = [];
  for (const actor of ACTORS) {
    const { firstName, lastName, _related } = (await world.newBody({
      type: 'Contact',
      level: 'COMMUNITY',
      mark: actor,
    })) as Readonly<Record<string, Json>>;
    const answer = await world.ask(actor, 'create/Contact', {
      firstName: firstName ?? 'A',
      lastName: lastName ?? 'B',
      _related: _related ?? world.own,
    });
    if ('ok' in answer) allowed.push(actor);
  }
  expect(allowed).toEqual(['protected reader', 'private reader', 'owner administrator']);
  expect(readFileSync('docs/ACCESS.md', 'utf8')).toContain(
    `On a dedicated installation also create: ${allowed.join(', ')}.`,
  );
});
