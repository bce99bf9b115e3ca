import { expect, it } from 'vitest';
import { factPaths } from 'src/client/displays/RowSummary.tsx';
import { registry } from 'src/generated/registry.client.ts';

it('[CELL-05] a wide list shows no value of a row twice', () => {
  const shown = Object.values(registry.types).map((type) => {
    const paths = factPaths(type).filter((path) => path !== undefined);
    return [type.name, [...(type.view.row?.summary ?? []), ...paths]] as const;
  });
  expect(shown.filter(([, paths]) => new Set(paths).size < paths.length)).toEqual([]);
  expect(new Map(shown).get('Lexeme')).toContain('speakers');
});
