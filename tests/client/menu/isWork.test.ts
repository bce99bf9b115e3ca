// The numbers of the menu that ask a person for work.
import { describe, expect, it } from 'vitest';
import { isOwnWork, isWork } from 'src/client/menu/isWork.ts';
import { OWN_ID } from 'src/model/query/screenFilters.ts';
import type { Screen } from 'src/model/schema/Registry.ts';

const screen = (more: Partial<Screen>): Screen => ({ path: 'list', area: 'library', ...more });

describe('numbers that ask for work', () => {
  it('[EXPERIENCE] are those of lists with the own results of the person', () => {
    const search = { types: ['Book'], must: { assignee: [OWN_ID] } };
    expect(isOwnWork(screen({ count: true, search }))).toBe(true);
    expect(isOwnWork(screen({ count: true, personal: true }))).toBe(true);
    expect(isOwnWork(screen({ count: true }))).toBe(false);
    // A list that is not counted asks for nothing.
    expect(isOwnWork(screen({ search }))).toBe(false);
  });

  it('[EXPERIENCE] are also those that home lists', () => {
    expect(isWork(screen({ count: true, home: true }))).toBe(true);
    expect(isWork(screen({ home: true }))).toBe(false);
    expect(isWork(screen({ count: true }))).toBe(false);
  });
});
