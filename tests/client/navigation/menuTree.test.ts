import { describe, expect, it } from 'vitest';
import { menuTree, refusalOf, type MenuNode } from 'src/client/navigation/menuTree.ts';
import type { MenuEntry, MenuLink } from 'src/model/menu/menuEntry.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';
import type { Screen } from 'src/model/schema/Registry.ts';
import { toyUser } from 'stories/scripted/toyItems.ts';

const site = { keyCaps: ['Maps'], dedicated: false };
const user = (more: Partial<SessionUser> = {}): SessionUser => ({ ...toyUser, capabilities: {}, ...more });
const screen = (path: string, more: Partial<Screen> = {}): Screen => ({ path, area: 'library', ...more });
const title = (path: string): string => ({ zoo: 'Animals', 'zoo.birds': 'Birds', 'zoo.ants': 'Ants' })[path] ?? path;
const names = (nodes: readonly MenuNode[]): unknown =>
  nodes.map((node) => (node.children.length > 0 ? [node.title, names(node.children)] : node.title));

describe('menu of a person', () => {
  it('[SHELL-09] nests by dot-path and sorts by title', () => {
    const screens = [screen('zebra'), screen('zoo.birds'), screen('zoo', { parent: true }), screen('zoo.ants')];
    expect(names(menuTree(screens, { user: user(), site }, { title }))).toEqual([
      ['Animals', ['Ants', 'Birds']],
      'zebra',
    ]);
  });

  it('[SHELL-09] shows items per capability or to administrators', () => {
    const screens = [screen('open'), screen('capable', { capability: 'Library' }), screen('ruled', { admin: true })];
    const shown = (who: SessionUser) => names(menuTree(screens, { user: who, site }, { title }));
    expect(shown(user())).toEqual(['open']);
    expect(shown(user({ capabilities: { Library: true } }))).toEqual(['capable', 'open']);
    expect(shown(user({ admin: true }))).toEqual(['capable', 'open', 'ruled']);
  });

  it('leaves out a parent without visible children, and pages that only have an address', () => {
    const screens = [
      screen('zoo', { parent: true }),
      screen('zoo.birds', { admin: true }),
      screen('x', { routeOnly: true }),
    ];
    expect(names(menuTree(screens, { user: user(), site }, { title }))).toEqual([]);
  });

  it('puts a screen below the parent that it declares, in place of the one in its path', () => {
    const screens = [screen('zoo', { parent: true }), screen('yard.dogs', { under: 'zoo' }), screen('yard')];
    expect(names(menuTree(screens, { user: user(), site }, { title }))).toEqual([['Animals', ['yard.dogs']], 'yard']);
  });

  it('keeps a child whose parent is not there', () => {
    expect(names(menuTree([screen('zoo.birds')], { user: user(), site }, { title }))).toEqual(['Birds']);
  });

  it('shows entries that are only below its screen only to people who may open the screen', () => {
    const screens = [screen('zoo', { capability: 'Zoo' }), screen('zoo.birds', { below: true })];
    expect(names(menuTree(screens, { user: user(), site }, { title }))).toEqual([]);
    const keeper = user({ capabilities: { Zoo: true } });
    expect(names(menuTree(screens, { user: keeper, site }, { title }))).toEqual([['Animals', ['Birds']]]);
  });

  it('[EXPERIENCE] shows the narrower of two lists of the same records only where the wider one is not', () => {
    const screens = [screen('all', { capability: 'Office' }), screen('mine', { insteadOf: 'all' })];
    const shown = (who: SessionUser) => names(menuTree(screens, { user: who, site }, { title }));
    expect(shown(user())).toEqual(['mine']);
    expect(shown(user({ capabilities: { Office: true } }))).toEqual(['all']);
  });

  it('[SHELL-09] leaves out a list that finds nothing where its screen says so, and keeps it for who looks for a screen', () => {
    const screens = [screen('zebra', { unlessEmpty: true }), screen('zoo', { unlessEmpty: true }), screen('yard')];
    const reader = { user: user(), site };
    const isEmpty = ({ path }: Screen): boolean => path !== 'zoo';
    const arrangement = { entries: [], labelOf: () => '', isEmpty };
    expect(names(menuTree(screens, reader, { title, arrangement }))).toEqual(['Animals', 'yard']);
    const all = { ...arrangement, keepHidden: 'screens' as const };
    expect(names(menuTree(screens, reader, { title, arrangement: all }))).toEqual(['Animals', 'yard', 'zebra']);
  });

  it('gives a visitor nothing', () => {
    expect(menuTree([screen('open')], { user: undefined, site }, { title })).toEqual([]);
  });

  it('hides screens that the installation does not have', () => {
    const reader = { user: user({ admin: true }), site };
    expect(refusalOf(screen('a', { dedicatedOnly: true }), reader)).toBe('installation');
    expect(refusalOf(screen('a', { keyCapability: 'Archive' }), reader)).toBe('installation');
    expect(refusalOf(screen('a', { keyCapability: 'Maps' }), reader)).toBeUndefined();
  });

  it('opens a screen by its further capability on installations that are not dedicated', () => {
    const shared = screen('a', { capability: 'Library', nonDedicatedCapability: 'Lending' });
    const lender = user({ capabilities: { Lending: true } });
    expect(refusalOf(shared, { user: lender, site })).toBeUndefined();
    expect(refusalOf(shared, { user: lender, site: { ...site, dedicated: true } })).toBe('capability');
    expect(refusalOf(shared, { user: user(), site })).toBe('capability');
  });

  it("[PERM-07] shows one's own only to who reads an owner's items, administrators included", () => {
    const own = screen('a', { readOrg: true });
    expect(refusalOf(own, { user: user({ admin: true }), site })).toBe('readOrg');
    expect(refusalOf(own, { user: user({ readOrg: 'Shelf-1' }), site })).toBeUndefined();
  });

  describe('[ADM-01] as administrators arrange it', () => {
    const screens = [screen('zoo', { parent: true }), screen('zoo.ants'), screen('zoo.birds'), screen('open')];
    const arranged = (entries: readonly MenuEntry[], who = user(), keepHidden?: 'all' | 'screens') =>
      names(
        menuTree(
          screens,
          { user: who, site },
          { title, arrangement: { entries, keepHidden, labelOf: ({ en = '' }) => en } },
        ),
      );
    const link = (key: string, more: Partial<MenuLink> = {}): MenuEntry => ({
      key: `link:${key}`,
      link: { to: '/help', labels: { en: key }, ...more },
    });

    it('puts what has a place first, and the rest by title', () => {
      expect(arranged([{ key: 'open', place: 0 }])).toEqual(['open', ['Animals', ['Ants', 'Birds']]]);
      expect(arranged([{ key: 'zoo.birds', place: 0 }])).toEqual([['Animals', ['Birds', 'Ants']], 'open']);
    });

    it('leaves out what is hidden, with all below it, but for who arranges or looks for a screen', () => {
      const entries = [
        { key: 'zoo', hidden: true },
        { ...link('away'), hidden: true },
      ];
      expect(arranged(entries)).toEqual(['open']);
      expect(arranged(entries, user(), 'screens')).toEqual([['Animals', ['Ants', 'Birds']], 'open']);
      expect(arranged(entries, user(), 'all')).toEqual([['Animals', ['Ants', 'Birds']], 'away', 'open']);
      expect(refusalOf(screens[0]!, { user: user(), site })).toBeUndefined();
    });

    it('shows a link to those whom it is for, below its screen or at the top where that is not there', () => {
      const entries = [link('below', { under: 'zoo' }), link('top', { under: 'gone', capability: 'Library' })];
      expect(arranged(entries)).toEqual([['Animals', ['Ants', 'below', 'Birds']], 'open']);
      expect(arranged(entries, user({ capabilities: { Library: true } }))).toEqual([
        ['Animals', ['Ants', 'below', 'Birds']],
        'open',
        'top',
      ]);
    });
  });
});
