// Puts the stories of stories/declared/ into the index once for each item type and each screen of an area, read from its area.json:
// a new type has its stories by being declared.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Indexer, IndexInput } from 'storybook/internal/types';

interface DeclaredScreen {
  readonly path: string;
  readonly search?: { readonly types: readonly string[] };
}

interface DeclaredArea {
  readonly key: string;
  readonly types: readonly string[];
  readonly screens?: readonly DeclaredScreen[];
}

interface DeclaredView {
  readonly form: readonly unknown[];
}

const folder = join(import.meta.dirname, '../stories/declared');

const story = (file: string, title: string, exportName: string, name = exportName): IndexInput => ({
  ...{ type: 'story', title, exportName, name, importPath: join(folder, file) },
});

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** Screens of an area that list the same types differ by what they ask for alone: empty, failed and forbidden they look alike. */
const looksAlike = (one: DeclaredScreen, other: DeclaredScreen): boolean =>
  one.search !== undefined && JSON.stringify(one.search.types) === JSON.stringify(other.search?.types);

const storiesOf = (area: string): IndexInput[] => {
  const { key, types, screens = [] } = read(area) as DeclaredArea;
  const namesOf = (type: string): string[] => {
    const { form } = read(join(dirname(area), `${type}.view.json`)) as DeclaredView;
    return ['Displays', 'Page', ...(form.length > 0 ? ['Forms'] : []), 'States'];
  };
  return [
    ...types.flatMap((type) => namesOf(type).map((name) => story('Type.stories.tsx', `types/${key}/${type}`, name))),
    // The types of step kinds differ in their own properties alone, so their forms stand in one story.
    ...(existsSync(join(dirname(area), 'steps.json'))
      ? [story('Type.stories.tsx', `types/${key}/Steps`, 'Steps')]
      : []),
    ...screens.flatMap((screen, index) => {
      const title = `screens/${screen.path}`;
      const isShown = screens.slice(0, index).some((before) => looksAlike(screen, before));
      const states = isShown ? [] : [story('Screen.stories.tsx', title, 'States')];
      return [story('Screen.stories.tsx', title, 'Screen', screen.path), ...states];
    }),
  ];
};

export const declaredStories: Indexer = {
  test: /schemas[\\/]\w+[\\/]area\.json$|stories[\\/]declared[\\/]\w+\.stories\.tsx$/,
  createIndex: async (fileName) => (basename(fileName) === 'area.json' ? storiesOf(fileName) : []),
};
