// Validates screens: unique paths that are valid in the menu and in addresses, and searches by declared keys only.

import { didYouMean } from 'codegen/didYouMean.ts';
import { pointer, type JsonValue } from 'codegen/json.ts';
import {
  noScreen,
  noType,
  relationsIn,
  reporterOf,
  type Validation,
  type Reporter,
} from 'codegen/validate/Validation.ts';
import type { DeclaredScreen, Linked, LinkedType } from 'codegen/Linked.ts';
import { QUERY_KEYS } from 'codegen/propertyPaths.ts';
import type { Diagnostic } from 'codegen/diagnostics.ts';
import type { Panel, Screen, ScreenSearch } from 'src/model/schema/Registry.ts';

interface ValidatedScreen {
  readonly linked: Linked;
  readonly reporter: Reporter;
  readonly at: string;
}

const facetsOf = ({ view }: LinkedType): string[] => view.facets.map(({ key }) => key);
const sortsOf = ({ view }: LinkedType): string[] => view.sorts.map(({ key }) => key);

/** Returns the names that every one of the types has. */
const shared = (types: readonly LinkedType[], namesOf: (type: LinkedType) => readonly string[]): string[] => {
  const [first, ...others] = types;
  return first === undefined
    ? []
    : namesOf(first).filter((name) => others.every((each) => namesOf(each).includes(name)));
};

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
    const filters = [...types.flatMap((type) => [...facetsOf(type), ...type.view.filters]), ...QUERY_KEYS];
    const isKnown = filters.includes(key) || filters.includes(key.split('.')[0] ?? '');
    const reason = `${key} is no facet or filter of the types of the screen${didYouMean(key, filters)}`;
    subject.reporter.expect(isKnown, pointer(subject.at, key), reason);
  }
};

const relationsTo = (types: readonly LinkedType[], { path, type }: NonNullable<ScreenSearch['related']>): string =>
  relationsIn(types[0]?.properties ?? {}, path, (to) => to.includes('*') || to.includes(type));

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
  reporter.expect(
    leads,
    `${at}/related/path`,
    `${related.path} is no relation to ${related.type}${relationsTo(types, related)}`,
  );
  for (const key of related.facets) {
    const facets = target ? facetsOf(target) : [key];
    const reason = `${key} is no facet of ${related.type}${didYouMean(key, facets)}`;
    reporter.expect(facets.includes(key), `${at}/related/facets`, reason);
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
    const sorts = ['created', ...types.flatMap(sortsOf)];
    const reason = `${key} is no sort of ${types.map(({ name }) => name).join(', ')}${didYouMean(key, sorts)}`;
    reporter.expect(sorts.includes(key), `${at}/sort`, reason);
  }
  for (const name of search.create ?? []) {
    const type = linked.types[name];
    reporter.expect(type !== undefined, `${at}/create`, noType(name, linked));
    for (const property of Object.keys(search.initial ?? {})) {
      const names = type ? Object.keys(type.properties) : [property];
      const reason = `${property} is no property of ${name}${didYouMean(property, names)}`;
      reporter.expect(names.includes(property), `${at}/initial`, reason);
    }
  }
  validateRelated(search, types, subject);
  const display = search.display;
  if (display !== undefined && search.types.length > 0) {
    const modes = shared(types, ({ view }) => view.displays);
    const reason = `${display} is no display of the types of the screen${didYouMean(display, modes)}`;
    reporter.expect(modes.includes(display), `${at}/display`, reason);
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
    const listings = linked.screens.filter(({ value }) => value.search && !value.view).map(({ value }) => value.path);
    return reporter.report(`${at}/screen`, `${panel.screen} is no listing${didYouMean(panel.screen, listings)}`);
  }
  const openers = linked.capabilities.filter((each) => opens(listing, each));
  reporter.expect(
    opens(listing, panel.capability),
    `${at}/capability`,
    `${panel.capability} does not open ${panel.screen}, where its numbers lead${didYouMean(panel.capability, openers)}`,
  );
  const types = typesOf(listing.search, { ...subject, at: `${at}/screen` });
  validateKeys((panel.chosen ?? {}) as Record<string, JsonValue>, types, { ...subject, at: `${at}/chosen` });
  for (const part of ['facet', 'by'] as const) {
    const key = panel[part];
    if (key === undefined) continue;
    const facets = shared(types, facetsOf);
    const reason = `${key} is no facet of all types that ${panel.screen} lists${didYouMean(key, facets)}`;
    reporter.expect(facets.includes(key), `${at}/${part}`, reason);
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
      reporter.expect(isScreen, `${at}/${part}`, noScreen(named ?? '', linked));
    }
    if (creates !== undefined)
      reporter.expect(Object.hasOwn(linked.types, creates), `${at}/creates`, noType(creates, linked));
    validatePanels(value, { linked, reporter, at });
    if (value.search !== undefined) validateSearch(value.search, { linked, reporter, at: `${at}/search` });
    return reporter.diagnostics;
  });
};
