// The navigation shows at most twelve entries with each open area and any pins.
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

describe('[EXPERIENCE] entries of the navigation', () => {
  it('are at most twelve for every open area, page and number of pins', () => {
    for (const [fixed, passing] of [
      [3, 0],
      [3, 1],
      [3 + MAX_PINS, 0],
      [3 + MAX_PINS, 1],
    ] as const)
      for (const open of [undefined, ...keysOf(AREAS)])
        for (const here of [undefined, 'admin.page8', 'ants.page0']) {
          const layout = menuLayout({ areas: AREAS, open, here, fixed, passing, last: 'admin' });
          const shown = fixed + passing + layout.areas.length + layout.pages.length + Number(layout.rest.length > 0);
          expect(shown).toBeLessThanOrEqual(MAX_MENU_ENTRIES);
          expect([...layout.areas, ...layout.rest]).toHaveLength(AREAS.length);
          expect(keysOf(layout.areas)).toContain('admin');
          if (open !== undefined) expect(keysOf(layout.areas)).toContain(open);
        }
  });

  it('keep their places when another area is opened or work is unsaved', () => {
    const shownWith = (open: string | undefined, passing: number) =>
      keysOf(menuLayout({ areas: AREAS, open, here: open, fixed: 3, passing, last: 'admin' }).areas);
    const lasting = ['ants', 'birds', 'cats', 'dogs', 'admin'];
    for (const passing of [0, 1]) {
      for (const open of [undefined, ...lasting]) expect(shownWith(open, passing)).toEqual(lasting);
      // An area without a place of its own is shown while it is open.
      expect(shownWith('goats', passing)).toEqual(['ants', 'birds', 'cats', 'goats', 'admin']);
    }
  });

  it('show all areas where there is space, and the main pages and the current one of the open area', () => {
    const few = AREAS.slice(3);
    expect(menuLayout({ areas: few, open: 'admin', here: 'home', fixed: 3, passing: 0, last: 'admin' }).rest).toEqual(
      [],
    );
    const area = node('zoo', [node('zoo.a'), node('zoo.b'), node('zoo.c', [], { main: true }), ...pages('zoo', 4)]);
    const open = (here: string, areas = [area, ...AREAS]) =>
      keysOf(menuLayout({ areas, open: 'zoo', here, fixed: 3, passing: 0, last: 'admin' }).pages);
    expect(open('home')).toEqual(['zoo.a', 'zoo.b', 'zoo.c']);
    expect(open('zoo.page3')).toEqual(['zoo.a', 'zoo.c', 'zoo.page3']);
    // A person with one area sees all of its pages.
    expect(open('home', [area])).toEqual(keysOf(area.children));
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
