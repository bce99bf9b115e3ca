// Tests that each declared value list is a choice somewhere: a property, the files of a type or a workflow names it.
import { expect, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import { filesIn, textOf } from 'tests/architecture/sourceFiles.ts';

/** Declarations of the value lists themselves, and files that only repeat or word other declarations. */
const namesOnly = /^schemas\/(?:meta\/|lock\.json$|\w+\/(?:lists|messages\.[\w.]+)\.json$)/u;

const declarations = filesIn('schemas')
  .filter((path) => path.endsWith('.json') && !namesOnly.test(path))
  .map(textOf);

it('[LOV-01] every value list is used by a declaration', () => {
  const lists = Object.keys(registry.lists);
  expect(lists.length).toBeGreaterThan(30);
  const unused = lists.filter((name) => !declarations.some((text) => text.includes(JSON.stringify(name))));
  expect(unused).toEqual([]);
});
