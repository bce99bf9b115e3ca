// Builds the message bundle: declared texts, and default texts made from names for properties, choices, tabs and sorts without one. Titles
// of types, areas, lists and screens must be written by people; a missing one is a diagnostic.

import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { allPaths } from 'codegen/propertyPaths.ts';
import { declaredNotices } from 'codegen/declaredNotices.ts';
import { EXPORT_FORMATS } from 'src/model/generated/exportFormats.ts';
import { readableName } from 'src/model/text/readableName.ts';
import { ANY_STATE, type StateMachine } from 'src/model/schema/StateMachine.ts';

type Messages = Record<string, string>;
/** The messages that the declarations contain. */
type Given = Linked['messages'];

/** Returns the text for a part of a step: its own, or the one that all steps share. */
const wordsFor = (type: LinkedType, given: Given): ((part: string, name: string) => string) => {
  const isStep = type.source.step !== undefined;
  return (part, name) => (isStep ? given[`step.${part}`] : undefined) ?? given[`base.${part}`] ?? readableName(name);
};

const propertyMessages = (type: LinkedType, given: Given): Messages => {
  const messages: Messages = {};
  const words = wordsFor(type, given);
  const kind = type.source.step;
  for (const [path, property] of allPaths(type.properties)) {
    messages[`types.${type.name}.props.${path}`] = words(`props.${path}`, path);
    for (const value of property.values ?? []) {
      const isKind = path === 'kind' && value === kind;
      messages[`types.${type.name}.enum.${path}.${value}`] = isKind
        ? (given[`types.${type.name}.label`] ?? value)
        : words(`enum.${path}.${value}`, value);
    }
  }
  return messages;
};

/** Returns the transitions that have a button on the page. */
const offeredTransitions = (states: StateMachine | undefined): string[] =>
  (states?.transitions ?? []).filter(({ auto, to }) => !auto && to !== ANY_STATE).map(({ name }) => name);

const viewMessages = (type: LinkedType, given: Given): Messages => {
  const { name, view, states } = type;
  const words = wordsFor(type, given);
  const messages: Messages = {};
  for (const tab of view.form) {
    messages[`types.${name}.tabs.${tab.key}`] = words(`tabs.${tab.key}`, tab.key);
    for (const { key } of tab.groups) messages[`types.${name}.groups.${key}`] = words(`groups.${key}`, key);
  }
  for (const { key } of view.wizard?.steps ?? []) messages[`types.${name}.wizard.${key}`] = words(`groups.${key}`, key);
  for (const { key } of view.sorts) messages[`types.${name}.sorts.${key}`] = words(`sorts.${key}`, key);
  for (const { key } of view.saved ?? []) messages[`types.${name}.saved.${key}`] = readableName(key);
  for (const { key } of view.actions) messages[`types.${name}.actions.${key}`] = readableName(key);
  for (const key of offeredTransitions(states))
    messages[`types.${name}.transitions.${key}`] = words(`transitions.${key}`, key);
  return messages;
};

const partMessages = (linked: Linked): Messages => {
  const messages: Messages = {};
  for (const [set, { value }] of Object.entries(linked.buckets)) {
    for (const { key } of value.buckets) messages[`buckets.${set}.${key}`] = key;
  }
  for (const name of linked.capabilities) messages[`capabilities.${name}`] = readableName(name);
  for (const { mode, name } of linked.displays) messages[`displays.${mode}`] = readableName(name);
  for (const name of EXPORT_FORMATS) messages[`export.formats.${name}`] = name.toUpperCase();
  for (const name of Object.keys(linked.actions)) messages[`actions.${name}`] = readableName(name);
  return messages;
};

/** Returns each kind of event with the first position that declares it. */
const eventKinds = (linked: Linked): { id: string; file: string; pointer: string }[] =>
  [
    ...new Map(
      declaredNotices(linked)
        .toReversed()
        .map((place) => [place.notice.kind, place]),
    ).values(),
  ].flatMap(({ notice, file, pointer }) =>
    ['text', 'name'].map((word) => ({ id: `events.${notice.kind}.${word}`, file, pointer })),
  );

/** Returns the ids of messages that people must write, with the position that requires them. */
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
  ...Object.values(linked.types).flatMap(({ name, source, states }) =>
    source.step === undefined
      ? offeredTransitions(states).map((key) => ({
          id: `types.${name}.transitions.${key}`,
          file: source.states?.path ?? '',
          pointer: `/transitions/${key}`,
        }))
      : [],
  ),
  ...eventKinds(linked),
  ...Object.entries(linked.lists).map(([name, { file, pointer }]) => ({
    id: `lists.${name}`,
    file: file.path,
    pointer,
  })),
  ...Object.entries(linked.imports).map(([key, { file, pointer }]) => ({
    id: `imports.${key}.label`,
    file: file.path,
    pointer,
  })),
  ...linked.screens.map(({ value, file, pointer }) => ({
    id: `screens.${value.path}.title`,
    file: file.path,
    pointer,
  })),
  ...linked.screens.flatMap(({ value, file, pointer }) =>
    (value.panels ?? []).map(({ key }) => ({ id: `panels.${value.path}.${key}`, file: file.path, pointer })),
  ),
];

const sorted = (messages: Messages): Messages =>
  Object.fromEntries(Object.entries(messages).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))));

/** Returns all messages of a world, sorted by id. */
export const messages = (linked: Linked): Messages => {
  const types = Object.values(linked.types);
  return sorted({
    ...partMessages(linked),
    ...Object.assign({}, ...types.map((type) => propertyMessages(type, linked.messages))),
    ...Object.assign({}, ...types.map((type) => viewMessages(type, linked.messages))),
    ...linked.messages,
  });
};
