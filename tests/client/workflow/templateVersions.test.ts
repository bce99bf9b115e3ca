// The versions of a template out of its history.
import { expect, it } from 'vitest';
import { changesBetween, versionsFrom } from 'src/client/workflow/templateVersions.ts';
import type { HistoryEvent } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';

const step = (key: string, more: Readonly<Record<string, Json>> = {}): Record<string, Json> => ({
  ...{ key, kind: 'WKF_CONFIRM', label: `Step ${key}`, group: 1 },
  ...more,
});
const event = (_u: number, changes: HistoryEvent['changes']): HistoryEvent => ({
  ...{ _u, at: `2031-01-0${_u}T00:00:00Z`, by: `User-${_u}`, asUser: null, helper: null, kind: 'updated', changes },
});

const one = [step('a')];
const two = [step('a', { days: 3 }), step('b')];
const three = [step('b', { label: 'Other' })];
/** Made, drafted, put into use, changed, renamed, changed. */
const HISTORY = [
  event(6, { steps: [two, three], version: [2, 3] }),
  event(5, { label: ['Out', 'Going out'] }),
  event(4, { steps: [one, two], version: [1, 2] }),
  event(3, { state: ['DRAFT', 'ACTIVE'] }),
  event(2, { steps: [[step('draft')], one] }),
  event(1, { version: [null, 1], steps: [null, [step('draft')]] }),
];

it('[WF-03] every version of a template is found as it stood last, with who made it and when', () => {
  expect(versionsFrom({ version: 3, steps: three }, HISTORY)).toEqual([
    { version: 3, steps: three, since: '2031-01-06T00:00:00Z', by: 'User-6' },
    { version: 2, steps: two, since: '2031-01-04T00:00:00Z', by: 'User-4' },
    { version: 1, steps: one, since: '2031-01-01T00:00:00Z', by: 'User-1' },
  ]);
  expect(versionsFrom({ version: 1, steps: one }, [])).toEqual([]);
});

it('[WF-03] two versions differ by the steps that came, went and changed', () => {
  const [newest, middle, first] = versionsFrom({ version: 3, steps: three }, HISTORY);
  if (!newest || !middle || !first) throw new Error('there are three');
  expect(changesBetween(first, middle)).toMatchObject({
    ...{ add: [{ key: 'b' }], remove: [], keep: [] },
    change: [{ key: 'a', names: ['days'] }],
  });
  expect(changesBetween(first, newest)).toMatchObject({ add: [{ key: 'b' }], change: [], remove: ['a'] });
  expect(changesBetween(newest, middle)).toMatchObject({
    ...{ add: [{ key: 'a' }], remove: [] },
    change: [{ key: 'b', names: ['label'] }],
  });
});
