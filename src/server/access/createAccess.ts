// Decisions: may this subject do this with that item? Deny by default. Declared rules first, grants beside them; an
// administrator passes by a policy that says so. Reading is the gate's business and only asked of it.

import type { Clock } from 'src/base/clock.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { problem } from 'src/model/problems.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Access, Decision } from 'src/server/access/Access.ts';
import { compilePredicateToFunction, type Judge } from 'src/server/access/compilePredicateToFunction.ts';
import type { Facts } from 'src/server/access/Facts.ts';
import type { Gate } from 'src/server/access/Gate.ts';
import { relationsIn, withoutNames } from 'src/server/access/predicateValues.ts';
import type { Domain } from 'src/server/extend.ts';
import type { Queryable } from 'src/server/store/Database.ts';
import { grantersOf } from 'src/server/store/grantRows.ts';
import type { ItemStore, StoredItem } from 'src/server/store/ItemStore.ts';

interface Options {
  readonly registry: ServerRegistry;
  readonly domain: Pick<Domain, 'predicates'>;
  readonly items: ItemStore;
  readonly clock: Clock;
}

interface Rule {
  readonly judge: Judge;
  /** Relations to fetch before judging. */
  readonly relations: readonly string[];
}

interface TypeRules {
  readonly actions: ReadonlyMap<string, Rule>;
  readonly writable: ReadonlyMap<string, Rule>;
}

const decided = (can: boolean, reason: string, grantedBy: readonly ItemId[] = []): Decision =>
  Object.freeze({ can, reason: `access.${reason}`, grantedBy });

const READ = 'read';

const compileRules = ({ registry, domain }: Options): ReadonlyMap<string, TypeRules> => {
  const ruleOf = (predicate: Predicate): Rule => ({
    judge: compilePredicateToFunction(predicate, domain.predicates),
    relations: relationsIn(withoutNames(predicate, domain.predicates)),
  });
  const compiled = (each: Readonly<Record<string, Predicate>>) =>
    new Map(Object.entries(each).map(([key, predicate]) => [key, ruleOf(predicate)]));
  return new Map(
    Object.values(registry.types).map(({ name, server }) => {
      const { actions, writable = {} } = server.access;
      return [name, { actions: compiled(actions), writable: compiled(writable) }];
    }),
  );
};

const idsAt = (properties: Readonly<Record<string, Json>>, rel: string): ItemId[] =>
  valuesAt(properties, rel).filter(isItemId);

const factsOf = (item: Omit<Facts, 'related'>, related: ReadonlyMap<ItemId, StoredItem>): Facts => ({
  ...item,
  related: (rel) =>
    idsAt(item.properties, rel).flatMap((id) => {
      const found = related.get(id);
      return found ? [factsOf(found, new Map())] : [];
    }),
});

const draftOf = async (
  items: ItemStore,
  { db, gate }: { db: Queryable; gate: Gate },
  draft: { type: string; properties: Readonly<Record<string, Json>> },
) => {
  const creator = gate.subject.userId;
  const owners = creator === undefined ? [] : await items.ownersOfNew(db, { ...draft, creator });
  return { ...draft, id: undefined, creator, owners };
};

export const createAccess = (options: Options): Access => {
  const { registry, items, clock } = options;
  const rules = compileRules(options);

  const holds = async (
    db: Queryable,
    gate: Gate,
    { rule, item }: { rule: Rule; item: Omit<Facts, 'related'> },
  ): Promise<boolean> => {
    const ids = rule.relations.flatMap((rel) => idsAt(item.properties, rel));
    const related = new Map((ids.length === 0 ? [] : await items.findMany(db, ids)).map((each) => [each.id, each]));
    return rule.judge(gate.subject, factsOf(item, related), clock.now());
  };

  const granted = async (
    db: Queryable,
    gate: Gate,
    { stored, action }: { stored: StoredItem; action: string },
  ): Promise<ItemId[]> => {
    const t = registry.types[stored.type]?.number;
    if (t === undefined || gate.subject.userId === undefined) return [];
    return grantersOf(db, { t, i: stored.number }, { action, principals: gate.principals });
  };

  const can: Access['can'] = async (db, gate, stored, action) => {
    const rule = rules.get(stored.type)?.actions.get(action);
    if (!rule && action !== READ) return decided(false, 'notDeclared');
    if (gate.subject.admin) return decided(true, 'admin');
    if (!gate.canRead(stored.acl)) return decided(false, 'hidden');
    if (action === READ) return decided(true, 'reader', await granted(db, gate, { stored, action }));
    if (rule && (await holds(db, gate, { rule, item: stored }))) return decided(true, 'rule');
    const granters = await granted(db, gate, { stored, action });
    return granters.length > 0 ? decided(true, 'grant', granters) : decided(false, 'denied');
  };

  return {
    can,
    canCreate: async (db, gate, type, properties) => {
      const rule = rules.get(type)?.actions.get('create');
      if (!rule) return decided(false, 'notDeclared');
      if (gate.subject.admin) return decided(true, 'admin');
      const item = await draftOf(items, { db, gate }, { type, properties });
      return (await holds(db, gate, { rule, item })) ? decided(true, 'rule') : decided(false, 'denied');
    },
    canWriteProperty: async (db, gate, { type, name, stored, properties }) => {
      const rule = rules.get(type)?.writable.get(name);
      if (!rule) return decided(true, 'rule');
      if (gate.subject.admin) return decided(true, 'admin');
      const item = stored ?? (await draftOf(items, { db, gate }, { type, properties }));
      return (await holds(db, gate, { rule, item })) ? decided(true, 'rule') : decided(false, 'denied');
    },
    allowed: async (db, gate, stored) => {
      const actions = [READ, ...(rules.get(stored.type)?.actions.keys() ?? [])];
      const answers = await Promise.all(
        actions.map(async (action) => [action, (await can(db, gate, stored, action)).can] as const),
      );
      return Object.fromEntries(answers);
    },
    visible: async (db, gate, id, lock = false) => {
      const stored = await items.find(db, id, lock);
      if (stored && gate.canRead(stored.acl)) return stored;
      throw problem(gate.subject.userId === undefined ? 'notAllowed' : 'notFound');
    },
  };
};
