// Alerts of saved searches: a person subscribes to a search and receives a notice when items enter its result, with the person's rights at
// that moment. Each check computes the full result and compares it with that of the previous check. It never runs during a save: the change
// feed adds a job for the types that an alert watches, and the clock adds one for all alerts (checkSearchAlerts). Decision 25.

import type { Clock } from 'src/base/clock.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { criteriaFaults } from 'src/model/query/savedCriteria.ts';
import { itemId, parseItemId } from 'src/model/item/itemId.ts';
import { invalid } from 'src/model/problems.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { DeliveryMode } from 'src/model/schema/TypeServer.ts';
import type { ReadFilter, ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { Notices } from 'src/server/events/notices.ts';
import {
  fingerprintOf,
  isAnyValueGone,
  pauseOf,
  questionOf,
  typesAsked,
} from 'src/server/searchAlerts/alertQuestion.ts';
import { differenceOf } from 'src/server/searchAlerts/memberBits.ts';
import type { Search } from 'src/server/search/searchEngine.ts';
import type { Sessions } from 'src/server/sessions/sessions.ts';
import type { Database, Queryable, Transaction } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { preferredModes } from 'src/server/store/notices/noticeChoices.ts';
import { MAX_ALSO } from 'src/server/store/notices/noticeRows.ts';
import * as rows from 'src/server/store/searchAlerts/searchAlertRows.ts';

/** Each costs a search now and then. */
const MAX_ALERTS = 100;

const ENTERED = 'searchEntered';
const PAUSED = 'searchPaused';

export interface ShownAlert {
  readonly search: ItemId;
  readonly mode: DeliveryMode;
  readonly paused: rows.AlertPause | undefined;
}

interface Asking {
  readonly db: Queryable;
  readonly readFilter: ReadFilter;
}

export interface SearchAlerts {
  /** The alerts that this person has asked for. */
  list(db: Queryable, person: ItemId): Promise<readonly ShownAlert[]>;
  /**
   * Sets the alert from now on; undefined removes it. An alert that was paused, or whose search has changed, starts again. Throws `invalid`
   * if the search cannot be run or the person has too many alerts.
   */
  choose(
    tx: Transaction,
    readFilter: ReadFilter,
    choice: { readonly saved: StoredItem; readonly mode: DeliveryMode | undefined },
  ): Promise<void>;
  /** Works one alert out and notifies its person. */
  check(row: rows.AlertRow): Promise<void>;
}

export interface SearchAlertOptions {
  readonly registry: ServerRegistry;
  readonly database: Database;
  readonly clock: Clock;
  readonly items: Pick<ItemStorage, 'find' | 'labels' | 'insert'>;
  readonly search: Pick<Search, 'matches'>;
  readonly notices: Pick<Notices, 'notifyWithin'>;
  readonly readFilters: Pick<ReadFilters, 'readFilterFor'>;
  readonly subjectOf: Sessions['subjectOf'];
}

interface Found {
  readonly types: readonly number[];
  readonly members: ReadonlyMap<number, Int32Array>;
}

type Outcome = Found | { readonly pause: rows.AlertPause };

/** Returns what a search finds for its reader now, or why it cannot be run. */
const createFind =
  ({ registry, search, items }: SearchAlertOptions) =>
  async ({ db, readFilter }: Asking, saved: StoredItem): Promise<Outcome> => {
    // Saved before such searches were refused.
    if (criteriaFaults(saved.properties).length > 0) return { pause: 'value' };
    const question = questionOf(registry, saved, readFilter.subject);
    if (!question) return { pause: 'screen' };
    try {
      const members = await search.matches(readFilter, question);
      if (await isAnyValueGone({ db, readFilter }, { registry, items }, question.must)) return { pause: 'value' };
      return { types: typesAsked(registry, question.must), members };
    } catch (thrown) {
      const pause = pauseOf(thrown);
      if (!pause) throw thrown;
      return { pause };
    }
  };

interface Noticed {
  readonly row: rows.AlertRow;
  readonly user: ItemId;
  readonly saved: StoredItem;
  readonly kind: string;
  readonly also?: readonly ItemId[];
}

/** Notifies only this person: the event belongs to no item, so that others who share the search do not learn of it. */
const createNotifyPerson =
  ({ clock, items, notices }: SearchAlertOptions) =>
  async (tx: Transaction, { row, user, saved, kind, also }: Noticed): Promise<void> => {
    const metadata = { at: clock.now(), by: user, actor: undefined };
    const event = await items.insert(tx, SYSTEM_TYPES.event, { kind, to: [user], $access: 'PRIVATE' }, metadata);
    const mode = (await preferredModes(tx, [user], kind)).get(user) ?? row.mode;
    await notices.notifyWithin(tx, { event, context: saved, people: [{ user, mode }], ...(also && { also }) });
  };

const createCheck = (options: SearchAlertOptions): SearchAlerts['check'] => {
  const { registry, database, items, readFilters, subjectOf } = options;
  const find = createFind(options);
  const notifyPerson = createNotifyPerson(options);
  const nameOf = new Map(Object.values(registry.types).map(({ number, name }) => [number, name]));

  /** Returns the entered items that other people changed last, newest first. */
  const foreignAmong = async (entered: ReadonlyMap<number, readonly number[]>, user: ItemId): Promise<ItemId[]> => {
    const found = [];
    for (const [type, numbers] of entered)
      for (const { i, updated } of await rows.changedByOthers(database, { type, numbers, user }))
        found.push({ id: itemId(nameOf.get(type) ?? '', i), updated });
    return found.sort((one, other) => other.updated.getTime() - one.updated.getTime()).map(({ id }) => id);
  };

  const pause = (noticed: Omit<Noticed, 'kind'>, paused: rows.AlertPause): Promise<void> =>
    database.transaction(async (tx) => {
      const { row, saved } = noticed;
      const checked = { asked: fingerprintOf(saved.properties), types: row.types, paused };
      if (await rows.turnAlert(tx, row, checked)) await notifyPerson(tx, { ...noticed, kind: PAUSED });
    });

  return async (row) => {
    const user = itemId(SYSTEM_TYPES.user, row.person);
    const subject: Subject | undefined = await subjectOf(user);
    const saved = subject && (await items.find(database, itemId(SYSTEM_TYPES.savedSearch, row.search)));
    const readFilter = saved && (await readFilters.readFilterFor(subject));
    // The search may have been repaired; then the alert starts again.
    if (!saved || !readFilter?.canRead(saved.acl)) return;
    const digest = fingerprintOf(saved.properties);
    // The search may have been repaired; then the alert starts again.
    if (row.paused && digest === row.asked) return;
    const found = await find({ db: database, readFilter }, saved);
    if ('pause' in found) return row.paused ? undefined : await pause({ row, user, saved }, found.pause);
    const { types, members } = found;
    const { entered, changed } = differenceOf(await rows.membersOf(database, row.alert), members);
    const same = digest === row.asked && !row.paused;
    if (same && changed.size === 0) return;
    const also = same ? await foreignAmong(entered, user) : [];
    await database.transaction(async (tx) => {
      if (!(await rows.turnAlert(tx, row, { asked: digest, types, paused: undefined }))) return;
      await rows.putMembers(tx, row.alert, changed);
      if (also.length > 0) await notifyPerson(tx, { row, user, saved, kind: ENTERED, also: also.slice(0, MAX_ALSO) });
    });
  };
};

export const createSearchAlerts = (options: SearchAlertOptions): SearchAlerts => {
  const find = createFind(options);
  const numberOf = (id: ItemId): number => parseItemId(id).number;

  const start = async (
    tx: Transaction,
    readFilter: ReadFilter,
    { saved, mode }: { readonly saved: StoredItem; readonly mode: DeliveryMode },
  ): Promise<void> => {
    const found = await find({ db: tx, readFilter }, saved);
    if ('pause' in found) throw invalid([{ path: '/mode', message: `saved.alert.paused.${found.pause}` }]);
    const person = numberOf(readFilter.subject.userId ?? '');
    const digest = fingerprintOf(saved.properties);
    const alert = await rows.putAlert(tx, { person, search: saved.number, mode, asked: digest, types: found.types });
    await rows.putMembers(tx, alert, differenceOf(await rows.membersOf(tx, alert), found.members).changed);
  };

  return {
    list: async (db, person) =>
      (await rows.alertsOf(db, numberOf(person))).map(({ search, mode, paused }) => ({
        ...{ search: itemId(SYSTEM_TYPES.savedSearch, search), mode, paused: paused ?? undefined },
      })),
    async choose(tx, readFilter, { saved, mode }) {
      const person = numberOf(readFilter.subject.userId ?? '');
      if (mode === undefined) return void (await rows.removeAlert(tx, person, saved.number));
      const all = await rows.alertsOf(tx, person);
      const known = all.find(({ search }) => search === saved.number);
      if (known && !known.paused && known.asked === fingerprintOf(saved.properties))
        return void (await rows.setAlertMode(tx, known.alert, mode));
      if (!known && all.length >= MAX_ALERTS)
        throw invalid([{ path: '/mode', message: 'errors.array.max', params: { max: MAX_ALERTS } }]);
      await start(tx, readFilter, { saved, mode });
    },
    check: createCheck(options),
  };
};
