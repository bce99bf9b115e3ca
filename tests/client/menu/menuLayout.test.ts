// The navigation shows at most twelve entries with each open area and any pins, and an entry that is shown keeps its place.
import { describe, expect, it } from 'vitest';
import { MAX_MENU_ENTRIES, MAX_PINS, menuLayout, orderedAreas, ownMenuFrom } from 'src/client/menu/menuLayout.ts';
import type { MenuNode } from 'src/client/navigation/menuTree.ts';
import type { Screen } from 'src/model/schema/Registry.ts';

const node = (key: string, children: readonly MenuNode[] = [], more: Partial<Screen> = {}): MenuNode => ({
  ...{ key, title: key, to: `/${key}`, icon: 'document', children },
  screen: { path: key, area: 'zoo', ...(children.length > 0 ? { parent: true } : {}), ...more },
});
const pages = (area: string, count: number): readonly MenuNode[] =>
  Array.from({ length: count }, (_, at) => node(`${area}.page${at}`));
const AREAS = ['ants', 'birds', 'cats', 'dogs', 'elks', 'foxes', 'goats', 'hares', 'admin'].map((key) =>
  node(key, pages(key, 9)),
);
const keysOf = (nodes: readonly MenuNode[]): readonly string[] => nodes.map(({ key }) => key);
const layoutOf = (open: string | undefined, here = open, areas: readonly MenuNode[] = AREAS) =>
  menuLayout({ areas, open, here, fixed: 3, last: 'admin' });

describe('[EXPERIENCE] entries of the navigation', () => {
  it('are at most twelve for every open area, page and number of pins, with space for the unsaved work', () => {
    for (const fixed of [3, 3 + MAX_PINS])
      for (const count of [1, 2, 5, 6, AREAS.length])
        for (const open of [undefined, ...keysOf(AREAS)])
          for (const here of [undefined, ...AREAS.flatMap(({ key }) => [key, `${key}.page0`, `${key}.page8`])]) {
            const areas = AREAS.slice(-count);
            const layout = menuLayout({ areas, open, here, fixed, last: 'admin' });
            const { further, current, rest } = layout;
            const single = Number(further !== undefined) + Number(current !== undefined) + Number(rest.length > 0);
            const unsaved = 1;
            const shown = fixed + unsaved + layout.areas.length + layout.pages.length + single;
            expect(shown).toBeLessThanOrEqual(MAX_MENU_ENTRIES);
            expect([...layout.areas, ...rest]).toHaveLength(count);
            expect(layout.areas.at(-1)?.key).toBe('admin');
            const known = [...layout.areas, ...(further ? [further] : [])];
            if (open !== undefined && areas.some(({ key }) => key === open)) expect(keysOf(known)).toContain(open);
          }
  });

  it('keep their places while a person moves about: other areas and pages are added below', () => {
    const lasting = ['ants', 'birds', 'cats', 'admin'];
    for (const open of [undefined, ...keysOf(AREAS)]) expect(keysOf(layoutOf(open).areas)).toEqual(lasting);
    expect(layoutOf('cats').further).toBeUndefined();
    const first = ['cats.page0', 'cats.page1'];
    for (const here of ['home', 'cats', ...keysOf(pages('cats', 9))]) {
      const { pages: shown, current } = layoutOf('cats', here);
      expect(keysOf(shown)).toEqual(first);
      expect(current?.key).toBe(here.startsWith('cats.') && !first.includes(here) ? here : undefined);
    }
    const { further, pages: shown, current } = layoutOf('goats', 'goats.page7');
    expect([further?.key, keysOf(shown), current?.key]).toEqual(['goats', ['goats.page0'], 'goats.page7']);
  });

  it('contain the area of the page that a person has folded', () => {
    const { further, current } = layoutOf('cats', 'goats.page7');
    expect([further?.key, current]).toEqual(['goats', undefined]);
  });

  it('show the main pages with a number first where there is space for few', () => {
    const ranked = [node('zoo.a', [], { main: true }), node('zoo.b', [], { main: 2 }), node('zoo.c', [], { main: 1 })];
    const areas = [node('zoo', ranked), ...pages('other', 9)];
    const { pages: shown } = menuLayout({ areas, open: 'zoo', here: undefined, fixed: 3, last: 'admin' });
    expect(shown.map(({ key }) => key)).toEqual(['zoo.b', 'zoo.c']);
  });

  it('show all areas where there is space, and the main pages of the open area first', () => {
    expect(layoutOf('admin', 'home', AREAS.slice(5)).rest).toEqual([]);
    const waiting = node('zoo.0', [], { unlessEmpty: true });
    const area = node('zoo', [waiting, node('zoo.a'), node('zoo.c', [], { main: true }), ...pages('zoo', 4)]);
    expect(keysOf(layoutOf('zoo', 'home', [area, ...AREAS]).pages)).toEqual(['zoo.a', 'zoo.c']);
    // A list that is offered only while it has results replaces no page.
    const { children } = area;
    expect(keysOf(layoutOf('zoo', 'home', [{ ...area, children: children.slice(1) }, ...AREAS]).pages)).toEqual([
      'zoo.a',
      'zoo.c',
    ]);
    // A person with one area sees all of its pages where there is space.
    const few = node('zoo', pages('zoo', 6));
    expect(keysOf(layoutOf('zoo', 'home', [few]).pages)).toEqual(keysOf(few.children));
  });

  it('follow the order of the person, with the administration last and an area of one page as this page', () => {
    const areas = [node('admin', pages('admin', 2)), node('birds', pages('birds', 2)), node('cats', pages('cats', 1))];
    expect(keysOf(orderedAreas(areas, [], 'admin'))).toEqual(['birds', 'cats.page0', 'admin']);
    expect(keysOf(orderedAreas(areas, ['cats.page0'], 'admin'))).toEqual(['cats.page0', 'birds', 'admin']);
  });

  it('reads what is stored and ignores everything else', () => {
    expect(ownMenuFrom({ order: ['a', 1], pins: ['/1', '/2', '/3', '/4'] }).pins).toEqual(['/1', '/2', '/3']);
    expect(ownMenuFrom('old')).toEqual({ order: [], pins: [] });
  });
});
