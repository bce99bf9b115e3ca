// Converts view.json and server.json to the registry's form and fills in defaults. Used by link, after check has passed.

import { defined, isObject, listAt, objectAt, stringsAt, type JsonObject, type JsonValue } from 'codegen/json.ts';
import { viewMember, type SourceDisplay } from 'codegen/Source.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';
import type { EventNotice, EventRule, TypeServer } from 'src/model/schema/TypeServer.ts';
import type { Facet, LayoutField, FormTab, Sort, TypeView } from 'src/model/schema/TypeView.ts';

const fieldOf = (value: JsonValue): LayoutField =>
  typeof value === 'string' ? { path: value } : (value as unknown as LayoutField);

const formOf = (json: JsonObject): FormTab[] =>
  listAt(json, 'form')
    .filter(isObject)
    .map((tab) => ({
      key: String(tab['key']),
      groups: listAt(tab, 'groups')
        .filter(isObject)
        .map((group) => ({
          key: String(group['key']),
          ...(group['admin'] === true && { admin: true }),
          rows: listAt(group, 'rows').map((row) => (Array.isArray(row) ? row.map(fieldOf) : [])),
        })),
    }));

const facetOf = ({ path, ...rest }: JsonObject): Facet => ({ key: String(path), ...rest }) as unknown as Facet;
const sortOf = (sort: JsonObject): Sort => ({ order: 'asc', ...sort }) as unknown as Sort;

interface DisplayParts {
  readonly displays: readonly string[];
  /** Values that the view declares for each display, by the names that the folders of the displays give them. */
  readonly members: JsonObject;
  /** Facets of each type that has the display. */
  readonly facets: readonly Facet[];
}

const displaysOf = (json: JsonObject, known: readonly SourceDisplay[]): DisplayParts => {
  const declared = objectAt(json, 'displays');
  const used = known.filter(({ mode }) => isObject(declared[mode]));
  return {
    displays: used.map(({ mode }) => mode),
    members: Object.fromEntries(used.map((display) => [viewMember(display), objectAt(declared, display.mode)])),
    facets: used.flatMap(({ file }) => ('typeFacet' in file.json ? [facetOf(objectAt(file.json, 'typeFacet'))] : [])),
  };
};

/** Properties of an item that decide who gets notices of it. */
const NOTICE_ROW: readonly LayoutField[] = [{ path: '$notify' }, { path: '$hideNotify' }];

/**
 * Adds the notice fields to the end of the form when a type sends notices and does not place the fields itself. A wizard asks only what its
 * declared steps ask.
 */
export const withNoticeFields = (view: TypeView, { events }: TypeServer): TypeView => {
  const notifies = events.some(({ on, notify }) => on !== 'alert' && notify.length > 0);
  const [last] = view.form.slice(-1);
  const [group] = last?.groups.slice(-1) ?? [];
  const isPlaced = view.form.some(({ groups }) =>
    groups.some(({ rows }) => rows.flat().some(({ path }) => path === '$notify')),
  );
  if (!notifies || isPlaced || view.wizard || !last || !group) return view;
  const groups = [...last.groups.slice(0, -1), { ...group, rows: [...group.rows, NOTICE_ROW] }];
  return { ...view, form: [...view.form.slice(0, -1), { ...last, groups }] };
};

export const viewOf = ({ $schema: _, ...json }: JsonObject, known: readonly SourceDisplay[]): TypeView => {
  const { displays, members, facets } = displaysOf(json, known);
  return {
    ...json,
    ...members,
    displays,
    facets: [...listAt(json, 'facets').filter(isObject).map(facetOf), ...facets],
    filters: stringsAt(json, 'filters'),
    sorts: listAt(json, 'sorts').filter(isObject).map(sortOf),
    form: formOf(json),
    actions: listAt(json, 'actions'),
  } as unknown as TypeView;
};

/** An event notifies only the people that it declares. */
export const noticeOf = (json: JsonObject): EventNotice =>
  ({ mode: 'NONE', ...json, notify: stringsAt(json, 'notify') }) as unknown as EventNotice;
const eventOf = (json: JsonObject): EventRule => noticeOf(json) as EventRule;

export const serverOf = (json: JsonObject): TypeServer => {
  const access = objectAt(json, 'access');
  const search = objectAt(json, 'search');
  const history = objectAt(json, 'history');
  const rules = objectAt(json, 'rules');
  const rulesFor = (key: string): string[] => stringsAt(rules, key);
  return defined({
    access: defined({
      read: defined({
        owner: access['owner'],
        level: access['level'],
        inherit: access['inherit'],
        inheritAtLeast: access['inheritAtLeast'],
        inheritLevelOf: access['inheritLevelOf'],
        limits: access['limits'],
        limitedBy: access['limitedBy'],
        readers: stringsAt(access, 'readers'),
      }) as unknown as TypeServer['access']['read'],
      sealed: access['sealed'],
      personal: access['personal'],
      actions: objectAt(access, 'actions') as unknown as Record<string, Predicate>,
      writable: access['writable'] as unknown as TypeServer['access']['writable'],
    }) as TypeServer['access'],
    lockFirst: json['lockFirst'],
    copies: json['copies'],
    mustRead: json['mustRead'],
    withholds: json['withholds'],
    permits: json['permits'],
    search: {
      weights: objectAt(search, 'weights') as unknown as TypeServer['search']['weights'],
      exact: stringsAt(search, 'exact'),
      excludeGeneralSearch: search['excludeGeneralSearch'] === true,
      suggest: search['suggest'] !== false,
    },
    events: listAt(json, 'events').filter(isObject).map(eventOf),
    project: json['project'],
    facts: json['facts'],
    zipPath: json['zipPath'],
    invitation: json['invitation'],
    exports: json['exports'],
    history: { keep: history['keep'] !== false, redact: stringsAt(history, 'redact') },
    rules: { validate: rulesFor('validate'), beforeSave: rulesFor('beforeSave'), afterCommit: rulesFor('afterCommit') },
    migrate: listAt(json, 'migrate') as unknown as TypeServer['migrate'],
  }) as TypeServer;
};
