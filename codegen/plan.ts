// Fourth step: converts linked declarations to the values that the artefacts are made of: the two registries and the messages. Pure and
// deterministic. The emitters only print.

import { createHash } from 'node:crypto';
import type { Declared, Linked, LinkedType } from 'codegen/Linked.ts';
import type { Source } from 'codegen/Source.ts';
import { messages } from 'codegen/declaredMessageKeys.ts';
import { messagePlaces, type MessagePlaces } from 'codegen/messagePlaces.ts';
import type { TypeServer } from 'src/model/schema/TypeServer.ts';
import type { World } from 'codegen/World.ts';
import { declaredNotices } from 'codegen/declaredNotices.ts';
import type { Conversations, ItemType, Registry, ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import {
  ANY_STATE,
  type ClientStateMachine,
  type ClientTransition,
  type StateMachine,
  type Transition,
} from 'src/model/schema/StateMachine.ts';

export interface Plan {
  readonly world: World;
  readonly source: Source;
  readonly linked: Linked;
  readonly types: readonly LinkedType[];
  readonly client: Registry;
  readonly server: ServerRegistry;
  readonly messages: Readonly<Record<string, string>>;
  readonly messagesOf: MessagePlaces;
}

/** Returns the properties that only administrators may change. Their predicate is `any: []`, which no other caller fulfils. */
const adminOnlyOf = ({ access: { writable = {} } }: TypeServer): string[] =>
  Object.keys(writable).filter((name) => JSON.stringify(writable[name]) === '{"any":[]}');

/** A page can tell that a property is empty. The server evaluates every other guard. */
const whileEmptyOf = ({ guard }: Transition): Pick<ClientTransition, 'whileEmpty'> =>
  guard && 'empty' in guard ? { whileEmpty: guard.empty } : {};

/** Returns the transitions that people run. The client asks the server who may run them. */
const clientStates = ({ property, why, says, initial, fixed, transitions }: StateMachine): ClientStateMachine => ({
  property,
  ...(why !== undefined && { why }),
  ...(says !== undefined && { says }),
  initial,
  fixed,
  transitions: transitions
    .filter(({ auto, to }) => !auto && to !== ANY_STATE)
    .map((transition) => {
      const { sets: _sets, effects: _effects, auto: _auto, guard: _guard, event: _event, ...open } = transition;
      const { reasonTo: _reasonTo, ...rest } = open;
      return { ...rest, ...whileEmptyOf(transition) };
    }),
});

/** Returns the path of the level. Undefined for a type that inherits its readers, because its level does not decide who may read it. */
const levelPathOf = ({ access: { read } }: TypeServer): string | undefined =>
  read.inherit === undefined && 'path' in read.level ? read.level.path : undefined;

const clientType = ({ name, number, area, properties, view, server, states }: LinkedType): ItemType => ({
  name,
  number,
  area,
  ...(levelPathOf(server) !== undefined && { levelPath: levelPathOf(server) }),
  ...(server.search.excludeGeneralSearch && { excludeGeneralSearch: true }),
  read: server.access.read,
  ...(adminOnlyOf(server).length > 0 && { adminOnly: adminOnlyOf(server) }),
  properties,
  view,
  ...(server.invitation && { invitation: server.invitation }),
  ...(server.exports && { exports: Object.keys(server.exports) }),
  ...(states && { states: clientStates(states) }),
});

/** Removes the names of inverse relations, because only searches on the server need them. */
const clientProperties = (properties: ItemType['properties']): ItemType['properties'] =>
  Object.fromEntries(
    Object.entries(properties).map(([name, { rel, properties: members, ...property }]) => {
      const { inverse: _, ...relation } = rel ?? { to: [], onDelete: 'null' };
      return [
        name,
        {
          ...property,
          ...(rel && { rel: relation }),
          ...(members && { properties: clientProperties(members) }),
        },
      ];
    }),
  );

/** Removes what opens and closes conversations, because only the server needs it. */
const clientConversations = (declared: Conversations | undefined): Conversations | undefined =>
  declared && {
    ...declared,
    purposes: Object.fromEntries(
      Object.entries(declared.purposes).map(
        ([key, { opens: _opens, closes: _closes, participants: _people, ...rest }]) => [key, rest],
      ),
    ),
  };

/** Removes the input schemas, because only the server validates requests. */
const clientActions = (actions: ServerRegistry['actions']): Registry['actions'] =>
  Object.fromEntries(
    Object.entries(actions).map(([key, { name, right, mode }]) => [
      key,
      { name, ...(right && { right }), ...(mode && { mode }) },
    ]),
  );

const OF_SERVER: ReadonlySet<string> = new Set(['onActive', 'onComplete', 'answers', 'done']);

/** Removes the effects of steps, because only the server needs them. */
const clientSteps = (steps: ServerRegistry['steps']): Registry['steps'] =>
  Object.fromEntries(
    Object.entries(steps).map(([key, kind]) => [
      key,
      Object.fromEntries(
        Object.entries(kind).filter(([name]) => !OF_SERVER.has(name)),
      ) as unknown as Registry['steps'][string],
    ]),
  );

const serverType = (type: LinkedType): ServerItemType => {
  const { states: _, ...shared } = clientType(type);
  return { ...shared, server: type.server, ...(type.states && { states: type.states }) };
};

/** Returns the kinds of events that notify people. A kind has one mode; validate refuses two. */
const noticesOf = (linked: Linked): Registry['notices'] => {
  const declared = declaredNotices(linked)
    .map(({ notice }) => notice)
    .filter(({ notify }) => notify.length > 0);
  return Object.fromEntries(
    declared.map(({ kind, mode }) => [kind, mode] as const).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))),
  );
};

const valuesOf = <T>(declared: Readonly<Record<string, Declared<T>>>): Record<string, T> =>
  Object.fromEntries(Object.entries(declared).map(([name, { value }]) => [name, value]));

const dashboardsOf = ({ screens }: Linked): ServerRegistry['dashboards'] =>
  Object.fromEntries(screens.flatMap(({ value: { path, panels } }) => (panels ? [[path, panels]] : [])));

/** Returns the screens without their panels, which the server sends to those who may see them, but with the types that panels count. */
const screensOf = ({ screens }: Linked): Registry['screens'] =>
  screens.map(({ value: { panels, ...screen } }) => {
    if (!panels) return screen;
    const listed = new Set(panels.map((panel) => panel.screen));
    const types = screens.flatMap(({ value }) => (listed.has(value.path) ? (value.search?.types ?? []) : []));
    return { ...screen, counts: [...new Set(types)] };
  });

const byName = <T extends { readonly name: string }>(types: readonly T[]): Record<string, T> =>
  Object.fromEntries(types.map((type) => [type.name, type]));

export const plan = (world: World, source: Source, linked: Linked): Plan => {
  const types = Object.values(linked.types);
  const shape = {
    ownerType: linked.ownerType,
    capabilities: linked.capabilities,
    areas: linked.areas,
    screens: screensOf(linked),
    lists: valuesOf(linked.lists),
    buckets: valuesOf(linked.buckets),
    actions: valuesOf(linked.actions),
    conversations: linked.conversations?.value,
    steps: valuesOf(linked.steps),
    workflows: linked.workflows?.value,
    notices: noticesOf(linked),
  };
  const server = {
    ...shape,
    types: byName(types.map(serverType)),
    dashboards: dashboardsOf(linked),
    reports: valuesOf(linked.reports),
    imports: valuesOf(linked.imports),
  };
  const hash = createHash('sha256').update(JSON.stringify(server)).digest('hex').slice(0, 16);
  return {
    world,
    source,
    linked,
    types,
    client: {
      hash,
      ...shape,
      actions: clientActions(shape.actions),
      steps: clientSteps(shape.steps),
      conversations: clientConversations(shape.conversations),
      types: byName(types.map((type) => ({ ...clientType(type), properties: clientProperties(type.properties) }))),
    },
    server: { hash, ...server },
    messages: messages(linked),
    messagesOf: messagePlaces(linked),
  };
};
