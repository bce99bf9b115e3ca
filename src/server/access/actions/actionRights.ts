// Decides which actions a subject may perform on an item. Denies by default. Declared rules are checked first, then effective grants. An
// administrator may do everything except what belongs to a workflow and what the state of the item fixes. Only the read filter decides
// whether an item may be read.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { problem } from 'src/model/problems.ts';
import { isOfWorkflow } from 'src/model/schema/isStepType.ts';
import {
  createDeclaredRules,
  type ActionCase,
  type Asker,
  type AccessCase,
  type MayEach,
  type Rule,
  type RuleOptions,
} from 'src/server/access/actions/declaredRules.ts';
import { createFixedItems } from 'src/server/access/actions/fixedItems.ts';
import { createGrantedActions, READ } from 'src/server/access/actions/grantedActions.ts';
import type { ReadFilter, ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';

/** Giving others rights on an item. No type declares it; the rules are those of the action (grants.ts). */
export const APPLY_GRANTS = 'applyGrants';

export interface AccessQuestion {
  readonly stored: StoredItem;
  readonly actions: readonly string[];
}

type Allowed = Readonly<Record<string, boolean>>;

export interface ActionRights {
  /**
   * True if the subject may perform `action` on this stored item. `read` asks the read filter. Actions without a declared rule are allowed
   * to administrators only.
   */
  can(db: Queryable, readFilter: ReadFilter, stored: StoredItem, action: string): Promise<boolean>;
  /** Same as `can` for many items and actions, with a fixed number of statements. The answer has an entry for every question. */
  canMany(
    db: Queryable,
    readFilter: ReadFilter,
    questions: readonly AccessQuestion[],
  ): Promise<ReadonlyMap<ItemId, Allowed>>;
  /** Same as `can`, but ignores grants to the subject, and items that the subject sees only by a grant. */
  canByOwnRight(db: Queryable, readFilter: ReadFilter, stored: StoredItem, action: string): Promise<boolean>;
  /** Returns the items with which the subject may do `action` by own right; runs a fixed number of statements. */
  withOwnRight(
    db: Queryable,
    readFilter: ReadFilter,
    found: readonly StoredItem[],
    action: string,
  ): Promise<ReadonlySet<StoredItem>>;
  /** May the subject create an item of the type with these properties? */
  canCreate(
    db: Queryable,
    readFilter: ReadFilter,
    type: string,
    properties: Readonly<Record<string, Json>>,
  ): Promise<boolean>;
  /** May the subject set this property, beyond the right to create or update? `stored` is undefined for a new item. */
  canWriteProperty(
    db: Queryable,
    readFilter: ReadFilter,
    asked: {
      readonly type: string;
      readonly name: string;
      readonly stored: StoredItem | undefined;
      readonly properties: Readonly<Record<string, Json>>;
    },
  ): Promise<boolean>;
  /** Every declared action of the type, read included. */
  allowed(db: Queryable, readFilter: ReadFilter, stored: StoredItem): Promise<Allowed>;
  /**
   * Returns the error to throw after `can` answered no. It names the state as the reason if the state of the item, or of another item that
   * the subject may see, is the reason.
   */
  refusal(db: Queryable, readFilter: ReadFilter, stored: StoredItem, action: string): Promise<Error>;
  /** The stored item, or the one answer for hidden and absent alike: `notFound` signed in, `notAllowed` for a visitor. */
  visible(db: Queryable, readFilter: ReadFilter, id: ItemId, lock?: boolean): Promise<StoredItem>;
}

interface Options extends RuleOptions {
  readonly readFilters: ReadFilters;
}

const answersOf =
  (among: (cases: readonly ActionCase[]) => Promise<ReadonlySet<ActionCase>>): MayEach =>
  async (asked) => {
    const allowed = await among(asked);
    return asked.map((each) => allowed.has(each));
  };

/** A new item as the rules see it: the caller is its creator. */
const draftIn =
  (items: ItemStorage) =>
  async (
    { db, readFilter }: Asker,
    draft: { type: string; properties: Readonly<Record<string, Json>> },
  ): Promise<AccessCase> => {
    const creator = readFilter.subject.userId;
    const owners = creator === undefined ? [] : await items.ownersOfNew(db, { ...draft, creator }, readFilter);
    return { ...draft, id: undefined, creator, owners };
  };

/** The item where it may be read, and the one answer for hidden and absent. */
const createVisible =
  ({ items, registry }: Pick<Options, 'items' | 'registry'>): ActionRights['visible'] =>
  async (db, readFilter, id, lock = false) => {
    const found = async (locks: boolean): Promise<StoredItem> => {
      const stored = await items.find(db, id, locks);
      if (stored && readFilter.canRead(stored.acl)) return stored;
      throw problem(readFilter.subject.userId === undefined ? 'notAllowed' : 'notFound');
    };
    // Where others are locked first, it is looked at before that: to refuse a hidden one takes no longer than one that is not there.
    const name = tryParseItemId(id)?.type ?? '';
    const type = Object.hasOwn(registry.types, name) ? registry.types[name] : undefined;
    if (lock && type?.server.lockFirst !== undefined) await found(false);
    return await found(lock);
  };

type ByOwnRight = ReturnType<typeof createGrantedActions>['byOwnRight'];

/** Returns the cases in which the subject may give others rights. That is one's own right to update, never a granted one. */
const createGivable =
  (items: ItemStorage, byOwnRight: ByOwnRight) =>
  async ({ db, readFilter }: Asker, cases: readonly ActionCase[]): Promise<readonly ActionCase[]> => {
    const { userId, actingAdminId } = readFilter.subject;
    const visible = cases.filter(({ stored }) => readFilter.canRead(stored.acl));
    if (visible.length === 0 || userId === undefined || actingAdminId !== undefined) return [];
    const contact = (await items.find(db, userId))?.properties['contact'];
    const others = visible.filter(({ stored }) => stored.id !== userId && stored.id !== contact);
    const held = await byOwnRight(
      db,
      others.map(({ stored }) => ({ stored, action: 'update', by: readFilter })),
    );
    return others.filter((_, index) => held[index]);
  };

export const createActionRights = (options: Options): ActionRights => {
  const { items, registry } = options;
  const rules = createDeclaredRules(options);
  const { byOwnRight, granted } = createGrantedActions({ ...options, rules });
  const fixed = createFixedItems(options);

  const givable = createGivable(items, byOwnRight);
  const allowedAmong = async (asker: Asker, all: readonly ActionCase[]): Promise<ReadonlySet<ActionCase>> => {
    const giving = all.filter(({ action }) => action === APPLY_GRANTS);
    const others = all.filter(({ action }) => action !== APPLY_GRANTS);
    return new Set([...(await givable(asker, giving)), ...(await declaredAmong(asker, others))]);
  };

  const declaredAmong = async (asker: Asker, cases: readonly ActionCase[]): Promise<ReadonlySet<ActionCase>> => {
    const { readFilter } = asker;
    const refused = await fixed.refused(asker.db, cases);
    const open = cases.filter((each) => !refused.has(each) && !isOfWorkflow(registry, each.stored.type, each.action));
    if (readFilter.subject.admin) return new Set(open);
    const visible = open.filter(({ stored }) => readFilter.canRead(stored.acl));
    const declared = visible.flatMap((each) => {
      const rule = rules.action(each.stored.type, each.action);
      return rule ? [{ each, rule, item: each.stored, by: readFilter }] : [];
    });
    const held = await rules.holdEach(asker.db, declared, mayBy(asker));
    const byRule = declared.filter((_, index) => held[index]).map(({ each }) => each);
    const left = declared.filter((_, index) => held[index] !== true).map(({ each }) => each);
    const reads = visible.filter(({ action }) => action === READ);
    return new Set([...reads, ...byRule, ...(await granted(asker, left))]);
  };

  const mayBy = (asker: Asker): MayEach => answersOf((asked) => allowedAmong(asker, asked));

  const canMany: ActionRights['canMany'] = async (db, readFilter, questions) => {
    const cases = questions.flatMap(({ stored, actions }) =>
      [...new Set(actions)].map((action): ActionCase => ({ stored, action })),
    );
    const allowed = await allowedAmong({ db, readFilter }, cases);
    const answers = new Map<ItemId, Record<string, boolean>>(questions.map(({ stored }) => [stored.id, {}]));
    for (const each of cases) Object.assign(answers.get(each.stored.id) ?? {}, { [each.action]: allowed.has(each) });
    return answers;
  };

  const draftOf = draftIn(items);
  const holds = async (asker: Asker, rule: Rule, item: AccessCase): Promise<boolean> =>
    (await rules.holdEach(asker.db, [{ rule, item, by: asker.readFilter }], mayBy(asker)))[0] === true;

  const withOwnRight: ActionRights['withOwnRight'] = async (db, readFilter, found, action) => {
    const accessCases = found.map((stored) => ({ stored, action, by: readFilter }));
    const held = await byOwnRight(db, accessCases);
    return new Set(found.filter((_, index) => held[index]));
  };

  return {
    can: async (db, readFilter, stored, action) =>
      (await allowedAmong({ db, readFilter }, [{ stored, action }])).size > 0,
    canMany,
    canByOwnRight: async (db, readFilter, stored, action) =>
      (await withOwnRight(db, readFilter, [stored], action)).has(stored),
    withOwnRight,
    canCreate: async (db, readFilter, type, properties) => {
      if (isOfWorkflow(registry, type, 'create') || registry.types[type]?.server.access.sealed === true) return false;
      if (readFilter.subject.admin) return true;
      const rule = rules.action(type, 'create');
      const asker = { db, readFilter };
      return rule !== undefined && holds(asker, rule, await draftOf(asker, { type, properties }));
    },
    canWriteProperty: async (db, readFilter, { type, name, stored, properties }) => {
      const rule = rules.writable(type, name);
      if (!rule || readFilter.subject.admin) return true;
      const asker = { db, readFilter };
      return holds(asker, rule, stored ?? (await draftOf(asker, { type, properties })));
    },
    allowed: async (db, readFilter, stored) => {
      const actions = [READ, ...rules.actionsOf(stored.type)];
      return (await canMany(db, readFilter, [{ stored, actions }])).get(stored.id) ?? {};
    },
    refusal: fixed.refusalOf,
    visible: createVisible(options),
  };
};
