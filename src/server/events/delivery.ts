// Whether somebody is notified of an event, and how it goes by mail, from what the item, the person and the declaration say. Pure.

import type { DeliveryMode } from 'src/model/schema/TypeServer.ts';
import type { NoticeChoice } from 'src/server/store/notices/noticeChoices.ts';

/** `$notify` of an item, for everybody: NIL, no notice; NEVER, only for who follows it; PREFS, by mail only as each has chosen;
 * ALWAYS, at once unless a person has chosen. */
export const ITEM_NOTIFY = ['NIL', 'DEFAULT', 'PREFS', 'ALWAYS', 'NEVER'] as const;
export type ItemNotify = (typeof ITEM_NOTIFY)[number];

export interface Wishes {
  readonly item: ItemNotify;
  readonly choice: NoticeChoice;
  /** What the person has chosen for the kind. */
  readonly preferred: DeliveryMode | undefined;
  readonly declared: DeliveryMode;
}

/** Undefined for who gets no notice. */
export const deliveryOf = ({ item, choice, preferred, declared }: Wishes): DeliveryMode | undefined => {
  if (choice === 'NEVER' || item === 'NIL') return undefined;
  if (item === 'NEVER' && choice !== 'ALWAYS') return undefined;
  if (preferred) return preferred;
  if (item === 'ALWAYS') return 'IMMEDIATE';
  return item === 'PREFS' ? 'NONE' : declared;
};
