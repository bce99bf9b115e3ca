// The modes of displays have one source: the folders of the client's displays.
import { expect, it } from 'vitest';
import { DISPLAY_MODES } from 'src/model/generated/displays.ts';
import { filesIn, textOf } from 'tests/architecture/sourceFiles.ts';

const FOLDER = /^src\/client\/displays\/([^/]+)\//;
const modeOf = (path: string): string | undefined => FOLDER.exec(path)?.[1]?.toUpperCase();

it('[CELL-05] has a mode for each folder of a display, and no other', () => {
  const folders = new Set(filesIn('src/client/displays').flatMap((path) => modeOf(path) ?? []));
  expect([...folders].toSorted()).toEqual([...DISPLAY_MODES].toSorted());
});

it('[CELL-05] writes the list of modes into no schema', () => {
  const quoted = DISPLAY_MODES.map((mode) => `"${mode}"`);
  const written = filesIn('schemas/meta', 'schemas/engine')
    .filter((path) => path.endsWith('.schema.json'))
    .filter((path) => quoted.every((mode) => textOf(path).includes(mode)));
  expect(written).toEqual([]);
});

it('[CELL-05] compares with the name of a mode only in its own folder', () => {
  const compared = new RegExp(`(?<!kind) [!=]==? '(${DISPLAY_MODES.join('|')})'`);
  const found = filesIn('src/client').filter(
    (path) => /\.tsx?$/.test(path) && modeOf(path) === undefined && compared.test(textOf(path)),
  );
  expect(found).toEqual([]);
});
