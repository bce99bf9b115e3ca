// The rights that types declare, compiled once: may the subject do this by the declared rule alone? Called by actionRights and
// grantedActions. What stands behind a relation is tested only when the subject may see it, so that a hidden item and an absent
// one give the same answer.

import type { Clock } from 'src/base/clock.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Facts } from 'src/server/access/actions/facts.ts';
import { compilePredicate, type PredicateTest } from 'src/server/access/actions/predicates.ts';
import { relationsIn, withoutNames } from 'src/server/access/actions/predicateValues.ts';
import type { ReadFilter } from 'src/server/access/read/readFilters.ts';
import type { Domain } from 'src/server/extend.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';

export interface RuleOptions {
  readonly registry: ServerRegistry;
  readonly domain: Pick<Domain, 'predicates'>;
  readonly items: ItemStorage;
  readonly clock: Clock;
}

export interface Rule {
  readonly test: PredicateTest;
  /** Relations to fetch before the test. */
  readonly relations: readonly string[];
}

/** Who asks, over which handle. */
export interface Asker {
  readonly db: Queryable;
  readonly readFilter: ReadFilter;
}

export type AccessCase = Omit<Facts, 'related'>;

export interface RuleCase {
  readonly rule: Rule;
  readonly item: AccessCase;
  /** Who would do it. */
  readonly by: Pick<ReadFilter, 'subject' | 'canRead'>;
}

export interface DeclaredRules {
  action(type: string, action: string): Rule | undefined;
  writable(type: string, property: string): Rule | undefined;
  actionsOf(type: string): readonly string[];
  /** The answers in the order of the cases; one statement per type of related item. */
  holdEach(db: Queryable, cases: readonly RuleCase[]): Promise<boolean[]>;
}

type Compiled = ReadonlyMap<string, ReadonlyMap<string, Rule>>;

const compileRules = (
  { registry, domain }: RuleOptions,
  predicatesOf: (type: ServerRegistry['types'][string]) => Readonly<Record<string, Predicate>>,
): Compiled => {
  const ruleOf = (predicate: Predicate): Rule => ({
    test: compilePredicate(predicate, domain.predicates),
    relations: relationsIn(withoutNames(predicate, domain.predicates)),
  });
  return new Map(
    Object.values(registry.types).map((type) => [
      type.name,
      new Map(Object.entries(predicatesOf(type)).map(([key, predicate]) => [key, ruleOf(predicate)])),
    ]),
  );
};

const idsAt = (properties: Readonly<Record<string, Json>>, rel: string): ItemId[] =>
  valuesAt(properties, rel).filter(isItemId);

const nothing = (): undefined => undefined;

/** `seen`: an item behind a relation, if the asker may see it. Nothing stands behind that one. */
const factsOf = (item: AccessCase, seen: (id: ItemId) => StoredItem | undefined): Facts => ({
  ...item,
  related: (rel) =>
    idsAt(item.properties, rel).flatMap((id) => {
      const found = seen(id);
      return found ? [factsOf(found, nothing)] : [];
    }),
});

export const createDeclaredRules = (options: RuleOptions): DeclaredRules => {
  const { items, clock } = options;
  const actions = compileRules(options, ({ server }) => server.access.actions);
  const writable = compileRules(options, ({ server }) => server.access.writable ?? {});

  /** The items behind relations, whoever may see them. */
  const relatedTo = async (db: Queryable, cases: readonly RuleCase[]): Promise<readonly StoredItem[]> => {
    const ids = cases.flatMap(({ rule, item }) => rule.relations.flatMap((rel) => idsAt(item.properties, rel)));
    return ids.length === 0 ? [] : items.findMany(db, ids);
  };

  return {
    action: (type, action) => actions.get(type)?.get(action),
    writable: (type, property) => writable.get(type)?.get(property),
    actionsOf: (type) => [...(actions.get(type)?.keys() ?? [])],
    holdEach: async (db, cases) => {
      const related = new Map((await relatedTo(db, cases)).map((each) => [each.id, each]));
      const now = clock.now();
      return cases.map(({ rule, item, by }) => {
        const seen = (id: ItemId): StoredItem | undefined => {
          const found = related.get(id);
          return found && by.canRead(found.acl) ? found : undefined;
        };
        return rule.test(by.subject, factsOf(item, seen), now);
      });
    },
  };
};
