import { describe, expect, test } from 'vitest';
import { answerDifferences, changesByAnswer } from 'src/domain/geokeeper/review/answerDifferences.ts';

const at = { lat: 50, lon: 10 };

describe('differences of answers', () => {
  test('[GEO-02] changed, added and removed answers are named by question, also in groups and entries', () => {
    const before = { who: 'Ana', part: { open: 1, closed: 2 }, sights: [{ count: 2 }, { count: 3 }] };
    const after = { who: 'Ana', part: { open: 4 }, sights: [{ count: 2, photo: 'a.jpg' }], place: at };
    expect(answerDifferences(before, after)).toEqual([
      { path: 'part/open', before: 1, after: 4 },
      { path: 'part/closed', before: 2, after: undefined },
      { path: 'sights/0/photo', before: undefined, after: 'a.jpg' },
      { path: 'sights/1/count', before: 3, after: undefined },
      { path: 'place', before: undefined, after: at },
    ]);
  });

  test('[GEO-02] a moved position and changed choices are one difference each', () => {
    const moved = { lat: 51, lon: 10, accuracy: 4 };
    expect(answerDifferences({ at, kinds: ['a'] }, { at: moved, kinds: ['a', 'b'] })).toEqual([
      { path: 'at', before: at, after: moved },
      { path: 'kinds', before: ['a'], after: ['a', 'b'] },
    ]);
  });

  test('[GEO-02] a record without answers differs in every answer, and an equal one in none', () => {
    expect(answerDifferences(undefined, { part: { who: 'Ana' } })).toEqual([
      { path: 'part/who', before: undefined, after: 'Ana' },
    ]);
    expect(answerDifferences({ part: { who: 'Ana' } }, { part: { who: 'Ana' } })).toEqual([]);
    expect(answerDifferences(null, undefined)).toEqual([]);
  });

  test('[GEO-02] each answer has its changes with their people, the oldest first', () => {
    const changes = changesByAnswer([
      { at: '2026-05-03T00:00:00Z', by: 'User-2', before: { who: 'Ben', count: 1 }, after: { who: 'Cleo', count: 1 } },
      { at: '2026-05-02T00:00:00Z', by: 'User-1', before: { who: 'Ana' }, after: { who: 'Ben', count: 1 } },
    ]);
    expect(changes.get('who')).toEqual([
      { path: 'who', before: 'Ana', after: 'Ben', at: '2026-05-02T00:00:00Z', by: 'User-1' },
      { path: 'who', before: 'Ben', after: 'Cleo', at: '2026-05-03T00:00:00Z', by: 'User-2' },
    ]);
    expect([...changes.keys()]).toEqual(['who', 'count']);
  });
});
