// Tabs of an item's column. Which ones there are depends on who asks; the chosen one stands in the column's parameter.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { isStepParam } from 'src/client/navigation/stepParam.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';

export const ITEM_TABS = [
  'read',
  'edit',
  'overlap',
  'picks',
  'workflow',
  'conversations',
  'files',
  'related',
  'history',
  'meta',
  'raw',
] as const;
export type ItemTab = (typeof ITEM_TABS)[number];

/** Between a tab and what the tab itself keeps in the address. */
const WITHIN = ':';

/** A step of the form alone, as a wizard keeps it in the address: of the tab in which the item is edited. */
export const tabFrom = (param: string | undefined): ItemTab =>
  isStepParam(param) ? 'edit' : (ITEM_TABS.find((tab) => tab === param?.split(WITHIN, 1)[0]) ?? 'read');

/** `related:.q=salmon` keeps `.q=salmon` for the tab. */
export const paramWithin = (param: string | undefined): string | undefined => {
  if (isStepParam(param)) return param;
  const at = param?.indexOf(WITHIN) ?? -1;
  return at < 0 ? undefined : param?.slice(at + 1);
};

export const paramOfTab = (tab: ItemTab, within?: string): string | undefined => {
  if (tab === 'edit' && isStepParam(within)) return within;
  if (within !== undefined) return `${tab}${WITHIN}${within}`;
  return tab === 'read' ? undefined : tab;
};

interface TabFacts {
  readonly type: string;
  readonly user: SessionUser | undefined;
  readonly mayUpdate: boolean;
  readonly files: number;
  /** It runs through steps. */
  readonly workflow?: boolean;
  /** Its type declares that what lies around its area is looked at, and that a list of it is filled from a search. */
  readonly overlap?: boolean;
  readonly picks?: boolean;
  /** Its type declares that it is talked about. */
  readonly conversations?: boolean;
  /** Items of some type may name it. */
  readonly related: boolean;
}

/** Meta and history for signed-in users, history not for Notify, raw edit for administrators and masqueraders (spec platform 2). */
export const tabsFor = ({
  type,
  user,
  mayUpdate,
  workflow = false,
  overlap = false,
  picks = false,
  conversations = false,
  files,
  related,
}: TabFacts): readonly ItemTab[] =>
  ITEM_TABS.filter((tab) => {
    if (tab === 'edit') return mayUpdate;
    if (tab === 'overlap') return overlap;
    if (tab === 'picks') return picks;
    if (tab === 'workflow') return workflow;
    if (tab === 'conversations') return conversations && user !== undefined;
    if (tab === 'files') return files > 0;
    if (tab === 'related') return related;
    if (tab === 'history') return user !== undefined && type !== SYSTEM_TYPES.notice;
    if (tab === 'meta') return user !== undefined;
    if (tab === 'raw') return user?.admin === true || user?.masquerading === true;
    return true;
  });
