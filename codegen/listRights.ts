// Inserts the rights that value lists declare (`administer`) into the rules of the type that holds their values: `{"listRight": "list"}`
// becomes one condition per right, so that all code that reads predicates handles these too. Called by link. Values of a list without
// owners belong to the whole site, and the right is required there. Only administrators change a list without a right.

import { objectAt } from 'codegen/json.ts';
import type { Declared, LinkedType } from 'codegen/Linked.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';
import { replaceLeaves } from 'src/model/access/replaceLeaves.ts';
import type { ValueListType } from 'src/model/schema/Registry.ts';

type Lists = Readonly<Record<string, Declared<ValueListType>>>;

/** Returns the right that a list declares. */
export const listRight = (name: string, { file }: Declared<ValueListType>): Predicate | undefined =>
  objectAt(objectAt(file.json, 'lists'), name)['administer'] as Predicate | undefined;

/** Returns the condition on the owner: a value of the whole site has none, any other value has one. */
const placeOf = ({ value }: Declared<ValueListType>, owner: string): Predicate =>
  value.owned ? { not: { empty: owner } } : { empty: owner };

const rightAt = (path: string, owner: string, lists: Lists): Predicate => {
  const namesByRight = new Map<string, string[]>();
  for (const [name, list] of Object.entries(lists)) {
    const right = listRight(name, list);
    if (right === undefined) continue;
    const key = JSON.stringify([placeOf(list, owner), right]);
    namesByRight.set(key, [...(namesByRight.get(key) ?? []), name]);
  }
  return {
    any: [...namesByRight].map(([right, names]) => ({
      all: [{ in: [path, names] }, ...(JSON.parse(right) as [Predicate, Predicate])],
    })),
  };
};

const withRights = (
  rules: Readonly<Record<string, Predicate>>,
  owner: string,
  lists: Lists,
): Record<string, Predicate> =>
  Object.fromEntries(
    Object.entries(rules).map(([key, rule]) => [
      key,
      replaceLeaves(rule, (leaf) => ('listRight' in leaf ? rightAt(leaf.listRight, owner, lists) : leaf)),
    ]),
  );

export const withListRights = (type: LinkedType, lists: Lists): LinkedType => {
  const { access } = type.server;
  return {
    ...type,
    server: {
      ...type.server,
      access: { ...access, actions: withRights(access.actions, access.read.owner ?? '', lists) },
    },
  };
};
