// Adds the stories of stories/declared/ to the index, once for each item type and each screen of an area. The areas are read from their
// area.json, so a newly declared type gets its stories automatically.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Indexer, IndexInput } from 'storybook/internal/types';
import { screenStoryName } from '../stories/declared/screenTitles.ts';

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

/** Returns whether both screens list the same types. Such screens look the same when they are empty, failed or forbidden. */
const looksAlike = (one: DeclaredScreen, other: DeclaredScreen): boolean =>
  one.search !== undefined && JSON.stringify(one.search.types) === JSON.stringify(other.search?.types);

/** Returns the English messages of all areas: an area may name a screen of another, as the organisations name a screen of the administrators. */
const messagesBelow = (schemas: string): Readonly<Record<string, string>> =>
  Object.assign(
    {},
    ...readdirSync(schemas, { recursive: true, encoding: 'utf8' })
      .filter((name) => /[\\/]messages[^\\/]*\.en\.json$/.test(name))
      .map((name) => read(join(schemas, name))),
  );

const storiesOf = (area: string): IndexInput[] => {
  const { key, types, screens = [] } = read(area) as DeclaredArea;
  const messages = messagesBelow(join(dirname(area), '..'));
  const namesOf = (type: string): string[] => {
    const { form } = read(join(dirname(area), `${type}.view.json`)) as DeclaredView;
    return ['Displays', 'Declaration', 'Page', ...(form.length > 0 ? ['Forms'] : []), 'States'];
  };
  return [
    ...types.flatMap((type) => namesOf(type).map((name) => story('Type.stories.tsx', `types/${key}/${type}`, name))),
    // The types of step kinds differ only in their own properties, so one story shows all of their forms.
    ...(existsSync(join(dirname(area), 'steps.json'))
      ? [story('Type.stories.tsx', `types/${key}/Steps`, 'Steps')]
      : []),
    ...screens.flatMap((screen, index) => {
      const title = `screens/${key}/${screenStoryName(screen.path, screens, messages)}`;
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
