// Tests that the compact registry for browsers has everything that the full one has.
import { expect, it } from 'vitest';
import { compactRegistry, fullRegistry } from 'src/model/schema/compactRegistry.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';

it('[EXPERIENCE] derives names and facts that are false from a registry that is sent without them and without the tabs of forms', () => {
  const compact = compactRegistry(registry);
  const types = Object.entries(registry.types).map(([name, type]) => [
    name,
    { ...type, view: { ...type.view, form: [] } },
  ]);
  expect(fullRegistry(compact)).toEqual({ ...registry, notices: {}, types: Object.fromEntries(types) });
  expect(JSON.stringify(compact)).not.toMatch(/"(?:many|required|readOnly)":false/);
  expect(JSON.stringify(compact).length).toBeLessThan(JSON.stringify(registry).length * 0.8);
});
