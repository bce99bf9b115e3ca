// Validates screens: unique paths that are valid in the menu and in addresses, and searches by declared keys only.

import { pointer, type JsonValue } from 'codegen/json.ts';
import { noType, reporterOf, type Validation, type Reporter } from 'codegen/validate/Validation.ts';
import type { DeclaredScreen, Linked, LinkedType } from 'codegen/Linked.ts';
import { QUERY_KEYS } from 'codegen/propertyPaths.ts';
import type { Diagnostic } from 'codegen/diagnostics.ts';
import type { Panel, Screen, ScreenSearch } from 'src/model/schema/Registry.ts';

interface ValidatedScreen {
  readonly linked: Linked;
  readonly reporter: Reporter;
  readonly at: string;
}

const isFilter = (type: LinkedType, key: string): boolean =>
  QUERY_KEYS.has(key) || type.view.facets.some((facet) => facet.key === key) || type.view.filters.includes(key);

const typesOf = (search: ScreenSearch, { linked, reporter, at }: ValidatedScreen): LinkedType[] =>
  (search.types.length === 0 ? Object.keys(linked.types) : search.types).flatMap((name) => {
    const type = linked.types[name];
    reporter.expect(type !== undefined, `${at}/types`, noType(name, linked));
    return type === undefined ? [] : [type];
  });

/** A dotted key follows a relation: the first part must be a relation, and the rest is validated when the query is planned. */
const validateKeys = (
  keys: Readonly<Record<string, JsonValue>>,
  types: readonly LinkedType[],
  subject: ValidatedScreen,
): void => {
  for (const key of Object.keys(keys)) {
    const known = types.some((type) => isFilter(type, key) || isFilter(type, key.split('.')[0] ?? ''));
    subject.reporter.expect(known, pointer(subject.at, key), `${key} is no facet or filter of the types asked for`);
  }
};

/** Related facets need a relation of all listed types that leads to the type, and facets that the type declares. */
const validateRelated = (
  { related }: ScreenSearch,
  types: readonly LinkedType[],
  { linked, reporter, at }: ValidatedScreen,
): void => {
  if (!related) return;
  const target = linked.types[related.type];
  reporter.expect(target !== undefined, `${at}/related/type`, noType(related.type, linked));
  const leads = types.every(({ properties }) =>
    properties[related.path]?.rel?.to.some((name) => name === '*' || name === related.type),
  );
  reporter.expect(leads, `${at}/related/path`, `${related.path} is no relation to ${related.type}`);
  for (const key of related.facets) {
    const known = target === undefined || target.view.facets.some((facet) => facet.key === key);
    reporter.expect(known, `${at}/related/facets`, `${key} is no facet of ${related.type}`);
  }
};

const validateSearch = (search: ScreenSearch, subject: ValidatedScreen): void => {
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
  validateRelated(search, types, subject);
  const display = search.display;
  if (display !== undefined && search.types.length > 0) {
    const known = types.every(({ view }) => view.displays.includes(display));
    reporter.expect(known, `${at}/display`, `${display} is no display of the types asked for`);
  }
};

const validatePath = ({ path, routeOnly, noColumns }: Screen, { linked, reporter, at }: ValidatedScreen): void => {
  const parent = path.split('.').slice(0, -1).join('.');
  const hasParent = parent === '' || linked.screens.some((screen) => screen.value.path === parent);
  if (!hasParent) reporter.warn(`${at}/path`, `its parent ${parent} is no screen, so the menu shows it at the top`);
  const outsideColumns = routeOnly === true || noColumns === true;
  reporter.expect(
    outsideColumns || !path.includes('/'),
    `${at}/path`,
    'a slash parts columns: only a screen with "routeOnly" or "noColumns" may have one',
  );
};

/** Members that a panel of each drawing needs, and those that it may have. */
const DRAWINGS: Readonly<
  Record<Panel['draw'], { readonly needs: readonly (keyof Panel)[]; readonly may?: keyof Panel }>
> = {
  bars: { needs: ['facet'] },
  stacks: { needs: ['facet', 'by'] },
  months: { needs: ['facet', 'months'] },
  figures: { needs: [], may: 'facet' },
  rows: { needs: [] },
};

const validateDrawing = (panel: Panel, { reporter, at }: ValidatedScreen): void => {
  const { needs, may } = DRAWINGS[panel.draw];
  for (const part of ['facet', 'by', 'months'] as const) {
    const isThere = panel[part] !== undefined;
    reporter.expect(isThere || !needs.includes(part), at, `${panel.draw} needs "${part}"`);
    reporter.expect(
      !isThere || needs.includes(part) || may === part,
      `${at}/${part}`,
      `means nothing to ${panel.draw}`,
    );
  }
};

const opens = ({ capability, nonDedicatedCapability }: Screen, held: string): boolean =>
  capability === undefined || capability === held || nonDedicatedCapability === held;

const validatePanel = (panel: Panel, subject: ValidatedScreen): void => {
  const { linked, reporter, at } = subject;
  const listing = linked.screens.find(({ value }) => value.path === panel.screen)?.value;
  validateDrawing(panel, subject);
  if (!listing?.search || listing.view) {
    reporter.expect(false, `${at}/screen`, `${panel.screen} is no listing`);
    return;
  }
  reporter.expect(
    opens(listing, panel.capability),
    `${at}/capability`,
    `${panel.capability} does not open ${panel.screen}, where its numbers lead`,
  );
  const types = typesOf(listing.search, { ...subject, at: `${at}/screen` });
  validateKeys((panel.chosen ?? {}) as Record<string, JsonValue>, types, { ...subject, at: `${at}/chosen` });
  for (const part of ['facet', 'by'] as const) {
    const key = panel[part];
    if (key === undefined) continue;
    const isFacet = types.every(({ view }) => view.facets.some((facet) => facet.key === key));
    reporter.expect(isFacet, `${at}/${part}`, `${key} is no facet of all that ${panel.screen} lists`);
  }
};

const validatePanels = ({ view, panels = [] }: DeclaredScreen, subject: ValidatedScreen): void => {
  const { reporter, at } = subject;
  reporter.expect((view === 'dashboard') === panels.length > 0, at, 'a dashboard has panels, and nothing else has any');
  const keys = new Set<string>();
  panels.forEach((panel, index) => {
    const place = `${at}/panels/${index}`;
    reporter.expect(!keys.has(panel.key), `${place}/key`, `a panel before it is called ${panel.key}`);
    keys.add(panel.key);
    validatePanel(panel, { ...subject, at: place });
  });
};

export const screens: Validation = (linked) => {
  const paths = new Map<string, string>();
  return linked.screens.flatMap(({ value, file, pointer: at }): Diagnostic[] => {
    const reporter = reporterOf(file);
    const other = paths.get(value.path);
    reporter.expect(other === undefined, `${at}/path`, `${value.path} is a screen in ${other ?? ''} already`);
    paths.set(value.path, file.path);
    validatePath(value, { linked, reporter, at });
    const { creates, under, insteadOf } = value;
    for (const [part, named] of Object.entries({ under, insteadOf })) {
      const isScreen = named === undefined || linked.screens.some((screen) => screen.value.path === named);
      reporter.expect(isScreen, `${at}/${part}`, `${named ?? ''} is no screen`);
    }
    if (creates !== undefined)
      reporter.expect(Object.hasOwn(linked.types, creates), `${at}/creates`, noType(creates, linked));
    validatePanels(value, { linked, reporter, at });
    if (value.search !== undefined) validateSearch(value.search, { linked, reporter, at: `${at}/search` });
    return reporter.diagnostics;
  });
};
