// The message bundle: the declared texts, and default ones made from names where a property, choice, tab or sort has none.
// Titles of types, areas, lists and screens are for people to write; a missing one is a diagnostic, not a guess.

import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { allPaths } from 'codegen/propertyPaths.ts';

/** `privateNotes` becomes `Private notes`, `NOT_FOR_PROFIT` becomes `Not for profit`. */
export const readableName = (name: string): string => {
  const bare = name.split('.').at(-1)?.replace(/^[$_]/, '') ?? '';
  const spaced = /^[A-Z0-9_]+$/.test(bare)
    ? bare.replaceAll('_', ' ').toLowerCase()
    : bare.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

type Messages = Record<string, string>;

const sharedOr = (given: Messages, shared: string, name: string): string =>
  given[`base.${shared}`] ?? readableName(name);

const propertyMessages = (type: LinkedType, given: Messages): Messages => {
  const messages: Messages = {};
  for (const [path, property] of allPaths(type.properties)) {
    messages[`types.${type.name}.props.${path}`] = sharedOr(given, `props.${path}`, path);
    for (const value of property.values ?? []) {
      messages[`types.${type.name}.enum.${path}.${value}`] = sharedOr(given, `enum.${path}.${value}`, value);
    }
  }
  return messages;
};

const viewMessages = ({ name, view, server }: LinkedType): Messages => {
  const messages: Messages = {};
  for (const tab of view.form) {
    messages[`types.${name}.tabs.${tab.key}`] = readableName(tab.key);
    for (const group of tab.groups) messages[`types.${name}.groups.${group.key}`] = readableName(group.key);
  }
  for (const { key } of view.sorts) messages[`types.${name}.sorts.${key}`] = readableName(key);
  for (const { key } of view.saved ?? []) messages[`types.${name}.saved.${key}`] = readableName(key);
  for (const { key } of view.actions) messages[`types.${name}.actions.${key}`] = readableName(key);
  for (const key of Object.keys(server.access.actions)) messages[`types.${name}.rights.${key}`] = readableName(key);
  return messages;
};

const partMessages = (linked: Linked): Messages => {
  const messages: Messages = {};
  for (const [set, { buckets }] of Object.entries(linked.buckets)) {
    for (const { key } of buckets) messages[`buckets.${set}.${key}`] = key;
  }
  for (const name of linked.capabilities) messages[`capabilities.${name}`] = readableName(name);
  for (const name of Object.keys(linked.actions)) messages[`actions.${name}`] = readableName(name);
  return messages;
};

/** Each kind of event with the first place that declares it. */
const eventKinds = ({ types, actions }: Linked): { id: string; file: string; pointer: string }[] => {
  const places = [
    ...Object.values(types).flatMap(({ server, source }) =>
      server.events.map(({ kind }) => ({ kind, file: source.server.path, pointer: '/events' })),
    ),
    ...Object.values(actions).flatMap(({ value, file, pointer }) =>
      value.event ? [{ kind: value.event.kind, file: file.path, pointer }] : [],
    ),
  ];
  return [...new Map(places.toReversed().map((place) => [place.kind, place])).values()].flatMap(
    ({ kind, file, pointer }) => ['text', 'name'].map((word) => ({ id: `events.${kind}.${word}`, file, pointer })),
  );
};

/** Ids that people must write words for, with the place that asks for them. */
export const requiredMessages = (linked: Linked): { id: string; file: string; pointer: string }[] => [
  ...linked.sources.map(({ area }) => ({
    id: `areas.${String(area.json['key'])}`,
    file: area.path,
    pointer: '/key',
  })),
  ...Object.values(linked.types).flatMap(({ name, source }) =>
    ['label', 'plural', 'inSentence'].map((word) => ({
      id: `types.${name}.${word}`,
      file: source.view.path,
      pointer: '',
    })),
  ),
  ...eventKinds(linked),
  ...Object.entries(linked.lists).map(([name, { file, pointer }]) => ({
    id: `lists.${name}`,
    file: file.path,
    pointer,
  })),
  ...linked.screens.map(({ value, file, pointer }) => ({
    id: `screens.${value.path}.title`,
    file: file.path,
    pointer,
  })),
];

const sorted = (messages: Messages): Messages =>
  Object.fromEntries(Object.entries(messages).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))));

/** All messages of a world, sorted by id. */
export const messages = (linked: Linked): Messages => {
  const types = Object.values(linked.types);
  return sorted({
    ...partMessages(linked),
    ...Object.assign({}, ...types.map((type) => propertyMessages(type, { ...linked.messages }))),
    ...Object.assign({}, ...types.map(viewMessages)),
    ...linked.messages,
  });
};
