// Tabs of an item's column. Which ones there are depends on who asks; the chosen one stands in the column's parameter.

import type { SessionUser } from 'src/model/generated/wire.ts';

export const ITEM_TABS = ['read', 'edit', 'files', 'history', 'meta', 'raw'] as const;
export type ItemTab = (typeof ITEM_TABS)[number];

export const tabFrom = (param: string | undefined): ItemTab => ITEM_TABS.find((tab) => tab === param) ?? 'read';

interface TabFacts {
  readonly type: string;
  readonly user: SessionUser | undefined;
  readonly mayUpdate: boolean;
  readonly files: number;
}

/** Meta and history for signed-in users, history not for Notify, raw edit for administrators and masqueraders (spec platform 2). */
export const tabsFor = ({ type, user, mayUpdate, files }: TabFacts): readonly ItemTab[] =>
  ITEM_TABS.filter((tab) => {
    if (tab === 'edit') return mayUpdate;
    if (tab === 'files') return files > 0;
    if (tab === 'history') return user !== undefined && type !== 'Notify';
    if (tab === 'meta') return user !== undefined;
    if (tab === 'raw') return user?.admin === true || user?.masquerading === true;
    return true;
  });
