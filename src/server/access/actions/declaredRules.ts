// The rights that types declare, compiled once. Answers whether the declared rule allows an action, without grants. Called by actionRights
// and grantedActions. An item behind a relation is tested only if the subject may see it, so that a hidden item and an absent one give the
// same answer.

import type { Clock } from 'src/base/clock.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Facts } from 'src/server/access/actions/facts.ts';
import { compilePredicate, type PredicateTest } from 'src/server/access/actions/predicates.ts';
import {
  asksIn,
  relationsIn,
  withoutNames,
  type DeclaredPredicates,
} from 'src/server/access/actions/predicateValues.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';

export interface RuleOptions {
  readonly registry: ServerRegistry;
  readonly domain: { readonly predicates: DeclaredPredicates };
  readonly items: ItemStorage;
  readonly clock: Clock;
}

export interface Rule {
  readonly test: PredicateTest;
  /** Relations to fetch before the test. */
  readonly relations: readonly string[];
  /** Rights on items behind relations to settle before the test. */
  readonly asks: readonly { readonly rel: string; readonly action: string }[];
}

/** Subject of a question, and the database handle for it. */
export interface Asker {
  readonly db: Queryable;
  readonly readFilter: ReadFilter;
}

export type AccessCase = Omit<Facts, 'related' | 'may'>;

export interface RuleCase {
  readonly rule: Rule;
  readonly item: AccessCase;
  /** Subject that would perform the action. */
  readonly by: Pick<ReadFilter, 'subject' | 'canRead'>;
}

/** One action that one item is asked about. */
export interface ActionCase {
  readonly stored: StoredItem;
  readonly action: string;
}

export interface AskedCase extends ActionCase, Pick<RuleCase, 'by'> {}

/** Answers whether actions on items behind relations are allowed, in the order of the cases. */
export type MayEach = (asked: readonly AskedCase[]) => Promise<readonly boolean[]>;

export interface DeclaredRules {
  action(type: string, action: string): Rule | undefined;
  writable(type: string, property: string): Rule | undefined;
  actionsOf(type: string): readonly string[];
  /**
   * The answers in the order of the cases; one statement per type of related item. `may` is asked once, and never about a rule that
   * looks behind a relation itself.
   */
  holdEach(db: Queryable, cases: readonly RuleCase[], may: MayEach): Promise<boolean[]>;
}

type Compiled = ReadonlyMap<string, ReadonlyMap<string, Rule>>;

const compileRules = (
  { registry, domain }: RuleOptions,
  predicatesOf: (type: ServerRegistry['types'][string]) => Readonly<Record<string, Predicate>>,
): Compiled => {
  const ruleOf = (predicate: Predicate): Rule => {
    const plain = withoutNames(predicate, domain.predicates);
    return {
      test: compilePredicate(predicate, domain.predicates),
      relations: relationsIn(plain),
      asks: asksIn(plain),
    };
  };
  return new Map(
    Object.values(registry.types).map((type) => [
      type.name,
      new Map(Object.entries(predicatesOf(type)).map(([key, predicate]) => [key, ruleOf(predicate)])),
    ]),
  );
};

const idsAtRelation = (properties: Readonly<Record<string, Json>>, rel: string): ItemId[] =>
  valuesAt(properties, rel).filter(isItemId);

const nothing = (): undefined => undefined;
const never = (): boolean => false;

/** An item behind a relation, if the asker may see it. */
type Seen = (id: ItemId) => StoredItem | undefined;

const seenAt = ({ properties }: AccessCase, rel: string, seen: Seen): StoredItem[] =>
  idsAtRelation(properties, rel).flatMap((id) => seen(id) ?? []);

/** Relations of related items are not followed. */
const predicateFacts = (item: AccessCase, seen: Seen, may: (stored: StoredItem, action: string) => boolean): Facts => ({
  ...item,
  related: (rel) => seenAt(item, rel, seen).map((found) => predicateFacts(found, nothing, never)),
  may: (rel, action) => seenAt(item, rel, seen).some((found) => may(found, action)),
});

export const createDeclaredRules = (options: RuleOptions): DeclaredRules => {
  const { items, clock } = options;
  const actions = compileRules(options, ({ server }) => server.access.actions);
  const writable = compileRules(options, ({ server }) => server.access.writable ?? {});

  /** Returns the items behind relations, without regard to who may see them. */
  const relatedTo = async (db: Queryable, cases: readonly RuleCase[]): Promise<readonly StoredItem[]> => {
    const ids = cases.flatMap(({ rule, item }) => rule.relations.flatMap((rel) => idsAtRelation(item.properties, rel)));
    return ids.length === 0 ? [] : items.findMany(db, ids);
  };

  /** Answers what the cases ask of items behind relations, each question once. */
  const answered = async (
    cases: readonly RuleCase[],
    seenBy: (by: RuleCase['by']) => Seen,
    may: MayEach,
  ): Promise<(by: RuleCase['by'], stored: StoredItem, action: string) => boolean> => {
    const questions = new Map<RuleCase['by'], Map<string, AskedCase>>();
    const keyOf = ({ id }: StoredItem, action: string): string => `${id} ${action}`;
    for (const { rule, item, by } of cases) {
      for (const { rel, action } of rule.asks) {
        const own = questions.get(by) ?? new Map<string, AskedCase>();
        questions.set(by, own);
        for (const stored of seenAt(item, rel, seenBy(by))) {
          const isOneHop = actions.get(stored.type)?.get(action)?.relations.length === 0;
          if (isOneHop) own.set(keyOf(stored, action), { stored, action, by });
        }
      }
    }
    const asked = [...questions.values()].flatMap((own) => [...own.values()]);
    const answers = asked.length === 0 ? [] : await may(asked);
    const allowed = new Set(asked.filter((_, index) => answers[index]));
    return (by, stored, action) => {
      const question = questions.get(by)?.get(keyOf(stored, action));
      return question !== undefined && allowed.has(question);
    };
  };

  return {
    action: (type, action) => actions.get(type)?.get(action),
    writable: (type, property) => writable.get(type)?.get(property),
    actionsOf: (type) => [...(actions.get(type)?.keys() ?? [])],
    holdEach: async (db, cases, may) => {
      const related = new Map((await relatedTo(db, cases)).map((each) => [each.id, each]));
      const seenBy =
        (by: RuleCase['by']): Seen =>
        (id) => {
          const found = related.get(id);
          return found && by.canRead(found.acl) ? found : undefined;
        };
      const mayDo = await answered(cases, seenBy, may);
      const now = clock.now();
      return cases.map(({ rule, item, by }) =>
        rule.test(
          by.subject,
          predicateFacts(item, seenBy(by), (stored, action) => mayDo(by, stored, action)),
          now,
        ),
      );
    },
  };
};
