// An icon outside of the small file of paths loads the full set of 90 kB, on a phone before the first form.
import { expect, it } from 'vitest';
import { iconNames } from 'codegen/declaredIcons.ts';
import { icons } from 'src/model/generated/loadedIcons.ts';
import { textOf, typescriptIn } from 'tests/architecture/sourceFiles.ts';

/** Attributes and constants that name an icon, up to the end of the line. */
const ICON_PLACES = /(?:\bicon|Icon|ICON)s?\b[^;\n]{0,120}/g;

it('[GEO-01] every icon that the code shows is in the file of paths that loads after the first paint', () => {
  const known = new Set(iconNames);
  const shown = typescriptIn(['src/client', 'src/domain']).flatMap((path) =>
    [...textOf(path).matchAll(ICON_PLACES)].flatMap(([place]) =>
      [...place.matchAll(/['"]([a-z]+(?:-[a-z]+)*)['"]/g)].flatMap(([, name = '']) => (known.has(name) ? [name] : [])),
    ),
  );
  expect(new Set(shown).size).toBeGreaterThan(80);
  expect([...new Set(shown)].filter((name) => !(name in icons))).toEqual([]);
});
