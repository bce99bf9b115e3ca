// Decides whether a person is notified of an event, and how by email, from the choices of item and person and the declaration. Pure.

import type { DeliveryMode } from 'src/model/schema/TypeServer.ts';
import type { NoticeChoice } from 'src/server/store/notices/noticeChoices.ts';

/**
 * `$notify` of an item, for everyone: NIL, no notice; NEVER, only for followers; PREFS, by email only as each person has chosen; ALWAYS, at
 * once unless a person has chosen otherwise.
 */
export const ITEM_NOTIFY = ['NIL', 'DEFAULT', 'PREFS', 'ALWAYS', 'NEVER'] as const;
export type ItemNotify = (typeof ITEM_NOTIFY)[number];

export interface Wishes {
  readonly item: ItemNotify;
  readonly choice: NoticeChoice;
  /** The person's choice for the kind. */
  readonly preferred: DeliveryMode | undefined;
  readonly declared: DeliveryMode;
}

/** Returns undefined for a person who gets no notice. */
export const deliveryOf = ({ item, choice, preferred, declared }: Wishes): DeliveryMode | undefined => {
  if (choice === 'NEVER' || item === 'NIL') return undefined;
  if (item === 'NEVER' && choice !== 'ALWAYS') return undefined;
  if (preferred) return preferred;
  if (item === 'ALWAYS') return 'IMMEDIATE';
  return item === 'PREFS' ? 'NONE' : declared;
};
