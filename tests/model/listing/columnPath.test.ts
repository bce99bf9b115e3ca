// Addresses as columns and back.
import { fc } from 'tests/properties.ts';
import { describe, expect, it } from 'vitest';
import { addressOf, cellsOf, columnsOf, ownQuery, sharedColumns, soloHref } from 'src/model/listing/columnPath.ts';

const columns = (address: string, slashed?: readonly string[]) => {
  const [path = '', search = ''] = address.split('?');
  return columnsOf(path, search, slashed);
};
const segments = (address: string, slashed?: readonly string[]) =>
  columns(address, slashed).map(({ segment }) => segment);

describe('columnPath', () => {
  it('[ROUTE-01] makes a column of each segment', () => {
    expect(segments('/library.books/i-Book-1/i-Shelf-2')).toEqual(['library.books', 'i-Book-1', 'i-Shelf-2']);
    expect(segments('//library.books///i-Book-1/')).toEqual(['library.books', 'i-Book-1']);
  });

  it('[ROUTE-02] tells items from views, with the optional context part', () => {
    const [view, item, fresh, short, wrong] = cellsOf(columns('/library.books/i-Book-1/i-Book-0-a-b/i-Book/i-Book-x'));
    expect(view).toMatchObject({ index: 0, kind: 'view', view: 'library.books', itemId: undefined });
    expect(item).toMatchObject({ index: 1, kind: 'item', itemId: 'Book-1', view: undefined, context: undefined });
    expect(fresh).toMatchObject({ itemId: 'Book-0', context: 'a-b' });
    expect(short).toMatchObject({ kind: 'item', itemId: undefined });
    expect(wrong).toMatchObject({ kind: 'item', itemId: undefined });
  });

  it('[ROUTE-03] gives each column its parameter', () => {
    expect(columns('/search/i-Book-1?c0=amber%20atlas&c1=2-4&next=x')).toEqual([
      { segment: 'search', param: 'amber atlas' },
      { segment: 'i-Book-1', param: '2-4' },
    ]);
    expect(ownQuery('c0=a&c12=b&next=x&cx=y').toString()).toBe('next=x&cx=y');
  });

  it('[ROUTE-04] strips home from the address', () => {
    expect(segments('/')).toEqual(['home']);
    expect(segments('/home')).toEqual(['home']);
    expect(addressOf(columns('/home'))).toBe('/');
    expect(addressOf(columns('/?c0=x'))).toBe('/?c0=x');
    expect(addressOf(columns('/home/i-Book-1?c0=a&c1=b'))).toBe('/i-Book-1?c0=b');
    expect(segments('/i-Book-1/home')).toEqual(['i-Book-1']);
    expect(segments('/home/home/i-Book-1')).toEqual(['i-Book-1']);
    expect(columns('/home/home?c0=a&c1=b')).toEqual([{ segment: 'home', param: 'a' }]);
  });

  it('keeps views whose key holds a slash in one column', () => {
    expect(segments('/library/about/i-Book-1', ['library/about'])).toEqual(['library/about', 'i-Book-1']);
    expect(addressOf(columns('/library/about/i-Book-1', ['library/about']))).toBe('/library/about/i-Book-1');
  });

  it('survives malformed escapes', () => {
    expect(segments('/%E0%A4%A/i-Book-1')).toEqual(['%E0%A4%A', 'i-Book-1']);
  });

  it.each(['/a%2fb', '/i-Book-1%2Fx/i-Shelf-1', '/a%252Fb'])(
    'keeps %s in as many columns when it is read again',
    (path) => {
      const once = segments(path);
      expect(once).toHaveLength(path.split('/').length - 1);
      expect(segments(addressOf(columns(path)))).toEqual(once);
    },
  );

  it('[ROUTE-03] gives back every list of columns from its address', () => {
    const segment = fc
      .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
      .filter((text) => !/[/]/.test(text) && text !== 'home' && text !== '.' && text !== '..');
    const column = fc.record({
      segment,
      param: fc.option(fc.string({ minLength: 1, maxLength: 20 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(column, { minLength: 1, maxLength: 5 }), (given) => {
        expect(columns(addressOf(given))).toEqual(given);
      }),
    );
  });

  it('counts the columns that stay', () => {
    expect(sharedColumns(columns('/a/b/c'), columns('/a/x'))).toBe(1);
    expect(sharedColumns(columns('/a/b'), columns('/a/b/c'))).toBe(2);
    expect(sharedColumns(columns('/a?c0=1'), columns('/a?c0=2'))).toBe(1);
  });
});

describe('soloHref', () => {
  it.each([
    ['/library.books/i-Book-1?c0=x&c1=y', '/i-Book-1?c0=y'],
    ['/i-Shelf-1/i-Book-1', '/i-Book-1'],
    ['/i-Book-1', '/i-Book-1'],
    ['/library.books', '/library.books'],
  ])('[ROUTE-12] %s on its own is %s', (href, alone) => {
    expect(soloHref(href)).toBe(alone);
  });
});
