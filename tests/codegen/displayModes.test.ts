// The modes that schemas name are those of the one registry.
import { expect, it } from 'vitest';
import { DISPLAY_MODES } from 'src/model/schema/TypeView.ts';
import { filesIn, textOf } from 'tests/architecture/sourceFiles.ts';

const listsIn = (value: unknown): string[][] => {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(listsIn);
  return Array.isArray(value) && value[0] === DISPLAY_MODES[0] ? [value as string[], ...inside] : inside;
};

it('[CELL-05] every list of display modes in the schemas is the whole list', () => {
  const found = filesIn('schemas/meta', 'schemas/engine')
    .filter((path) => path.endsWith('.json'))
    .flatMap((path) => listsIn(JSON.parse(textOf(path))));
  expect(found.length).toBeGreaterThan(2);
  for (const list of found) expect(list).toEqual(DISPLAY_MODES);
});
