// Types of which a subject could create an item; "New ..." is offered for them. Sent with the session user. A type is left out only if no
// values and no owner could make the creation allowed; `create` itself checks the proposed item.

import type { Predicate, PrincipalName } from 'src/model/access/Predicate.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import { replaceLeaves } from 'src/model/access/replaceLeaves.ts';
import { isImportedType } from 'src/model/schema/isImportedType.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { isOfWorkflow } from 'src/model/schema/isStepType.ts';
import {
  ownersAdministered,
  ownersOf,
  ownersReadAt,
  ownersWithCapability,
  withoutNames,
  type DeclaredPredicates,
} from 'src/server/access/actions/predicateValues.ts';

/** Possible outcomes of each principal for new items: it can hold for some owner, it can fail for some owner. */
const PRINCIPALS: Readonly<
  Record<PrincipalName, (subject: Subject) => { readonly holds: boolean; readonly fails: boolean }>
> = {
  everyone: () => ({ holds: true, fails: false }),
  signedIn: ({ userId }) => ({ holds: userId !== undefined, fails: userId === undefined }),
  // The subject becomes the creator; a new item is never the subject's own User item.
  creator: ({ userId }) => ({ holds: userId !== undefined, fails: userId === undefined }),
  self: () => ({ holds: false, fails: true }),
  ownerMember: (subject) => ({ holds: ownersOf(subject).length > 0, fails: true }),
  ownerAdmin: (subject) => ({ holds: ownersAdministered(subject).length > 0, fails: true }),
};

/** A comparison with the asker's own id. */
const isAboutAsker = (predicate: Predicate): boolean => {
  const [, value] = 'eq' in predicate ? predicate.eq : 'has' in predicate ? predicate.has : [];
  return value === '$user.id';
};

/** Can the predicate come out as `wanted` for some item that does not exist yet? */
const canBe = (predicate: Predicate, subject: Subject, wanted: boolean): boolean => {
  if ('all' in predicate || 'any' in predicate) {
    const parts = 'all' in predicate ? predicate.all : predicate.any;
    const outcomes = (part: Predicate): boolean => canBe(part, subject, wanted);
    return 'all' in predicate === wanted ? parts.every(outcomes) : parts.some(outcomes);
  }
  if ('not' in predicate) return canBe(predicate.not, subject, !wanted);
  if ('via' in predicate) return !wanted || canBe(predicate.via.where, subject, true);
  if ('principal' in predicate) return PRINCIPALS[predicate.principal](subject)[wanted ? 'holds' : 'fails'];
  if ('level' in predicate)
    return predicate.level === 'PUBLIC' ? wanted : !wanted || ownersReadAt(subject, predicate.level).length > 0;
  if ('cap' in predicate) {
    const held = ownersWithCapability(subject, predicate.cap).length > 0;
    return predicate.anywhere === true ? held === wanted : held || !wanted;
  }
  // A visitor has no id to be equal to.
  if (subject.userId === undefined && isAboutAsker(predicate)) return !wanted;
  // Any other comparison with a property can become true, because the person chooses the value. `may` on an existing item can be given by a
  // grant.
  return true;
};

type TypesOf = (subject: Subject) => readonly string[];

export const creatableTypesFor = (registry: ServerRegistry, named: DeclaredPredicates): TypesOf => {
  const rules = Object.values(registry.types).flatMap(({ name, server }): readonly [string, Predicate][] => {
    const rule = server.access.actions['create'];
    const isMade = rule !== undefined && server.access.sealed !== true && !isOfWorkflow(registry, name, 'create');
    return isMade ? [[name, withoutNames(rule, named)]] : [];
  });
  return (subject) => rules.filter(([, rule]) => subject.admin || canBe(rule, subject, true)).map(([name]) => name);
};

const IMPOSSIBLE: Predicate = { any: [] };

/** The rule by roles only: without the right of people to their own items, and without rights that follow from another item. */
const byRoles = (rule: Predicate): Predicate =>
  replaceLeaves(rule, (leaf) =>
    'may' in leaf || ('principal' in leaf && leaf.principal === 'creator') ? IMPOSSIBLE : leaf,
  );

/**
 * Returns the types that a table can fill or change, of which a subject could create an item, or change the items of others. The check of a
 * table decides about each item.
 */
export const importableTypesFor = (registry: ServerRegistry, named: DeclaredPredicates): TypesOf => {
  const types = Object.values(registry.types).filter((type) => isImportedType(registry, type));
  const closed = new Set(Object.values(registry.imports).flatMap((kind) => (kind.closed === true ? kind.type : [])));
  const updates = types.flatMap(({ name, server }): readonly [string, Predicate][] => {
    const rule = server.access.actions['update'];
    return rule === undefined || closed.has(name) ? [] : [[name, byRoles(withoutNames(rule, named))]];
  });
  const creatable = creatableTypesFor(registry, named);
  return (subject) => {
    const found = new Set([
      ...creatable(subject),
      ...updates.filter(([, rule]) => subject.admin || canBe(rule, subject, true)).map(([name]) => name),
    ]);
    return types.map(({ name }) => name).filter((name) => found.has(name));
  };
};
