// Judges screens and panels: unique paths, parents that exist, searches by declared keys only.

import { pointer, type JsonValue } from 'codegen/json.ts';
import { noType, reporterOf, type Validation, type Reporter } from 'codegen/validate/Validation.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { QUERY_KEYS } from 'codegen/propertyPaths.ts';
import type { Diagnostic } from 'codegen/diagnostics.ts';
import type { Screen, ScreenSearch } from 'src/model/schema/Registry.ts';

interface ValidatedType {
  readonly linked: Linked;
  readonly reporter: Reporter;
  readonly at: string;
}

const isFilter = (type: LinkedType, key: string): boolean =>
  QUERY_KEYS.has(key) || type.view.facets.some((facet) => facet.key === key) || type.view.filters.includes(key);

const typesOf = (search: ScreenSearch, { linked, reporter, at }: ValidatedType): LinkedType[] =>
  (search.types.length === 0 ? Object.keys(linked.types) : search.types).flatMap((name) => {
    const type = linked.types[name];
    reporter.expect(type !== undefined, `${at}/types`, noType(name, linked));
    return type === undefined ? [] : [type];
  });

/** Dotted keys follow a relation: the first part must be one, what follows is judged where it is asked. */
const validateKeys = (
  keys: Readonly<Record<string, JsonValue>>,
  types: readonly LinkedType[],
  subject: ValidatedType,
): void => {
  for (const key of Object.keys(keys)) {
    const known = types.some((type) => isFilter(type, key) || isFilter(type, key.split('.')[0] ?? ''));
    subject.reporter.expect(known, pointer(subject.at, key), `${key} is no facet or filter of the types asked for`);
  }
};

const validateSearch = (search: ScreenSearch, subject: ValidatedType): void => {
  const { reporter, linked, at } = subject;
  const types = typesOf(search, subject);
  if (types.length === 0) return;
  for (const part of ['must', 'mustNot', 'selected'] as const) {
    validateKeys((search[part] ?? {}) as Record<string, JsonValue>, types, { ...subject, at: `${at}/${part}` });
  }
  for (const { key } of search.sort ?? []) {
    const known = key === 'created' || types.some(({ view }) => view.sorts.some((sort) => sort.key === key));
    reporter.expect(known, `${at}/sort`, `${key} is no sort of ${types.map(({ name }) => name).join(', ')}`);
  }
  for (const name of search.create ?? []) {
    const type = linked.types[name];
    reporter.expect(type !== undefined, `${at}/create`, noType(name, linked));
    for (const property of Object.keys(search.initial ?? {})) {
      const known = type === undefined || Object.hasOwn(type.properties, property);
      reporter.expect(known, `${at}/initial`, `${property} is no property of ${name}`);
    }
  }
  const display = search.display;
  if (display !== undefined && search.types.length > 0) {
    const known = types.every(({ view }) => view.displays[display] !== undefined);
    reporter.expect(known, `${at}/display`, `${display} is no display of the types asked for`);
  }
};

const validateScreen = (screen: Screen, subject: ValidatedType): void => {
  const { linked, reporter, at } = subject;
  const parent = screen.path.split('.').slice(0, -1).join('.');
  const hasParent = parent === '' || linked.screens.some(({ value }) => value.path === parent);
  reporter.expect(hasParent, `${at}/path`, `its parent ${parent} is no screen`);
  reporter.expect(
    screen.search === undefined || screen.panels === undefined,
    at,
    'shows either a search or panels, not both',
  );
  if (screen.search !== undefined) validateSearch(screen.search, { ...subject, at: `${at}/search` });
  (screen.panels ?? []).forEach((panel, index) => {
    const place = { ...subject, at: pointer(at, 'panels', index) };
    validateSearch(panel.search, { ...place, at: `${place.at}/search` });
    const types = panel.search.types.flatMap((name) => linked.types[name] ?? []);
    const charted =
      panel.chart === undefined || types.some(({ view }) => view.facets.some(({ key }) => key === panel.chart));
    reporter.expect(charted, `${place.at}/chart`, `${panel.chart ?? ''} is no facet of the types asked for`);
  });
};

export const screens: Validation = (linked) => {
  const paths = new Map<string, string>();
  const panels = new Map<string, string>();
  return linked.screens.flatMap(({ value, file, pointer: at }): Diagnostic[] => {
    const reporter = reporterOf(file);
    const other = paths.get(value.path);
    reporter.expect(other === undefined, `${at}/path`, `${value.path} is a screen in ${other ?? ''} already`);
    paths.set(value.path, file.path);
    for (const { key } of value.panels ?? []) {
      reporter.expect(!panels.has(key), `${at}/panels`, `${key} is a panel in ${panels.get(key) ?? ''} already`);
      panels.set(key, file.path);
    }
    validateScreen(value, { linked, reporter, at });
    return reporter.diagnostics;
  });
};
