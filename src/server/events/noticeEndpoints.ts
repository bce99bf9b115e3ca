// Actions on the caller's own notices: fetch them, mark them read or unread, and set which ones are wanted ([NTFY-01]). Each returns only
// the caller's notices, through the caller's read filter.

import { isTimeZone } from 'src/model/calendar/dayIn.ts';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import { isItemId, itemId, parseRealItemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { invalid, invalidAt, problem } from 'src/model/problems.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import type { Context } from 'src/server/context.ts';
import { noticeTotal } from 'src/server/events/notices.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { endpoint, type EventNeeds } from 'src/server/events/EventNeeds.ts';
import { preferencesOf, storeNoticePreferences } from 'src/server/store/notices/noticeChoices.ts';

/** Limit of the answer; more than a person reads. */
const MAX_NOTICES = 1_000;
const STANDARD_MAX = 200;

/** `[notify index, context id]` of each. */
const notifyPairs = (notices: readonly Item[]): readonly (readonly [number, ItemId | null])[] =>
  notices.map((notice) => [notice._i, typeof notice['$context'] === 'string' ? notice['$context'] : null]);

/** Returns the numbers of the notices to mark: the named ones, or those about one item. Returns undefined for all notices. */
const numbersToMark = async (
  { indexes = [], all, context: about }: Endpoints['markNotifications']['input'],
  { services, db, readFilter }: Context<EventNeeds>,
): Promise<readonly number[] | undefined> => {
  if (all === true) return undefined;
  if (about !== undefined) {
    const unread = await services.notices.list(db, readFilter, { unread: true, max: MAX_NOTICES });
    return unread.filter((notice) => notice['$context'] === about).map(({ _i }) => _i);
  }
  const numbers = [...new Set(indexes)];
  for (const number of numbers) parseRealItemId(itemId(SYSTEM_TYPES.notice, number));
  return numbers;
};

/** `act/markNotifications`: answers what is unread now. */
export const markNotifications = endpoint('markNotifications', async (context, input) => {
  const { services, db, readFilter, tx, subject } = context;
  refuseActing(subject);
  const numbers = await numbersToMark(input, context);
  const marked = await services.notices.mark(tx, readFilter, { numbers, unread: input.asUnread === true });
  if (numbers && marked.length < numbers.length) throw problem('notFound');
  const unread = await services.notices.list(db, readFilter, { unread: true, max: MAX_NOTICES });
  return { notifyPairs: notifyPairs(unread) };
});

/** `{must: {$id: [id, ...]}}`; no query means all. */
const numbersOf = (query: Values | undefined): readonly number[] | undefined => {
  if (query === undefined) return undefined;
  const { must, ...others } = query as { readonly must?: { readonly $id?: Json; readonly id?: Json } };
  const { $id, id, ...more } = must ?? {};
  const ids = $id ?? id;
  const isList = Array.isArray(ids) && ids.length <= MAX_NOTICES && ids.every((each) => isItemId(each));
  if (Object.keys({ ...others, ...more }).length > 0 || !isList) throw invalidAt('/query', 'errors.wrongType');
  return (ids as readonly string[]).flatMap((each) => {
    const key = tryParseItemId(each);
    return key?.type === SYSTEM_TYPES.notice ? key.number : [];
  });
};

const sinceOf = (since: Json | undefined): Date | undefined => {
  if (typeof since !== 'string') return undefined;
  const date = new Date(since);
  if (Number.isNaN(date.getTime())) throw invalidAt('/since', 'errors.wrongType');
  return date;
};

/** `act/fetchNotifications`: by the query's id list, or filtered; newest first, with how many are unread in all. */
export const fetchNotifications = endpoint(
  'fetchNotifications',
  async ({ services, db, readFilter }, { query, kinds, unread, since, before, max }) => {
    const page = {
      numbers: numbersOf(query),
      kinds,
      unread,
      since: sinceOf(since),
      before,
      max: max ?? STANDARD_MAX,
    };
    const items = await services.notices.list(db, readFilter, page, 'act/fetchNotifications');
    const unreadKinds = await services.notices.unreadKinds(db, readFilter);
    return { items, unread: noticeTotal(unreadKinds), unreadKinds };
  },
);

/** `act/chooseNotices`: of what the caller wants notices of one item; without a choice, what it is. */
export const chooseNotices = endpoint(
  'chooseNotices',
  async ({ services, tx, subject, target, stored }, { choice }) => {
    if (subject.userId === undefined) throw problem('notSignedIn');
    if (choice !== undefined) {
      refuseActing(subject);
      await services.notices.choose(tx, subject.userId, { id: target, choice });
    }
    const notifies =
      services.registry.types[stored.type]?.server.events.some(
        ({ on, notify }) => on !== 'alert' && notify.length > 0,
      ) ?? false;
    return {
      choice: await services.notices.choice(tx, subject.userId, target),
      offered: notifies && stored.properties['$notify'] !== 'NIL' && stored.properties['$hideNotify'] !== true,
    };
  },
);

/** `act/noticePreferences`: what the caller wants by mail, and when; without anything, what it is. */
export const noticePreferences = endpoint(
  'noticePreferences',
  async ({ services, tx, subject }, { modes, hour, zone }) => {
    if (subject.userId === undefined) throw problem('notSignedIn');
    const unknown = Object.keys(modes ?? {}).filter((kind) => !Object.hasOwn(services.registry.notices, kind));
    if (unknown.length > 0) throw invalid([{ path: `/modes/${unknown[0] ?? ''}`, message: 'errors.unknownProperty' }]);
    if (typeof zone === 'string' && !isTimeZone(zone)) throw invalidAt('/zone', 'errors.invalidValue');
    const wanted = {
      ...(modes !== undefined && { modes }),
      ...(typeof hour === 'number' && { hour }),
      ...(typeof zone === 'string' && { zone }),
    };
    if (Object.keys(wanted).length > 0) {
      refuseActing(subject);
      await storeNoticePreferences(tx, subject.userId, wanted);
    }
    const { modes: chosen, hour: at, zone: place } = await preferencesOf(tx, subject.userId);
    return { modes: chosen, hour: at, zone: place ?? services.timeZone };
  },
);
