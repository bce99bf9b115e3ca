// How a person's account stands, from what does not follow from the clock and from the last time they were active. The values are those of
// `$userState`, spec domain 3.

import { DAY_MS } from 'src/base/dayMs.ts';
import type { Json } from 'src/model/item/Item.ts';

/** What does not follow from the clock. */
export type Standing = 'NONE' | 'BLOCKED' | 'INVITED' | 'NEVER' | 'ACTIVE';

export type AccountState = Exclude<Standing, 'ACTIVE'> | 'WEEK' | 'DAYS_30' | 'DAYS_60' | 'DAYS_90' | 'NORECENT';

/** Each holds until so many days after the person was active. */
const BY_DAYS: readonly (readonly [state: AccountState, days: number])[] = [
  ['WEEK', 7],
  ['DAYS_30', 30],
  ['DAYS_60', 60],
  ['DAYS_90', 90],
  ['NORECENT', Number.POSITIVE_INFINITY],
];

/** Example: somebody who was active 8 days ago is `DAYS_30`. */
export const stateOf = (standing: Standing, active: Date | undefined, now: Date): AccountState => {
  if (standing !== 'ACTIVE') return standing;
  if (!active) return 'NEVER';
  const days = (now.getTime() - active.getTime()) / DAY_MS;
  return BY_DAYS.find(([, until]) => days < until)?.[0] ?? 'NORECENT';
};

/**
 * `$userState` of an item that stands for a person, as steps over time, from the two properties that the server keeps there: the item is written
 * when the account changes, and not as days go by. None where the site does not follow accounts.
 */
export const accountSteps = ({
  $account: standing,
  $active: active,
}: Readonly<Record<string, Json>>): readonly { readonly from: number; readonly value: string }[] => {
  const always = Number.NEGATIVE_INFINITY;
  if (typeof standing !== 'string') return [];
  if (standing !== 'ACTIVE') return [{ from: always, value: standing }];
  if (typeof active !== 'string') return [{ from: always, value: 'NEVER' }];
  const seen = Date.parse(active);
  return BY_DAYS.map(([value], at) => ({
    from: at === 0 ? always : seen + (BY_DAYS[at - 1]?.[1] ?? 0) * DAY_MS,
    value,
  }));
};
