// Forms load when a person edits: the rest of the client imports them by `import()` only, and reading values needs none of them.

import { expect, it } from 'vitest';
import { importGraph } from 'tests/architecture/importGraph.ts';
import { typescriptIn } from 'tests/architecture/sourceFiles.ts';

const graph = importGraph(typescriptIn(['src/client']));

const reached = (start: string): ReadonlySet<string> => {
  const seen = new Set([start]);
  for (const path of seen) for (const { to, kind } of graph.get(path) ?? []) if (kind === 'value') seen.add(to);
  return seen;
};

it('nothing of RJSF is in the first paint', () => {
  const first = reached('src/client/main.tsx');
  expect(first.size).toBeGreaterThan(20);
  expect(
    [...first].filter(
      (path) => path.startsWith('@rjsf/') || /client\/forms\/(theme|fields|widgets|session)\//.test(path),
    ),
  ).toEqual([]);
});

it('values as read need none of the form machinery', () => {
  const reading = reached('src/client/forms/PropertyValue.tsx');
  expect(reading.size).toBeGreaterThan(10);
  expect(
    [...reading].filter(
      (path) => path.startsWith('@rjsf/') || /client\/forms\/(theme|fields|widgets|session)\//.test(path),
    ),
  ).toEqual([]);
});
