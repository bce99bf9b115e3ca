// Decides whether a person is notified of an event, and how by email, from the choices of item and person and the declaration. Pure.

import type { DeliveryMode } from 'src/model/schema/TypeServer.ts';
import type { NoticeChoice } from 'src/server/store/notices/noticeChoices.ts';

/**
 * Values of `$notify` of an item, which apply to everyone. NIL: no notices. NEVER: notices only for people who follow the item. DEFAULT: as
 * the kind of notice declares. PREFS: email only for people who chose it for the kind. ALWAYS: email at once unless a person chose otherwise.
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
