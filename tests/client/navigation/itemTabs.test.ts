import { describe, expect, it } from 'vitest';
import { paramOfTab, paramWithin, tabFrom } from 'src/client/navigation/tabFrom.ts';

describe('the tab of an item in the address', () => {
  it('[ROUTE-03] is the whole text, or comes before the state of the tab itself', () => {
    expect(paramOfTab('read')).toBeUndefined();
    expect(paramOfTab('history')).toBe('history');
    const param = paramOfTab('related', '.q=a:b');
    expect([tabFrom(param), paramWithin(param)]).toEqual(['related', '.q=a:b']);
    expect([tabFrom('history'), paramWithin('history')]).toEqual(['history', undefined]);
  });

  it('is the page to read for a word that names no tab', () => {
    for (const param of [undefined, '', 'toString', 'nothing:.q=a'])
      expect(tabFrom(param, ['read', 'meta'])).toBe('read');
  });
});

it('[CELL-01] [ROUTE-05] shows the page to read where the step in the address belongs to a form that the person may not edit', () => {
  expect(tabFrom('6', ['read', 'edit'])).toBe('edit');
  expect(tabFrom('6', ['read', 'history'])).toBe('read');
});
