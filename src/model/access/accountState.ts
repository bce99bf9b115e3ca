// State of a person's account, from stored facts and from the time since the person was last active. The values are those of `$userState`.

import { DAY_MS } from 'src/base/dayMs.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Stored part of the state, which does not depend on the clock. */
export type Standing = 'NONE' | 'BLOCKED' | 'INVITED' | 'NEVER' | 'ACTIVE';

export type AccountState = Exclude<Standing, 'ACTIVE'> | 'WEEK' | 'DAYS_30' | 'DAYS_60' | 'DAYS_90' | 'NORECENT';

/** Limits in days since the last activity, in ascending order. */
const BY_DAYS: readonly (readonly [state: AccountState, days: number])[] = [
  ['WEEK', 7],
  ['DAYS_30', 30],
  ['DAYS_60', 60],
  ['DAYS_90', 90],
  ['NORECENT', Number.POSITIVE_INFINITY],
];

/** Returns the state of an account. A person who was active 8 days ago is `DAYS_30`. */
export const accountStateAt = (standing: Standing, active: Date | undefined, now: Date): AccountState => {
  if (standing !== 'ACTIVE') return standing;
  if (!active) return 'NEVER';
  const days = (now.getTime() - active.getTime()) / DAY_MS;
  return BY_DAYS.find(([, until]) => days < until)?.[0] ?? 'NORECENT';
};

/**
 * Returns `$userState` of a person's item as steps over time, from two properties that the server stores. The item is written when the
 * account changes, not as days pass. Empty when the site does not follow accounts.
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
