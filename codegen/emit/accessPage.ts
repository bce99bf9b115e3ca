// Prints docs/ACCESS.md: for each item type a table of who may do what, in words for people of a community. tests/product reads the same
// tables and compares every cell with the running server.

import { ACTORS, changesList, levelsOf, rightsOf, verbsOf } from 'codegen/accessRights.ts';
import { listRight } from 'codegen/listRights.ts';
import type { LinkedType } from 'codegen/Linked.ts';
import type { Output } from 'codegen/Output.ts';
import type { Plan } from 'codegen/plan.ts';
import type { Level } from 'src/model/access/levels.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

const INTRODUCTION = `# Who may do what

Written by \`npm run gen\` from the declarations; do not edit. Each cell lists the levels at which the person may do something with an item:
**yes** for every level that such an item can have, **–** for none. A test checks every cell on a running server.

The people of the tables, in relation to an item that belongs to one organization:

- **visitor**: is not signed in. **stranger**: has all rights, but in another organization.
- **member**: reads items at the level of the community. **creator**: a member who created the item, or whom it is about.
- **capability holder**: a member with all capabilities, in the organization and for the site.
- **protected reader**, **private reader**: members who also read protected, or private, items.
- **owner administrator**: administers the organization. **administrator**: administers the site.

Members of any organization read the site's items at their level for the site; the tables assume the same level as in their own
organization. A property can be stricter than its item. Grants to one person on one item apply in addition to the tables.
If a right depends on a value, such as a state, the table shows it for a new item, which relates to no organization other than its owner
unless it must. The tables describe an installation that is not dedicated. The additional rights on a dedicated installation are listed
below a table.
`;

const shown = (allowed: readonly Level[], all: readonly Level[]): string => {
  if (allowed.length === 0) return '–';
  return allowed.length === all.length ? 'yes' : allowed.map((level) => level.toLowerCase()).join(', ');
};

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Prints the value lists with their owners and the people who change them. */
const listsOf = ({ linked }: Plan): string => {
  const type = linked.types[SYSTEM_TYPES.listValue];
  const rows = Object.entries(linked.lists).map(([name, list]) => {
    const right = listRight(name, list);
    const allowed =
      right && type
        ? ACTORS.filter((actor) => changesList(actor, right, { type, linked })).map(({ key }) => key)
        : ['administrator'];
    return row([name, list.value.owned ? 'an organization' : 'the site', allowed.join(', ')]);
  });
  const head = [row(['list', 'its values belong to', 'who adds and changes them']), row(['---', '---', '---'])];
  return ['Values of lists, whose labels every user can read:', '', ...head, ...rows, ''].join('\n');
};

/** Prints what a dedicated installation also permits, one line per verb. */
const dedicatedOf = (type: LinkedType, { linked }: Plan): string[] =>
  verbsOf(type).flatMap((verb) => {
    const more = ACTORS.filter((actor) => {
      const [usual, dedicated] = [false, true].map((each) => rightsOf(actor, type, { linked, dedicated: each })[verb]);
      return (dedicated?.length ?? 0) > (usual?.length ?? 0);
    });
    return more.length === 0
      ? []
      : [`On a dedicated installation also ${verb}: ${more.map(({ key }) => key).join(', ')}.`, ''];
  });

const sectionOf = (type: LinkedType, also: readonly LinkedType[], plan: Plan): string => {
  const { linked, messages } = plan;
  const verbs = verbsOf(type);
  const levels = levelsOf(type, linked);
  const rows = ACTORS.map((actor) => {
    const rights = rightsOf(actor, type, { linked });
    return row([actor.key, ...verbs.map((verb) => shown(rights[verb] ?? [], levels))]);
  });
  const name = messages[`types.${type.name}.plural`] ?? type.name;
  return [
    `## ${name} (${type.name})`,
    '',
    ...alsoOf(also, messages),
    `Levels: ${levels.map((level) => level.toLowerCase()).join(', ')}.`,
    '',
    row(['', ...verbs]),
    row(['---', ...verbs.map(() => '---')]),
    ...rows,
    '',
    ...dedicatedOf(type, plan),
  ].join('\n');
};

/** Names the types with the same table. */
const alsoOf = (also: readonly LinkedType[], messages: Plan['messages']): string[] =>
  also.length === 0
    ? []
    : [
        `The same for: ${also.map(({ name }) => `${messages[`types.${name}.plural`] ?? name} (${name})`).join(', ')}.`,
        '',
      ];

/** Groups types with equal rights. Steps on the same types of items are worked on by the same people, so they share one table. */
const tablesOf = (types: readonly LinkedType[]): (readonly [LinkedType, ...LinkedType[]])[] => {
  const tables = new Map<string, [LinkedType, ...LinkedType[]]>();
  for (const type of types) {
    const { step } = type.source;
    const key = step === undefined ? type.name : JSON.stringify(type.properties['of']?.rel?.to);
    const table = tables.get(key);
    if (table) table.push(type);
    else tables.set(key, [type]);
  }
  return [...tables.values()];
};

export const accessPage = (plan: Plan): Output[] => {
  if (plan.world.modelOut === undefined) return [];
  const types = [...plan.types].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  const text = [
    INTRODUCTION,
    listsOf(plan),
    ...tablesOf(types).map(([type, ...also]) => sectionOf(type, also, plan)),
  ].join('\n');
  return [{ path: 'docs/ACCESS.md', text }];
};
