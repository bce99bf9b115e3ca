// The message bundle: the given words, and default ones made from names where a property, choice, tab or sort has none.
// Titles of types, areas, lists and screens are for people to write; a missing one is a finding, not a guess.

import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { allPaths } from 'codegen/paths.ts';

/** `privateNotes` becomes `Private notes`, `NOT_FOR_PROFIT` becomes `Not for profit`. */
export const wordsOf = (name: string): string => {
  const bare = name.split('.').at(-1)?.replace(/^[$_]/, '') ?? '';
  const spaced = /^[A-Z0-9_]+$/.test(bare)
    ? bare.replaceAll('_', ' ').toLowerCase()
    : bare.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

type Words = Record<string, string>;

const sharedOr = (given: Words, shared: string, name: string): string => given[`base.${shared}`] ?? wordsOf(name);

const propertyWords = (type: LinkedType, given: Words): Words => {
  const words: Words = {};
  for (const [path, property] of allPaths(type.properties)) {
    words[`types.${type.name}.props.${path}`] = sharedOr(given, `props.${path}`, path);
    for (const value of property.values ?? []) {
      words[`types.${type.name}.enum.${path}.${value}`] = sharedOr(given, `enum.${path}.${value}`, value);
    }
  }
  return words;
};

const viewWords = ({ name, view, server }: LinkedType): Words => {
  const words: Words = {};
  for (const tab of view.form) {
    words[`types.${name}.tabs.${tab.key}`] = wordsOf(tab.key);
    for (const group of tab.groups) words[`types.${name}.groups.${group.key}`] = wordsOf(group.key);
  }
  for (const { key } of view.sorts) words[`types.${name}.sorts.${key}`] = wordsOf(key);
  for (const { key } of view.saved ?? []) words[`types.${name}.saved.${key}`] = wordsOf(key);
  for (const { key } of view.actions) words[`types.${name}.actions.${key}`] = wordsOf(key);
  for (const key of Object.keys(server.access.actions)) words[`types.${name}.rights.${key}`] = wordsOf(key);
  return words;
};

const partWords = (linked: Linked): Words => {
  const words: Words = {};
  for (const [set, { buckets }] of Object.entries(linked.buckets)) {
    for (const { key } of buckets) words[`buckets.${set}.${key}`] = key;
  }
  for (const name of linked.capabilities) words[`capabilities.${name}`] = wordsOf(name);
  for (const name of Object.keys(linked.actions)) words[`actions.${name}`] = wordsOf(name);
  for (const [name, { value }] of Object.entries(linked.steps)) {
    words[`steps.${name}`] = wordsOf(name);
    for (const [path, property] of allPaths(value.properties)) {
      words[`steps.${name}.props.${path}`] = wordsOf(path);
      for (const choice of property.values ?? []) words[`steps.${name}.enum.${path}.${choice}`] = wordsOf(choice);
    }
  }
  for (const name of Object.keys(linked.imports)) words[`imports.${name}`] = wordsOf(name);
  for (const { value } of linked.screens) {
    for (const { key } of value.panels ?? []) words[`panels.${key}`] = wordsOf(key);
  }
  return words;
};

/** Ids that people must write words for, with the place that asks for them. */
export const demandedWords = (linked: Linked): { id: string; file: string; pointer: string }[] => [
  ...linked.sources.map(({ area }) => ({
    id: `areas.${String(area.json['key'])}`,
    file: area.path,
    pointer: '/key',
  })),
  ...Object.values(linked.types).flatMap(({ name, source }) =>
    ['label', 'plural'].map((word) => ({ id: `types.${name}.${word}`, file: source.view.path, pointer: '' })),
  ),
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

const sorted = (words: Words): Words =>
  Object.fromEntries(Object.entries(words).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))));

/** All words of a world, sorted by id. */
export const words = (linked: Linked): Words => {
  const types = Object.values(linked.types);
  return sorted({
    ...partWords(linked),
    ...Object.assign({}, ...types.map((type) => propertyWords(type, { ...linked.messages }))),
    ...Object.assign({}, ...types.map(viewWords)),
    ...linked.messages,
  });
};
