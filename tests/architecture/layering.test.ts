// Tests that the top folders import only what the architecture allows, and that there are no import cycles.
import { describe, expect, it } from 'vitest';
import { FOLDER_LIST_FILES } from 'codegen/folderLists.ts';
import { circles, type Import, importGraph } from 'tests/architecture/importGraph.ts';
import { textOf, typescriptIn } from 'tests/architecture/sourceFiles.ts';

type Rule = { readonly from: RegExp; readonly may: RegExp };

const mains = /^src\/(server\/(main|commandLine)\.ts|client\/main\.tsx)$/;

// The first match wins. A folder may always import itself; the linter and the compiler check packages.
const rules: readonly Rule[] = [
  { from: mains, may: /^src\// },
  { from: /^src\/base\//, may: /^src\/base\// },
  { from: /^src\/model\//, may: /^src\/(base|model)\// },
  { from: /^src\/generated\//, may: /^src\/(base|model|generated)\// },
  { from: /^src\/server\//, may: /^src\/(base|model|server)\// },
  { from: /^src\/client\//, may: /^src\/(base|model|client)\// },
  {
    from: /^src\/domain\/(.*\.server\.ts|server\.ts)$/,
    may: /^src\/(base|model|generated|domain)\/|^src\/server\/extend\.ts$/,
  },
  {
    from: /^src\/domain\//,
    may: /^src\/(base|model|generated|domain)\/|^src\/client\/extend(Account|Device|Forms|Frame|Imports|Lazy|Letters|Listing|Map|Media|Messages|Page|Workflow)?\.ts$/,
  },
  { from: /^codegen\//, may: /^(codegen|src\/base|src\/model|schemas)\// },
  { from: /^stories\//, may: /^(stories|schemas|tests\/toy|src\/(base|model|client|generated|domain))\// },
];

const inside = /^(src|codegen|tests|stories|schemas)\//;
const graph = importGraph(typescriptIn(['src', 'codegen', 'stories'], { generated: true }));
const edges = [...graph].flatMap(([from, targets]) =>
  targets.filter(({ to }) => inside.test(to)).map(({ to }) => ({ from, to })),
);

const breaks = ({ from, to }: { from: string; to: string }): boolean => {
  const rule = rules.find((candidate) => candidate.from.test(from));
  return rule === undefined || !rule.may.test(to);
};

/** The lists that the compiler makes belong to no area. */
const areaOf = (path: string): string | undefined => /^src\/domain\/(?!generated\/)([^/]+)\//.exec(path)?.[1];

describe('layering', () => {
  it('sees the rooms at all', () => {
    expect(graph.size).toBeGreaterThan(20);
    expect(edges.length).toBeGreaterThan(20);
  });

  it('lets a folder import only the folders below it', () => {
    expect(edges.filter(breaks).map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  it('keeps one domain area out of another', () => {
    const across = edges.filter(({ from, to }) => {
      const [a, b] = [areaOf(from), areaOf(to)];
      return a !== undefined && b !== undefined && a !== b;
    });
    expect(across.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  it('lets an area write items only through the rules', () => {
    const writes = /\bitems\s*\.\s*(?:write|insert|remove|reindex|discard|restore)\b/g;
    const areas = typescriptIn(['src/domain']);
    expect(areas.flatMap((path) => [...textOf(path).matchAll(writes)].map(([call]) => `${path}: ${call}`))).toEqual([]);
  });

  it('lets the compiler run where nothing has been generated yet', () => {
    const loaded = new Set(['codegen/commands.ts']);
    for (const path of loaded)
      for (const { to, kind } of graph.get(path) ?? []) if (kind !== 'type' && inside.test(to)) loaded.add(to);
    expect(loaded.size).toBeGreaterThan(20);
    // The lists of kinds are written before the compiler loads.
    const compiled = [...loaded].filter((path) => path.includes('/generated/'));
    expect(compiled.filter((path) => !FOLDER_LIST_FILES.includes(path))).toEqual([]);
  });

  it('has no import circle', () => {
    expect(circles(graph).map((circle) => circle.join(' -> '))).toEqual([]);
  });

  it('would see a circle', () => {
    const value = (to: string): Import[] => [{ to, kind: 'value' }];
    const circular = new Map([
      ['a', value('b')],
      ['b', value('c')],
      ['c', value('a')],
    ]);
    expect(circles(circular)).toEqual([['a', 'b', 'c', 'a']]);
    expect(circles(new Map([...circular, ['c', [{ to: 'a', kind: 'type' }]]]))).toEqual([]);
  });
});
