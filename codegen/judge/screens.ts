// Judges screens and panels: unique paths, parents that exist, searches by declared keys only.

import { pointer, type JsonValue } from 'codegen/json.ts';
import { noType, tellerOf, type Judgement, type Teller } from 'codegen/judge/Judgement.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { QUERY_KEYS } from 'codegen/paths.ts';
import type { Finding } from 'codegen/Finding.ts';
import type { Screen, ScreenSearch } from 'src/model/schema/Registry.ts';

interface Judged {
  readonly linked: Linked;
  readonly teller: Teller;
  readonly at: string;
}

const isFilter = (type: LinkedType, key: string): boolean =>
  QUERY_KEYS.has(key) || type.view.facets.some((facet) => facet.key === key) || type.view.filters.includes(key);

const typesOf = (search: ScreenSearch, { linked, teller, at }: Judged): LinkedType[] =>
  (search.types.length === 0 ? Object.keys(linked.types) : search.types).flatMap((name) => {
    const type = linked.types[name];
    teller.expect(type !== undefined, `${at}/types`, noType(name, linked));
    return type === undefined ? [] : [type];
  });

/** Dotted keys follow a relation: the first part must be one, what follows is judged where it is asked. */
const judgeKeys = (keys: Readonly<Record<string, JsonValue>>, types: readonly LinkedType[], judged: Judged): void => {
  for (const key of Object.keys(keys)) {
    const known = types.some((type) => isFilter(type, key) || isFilter(type, key.split('.')[0] ?? ''));
    judged.teller.expect(known, pointer(judged.at, key), `${key} is no facet or filter of the types asked for`);
  }
};

const judgeSearch = (search: ScreenSearch, judged: Judged): void => {
  const { teller, linked, at } = judged;
  const types = typesOf(search, judged);
  if (types.length === 0) return;
  for (const part of ['must', 'mustNot', 'selected'] as const) {
    judgeKeys((search[part] ?? {}) as Record<string, JsonValue>, types, { ...judged, at: `${at}/${part}` });
  }
  for (const { key } of search.sort ?? []) {
    const known = key === 'created' || types.some(({ view }) => view.sorts.some((sort) => sort.key === key));
    teller.expect(known, `${at}/sort`, `${key} is no sort of ${types.map(({ name }) => name).join(', ')}`);
  }
  for (const name of search.create ?? []) {
    const type = linked.types[name];
    teller.expect(type !== undefined, `${at}/create`, noType(name, linked));
    for (const property of Object.keys(search.initial ?? {})) {
      const known = type === undefined || Object.hasOwn(type.properties, property);
      teller.expect(known, `${at}/initial`, `${property} is no property of ${name}`);
    }
  }
  const display = search.display;
  if (display !== undefined && search.types.length > 0) {
    const known = types.every(({ view }) => view.displays[display] !== undefined);
    teller.expect(known, `${at}/display`, `${display} is no display of the types asked for`);
  }
};

const judgeScreen = (screen: Screen, judged: Judged): void => {
  const { linked, teller, at } = judged;
  const parent = screen.path.split('.').slice(0, -1).join('.');
  const hasParent = parent === '' || linked.screens.some(({ value }) => value.path === parent);
  teller.expect(hasParent, `${at}/path`, `its parent ${parent} is no screen`);
  teller.expect(
    screen.search === undefined || screen.panels === undefined,
    at,
    'shows either a search or panels, not both',
  );
  if (screen.search !== undefined) judgeSearch(screen.search, { ...judged, at: `${at}/search` });
  (screen.panels ?? []).forEach((panel, index) => {
    const place = { ...judged, at: pointer(at, 'panels', index) };
    judgeSearch(panel.search, { ...place, at: `${place.at}/search` });
    const types = panel.search.types.flatMap((name) => linked.types[name] ?? []);
    const charted =
      panel.chart === undefined || types.some(({ view }) => view.facets.some(({ key }) => key === panel.chart));
    teller.expect(charted, `${place.at}/chart`, `${panel.chart ?? ''} is no facet of the types asked for`);
  });
};

export const screens: Judgement = (linked) => {
  const paths = new Map<string, string>();
  const panels = new Map<string, string>();
  return linked.screens.flatMap(({ value, file, pointer: at }): Finding[] => {
    const teller = tellerOf(file);
    const other = paths.get(value.path);
    teller.expect(other === undefined, `${at}/path`, `${value.path} is a screen in ${other ?? ''} already`);
    paths.set(value.path, file.path);
    for (const { key } of value.panels ?? []) {
      teller.expect(!panels.has(key), `${at}/panels`, `${key} is a panel in ${panels.get(key) ?? ''} already`);
      panels.set(key, file.path);
    }
    judgeScreen(value, { linked, teller, at });
    return teller.findings;
  });
};
