// Judges each view: every path leads somewhere and to a kind that can do what is asked of it there.

import type { Finding } from 'codegen/Finding.ts';
import { pointer } from 'codegen/json.ts';
import { noCapability, perType, tellerOf, type Teller } from 'codegen/judge/Judgement.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { noProperty, propertyAt, templatePaths } from 'codegen/paths.ts';
import { didYouMean } from 'codegen/nearest.ts';
import type { Json } from 'src/model/item/Item.ts';
import { CONDITION_WORDS } from 'src/model/schema/conditionWords.ts';
import type { Property, PropertyKind } from 'src/model/schema/Property.ts';
import type { BucketSet } from 'src/model/schema/Registry.ts';
import type { Display, Facet, FacetKind, FormField, Sort } from 'src/model/schema/TypeView.ts';

const kinds = (...names: PropertyKind[]): ReadonlySet<PropertyKind> => new Set(names);

const FACETED: Readonly<Record<FacetKind, ReadonlySet<PropertyKind>>> = {
  SEL: kinds('enum'),
  LIST: kinds('list'),
  REL: kinds('relation'),
  BOOL: kinds('boolean'),
  RANGE: kinds('integer', 'number', 'date', 'dateTime', 'partialDate'),
  LEVEL: kinds('level'),
  TERM: kinds('text', 'email', 'url', 'language'),
};
const DATED = kinds('date', 'dateTime', 'partialDate');
const NUMBERED = kinds('integer', 'number');
const UNFILTERED = kinds('object', 'geometry', 'longText');
const UNSORTED = kinds('object', 'geometry', 'files', 'relation', 'list');
const UNWORDED = kinds('object', 'geometry', 'files');
const PICTURED = kinds('files', 'relation');

interface Judged {
  readonly type: LinkedType;
  readonly linked: Linked;
  readonly teller: Teller;
}

const find = ({ type, teller }: Judged, path: string, at: string): Property | undefined => {
  const property = propertyAt(type.properties, path);
  teller.expect(property !== undefined, at, noProperty(type, path));
  return property;
};

/** The property when it is there and of a kind that fits; tells otherwise. */
const demand = (
  judged: Judged,
  path: string,
  place: { at: string; fits: (kind: PropertyKind) => boolean; what: string },
) => {
  const property = find(judged, path, place.at);
  if (property !== undefined && !place.fits(property.kind)) {
    judged.teller.tell(place.at, `${path} is of kind ${property.kind}, which cannot be ${place.what}`);
  }
  return property;
};

const bucketsFit = (set: BucketSet, kind: PropertyKind): boolean => {
  if (set.unit === 'offset') return DATED.has(kind);
  return set.unit === 'year' ? DATED.has(kind) || kind === 'integer' : NUMBERED.has(kind);
};

const judgeFacet = (judged: Judged, facet: Facet, index: number): void => {
  const { linked, teller } = judged;
  const at = pointer('', 'facets', index);
  const fits = (kind: PropertyKind): boolean => FACETED[facet.kind].has(kind);
  const property = demand(judged, facet.key, { at, fits, what: `a ${facet.kind} facet` });
  if (facet.capability !== undefined) {
    teller.expect(linked.capabilities.includes(facet.capability), at, noCapability(facet.capability, linked));
  }
  if (facet.kind !== 'RANGE') return teller.expect(facet.buckets === undefined, at, 'only a RANGE facet has buckets');
  const set = linked.buckets[facet.buckets ?? ''];
  teller.expect(
    set !== undefined,
    at,
    `a RANGE facet needs buckets: ${Object.keys(linked.buckets).join(', ')}${didYouMean(facet.buckets ?? '', Object.keys(linked.buckets))}`,
  );
  if (set !== undefined && property !== undefined) {
    teller.expect(bucketsFit(set, property.kind), at, `the buckets ${set.key} do not fit the kind ${property.kind}`);
  }
};

const judgeSort = (judged: Judged, sort: Sort, index: number): void => {
  const at = pointer('', 'sorts', index);
  const fits = (kind: PropertyKind): boolean => !UNSORTED.has(kind);
  const property = demand(judged, sort.path, { at, fits, what: 'sorted by' });
  judged.teller.expect(property?.many !== true, at, `${sort.path} holds many values; a sort needs one`);
  judged.teller.expect(sort.key !== 'created', at, 'created is a sort of every type');
};

const judgeTemplate = (judged: Judged, template: string, at: string): void => {
  for (const path of templatePaths(template)) {
    demand(judged, path, { at, fits: (kind) => !UNWORDED.has(kind), what: 'part of a text' });
  }
  judged.teller.expect(templatePaths(template).length > 0, at, 'names no path: write {property}');
};

const judgeDisplay = (judged: Judged, display: Display, at: string): void => {
  const { summary = [], columns = [], media, geometry, start, end } = display;
  for (const path of [...summary, ...columns]) find(judged, path, at);
  const fit = (path: string | undefined, wanted: ReadonlySet<PropertyKind>, what: string): void => {
    if (path !== undefined) demand(judged, path, { at, fits: (kind) => wanted.has(kind), what });
  };
  fit(media, PICTURED, 'media');
  const pictured = media === undefined || media === judged.type.view.image;
  judged.teller.expect(pictured, at, `a carousel shows the pictures of items: write "image": "${media ?? ''}" too`);
  fit(geometry, kinds('geometry'), 'drawn on a map');
  fit(start, DATED, 'the start on a timeline');
  fit(end, DATED, 'the end on a timeline');
};

const fieldsOf = ({ view }: LinkedType): { field: FormField; at: string }[] =>
  view.form.flatMap(({ groups }, tab) =>
    groups.flatMap(({ rows }, group) =>
      rows.flatMap((row, line) =>
        row.map((field, place) => ({ field, at: pointer('', 'form', tab, 'groups', group, 'rows', line, place) })),
      ),
    ),
  );

/** The browser reads conditions itself and throws at a word it does not know. */
const judgeCondition = (schema: Json, at: string, teller: Teller): void => {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return;
  for (const [word, rule] of Object.entries(schema)) {
    const known = (CONDITION_WORDS as readonly string[]).includes(word);
    teller.expect(known, at, `${word} is no word of a condition${didYouMean(word, CONDITION_WORDS)}`);
    if (word === 'not' || word === 'contains') judgeCondition(rule, pointer(at, word), teller);
    if ((word === 'anyOf' || word === 'allOf') && Array.isArray(rule)) {
      rule.forEach((each: Json, index) => judgeCondition(each, pointer(at, word, index), teller));
    }
  }
};

const judgeForm = (judged: Judged): void => {
  const { type, teller } = judged;
  const shown = new Set<string>();
  for (const { field, at } of fieldsOf(type)) {
    const { path, when } = field;
    const property = find(judged, path, at);
    teller.expect(property?.readOnly !== true, at, `${path} is written by the server, it has no place on a form`);
    teller.expect(!shown.has(path), at, `${path} is on the form twice`);
    shown.add(path);
    if (when === undefined) continue;
    find(judged, when.path, pointer(at, 'when', 'path'));
    judgeCondition(when.schema, pointer(at, 'when', 'schema'), teller);
  }
  const initial = type.view.create?.initial ?? {};
  for (const { name, required, readOnly, default: given } of Object.values(type.properties)) {
    const missing = required && !readOnly && given === undefined && !shown.has(name) && !Object.hasOwn(initial, name);
    teller.expect(!missing || type.view.create?.hidden === true, '/form', `${name} is required but not on the form`);
  }
};

const judgeCreate = (judged: Judged): void => {
  for (const path of Object.keys(judged.type.view.create?.initial ?? {})) {
    const property = find(judged, path, '/create');
    judged.teller.expect(property?.readOnly !== true, '/create', `${path} is written by the server`);
  }
};

const judgeSaved = ({ type, teller }: Judged): void => {
  const { view } = type;
  (view.saved ?? []).forEach(({ key, selected = {}, sort, display }, index) => {
    const at = pointer('', 'saved', index);
    const facets = view.facets.map((facet) => facet.key);
    for (const name of Object.keys(selected)) {
      const known = facets.includes(name);
      teller.expect(
        known,
        pointer(at, 'selected', name),
        `${name} is no facet of ${type.name}${didYouMean(name, facets)}`,
      );
    }
    const sorts = ['created', 'updated', ...view.sorts.map((each) => each.key)];
    const sorted = sort === undefined || sorts.includes(sort.key);
    teller.expect(sorted, pointer(at, 'sort'), `${sort?.key ?? ''} is no sort of ${type.name}`);
    const shown = display === undefined || view.displays[display] !== undefined;
    teller.expect(shown, pointer(at, 'display'), `${display ?? ''} is no display of ${type.name}`);
    const once = view.saved?.findIndex((each) => each.key === key) === index;
    teller.expect(once, pointer(at, 'key'), `${key} is there twice`);
  });
};

const judgeActions = ({ type, linked, teller }: Judged): void => {
  type.view.actions.forEach(({ key }, index) => {
    const at = pointer('', 'actions', index);
    const action = linked.actions[key]?.value;
    teller.expect(
      action !== undefined,
      at,
      `${key} is no declared action${didYouMean(key, Object.keys(linked.actions))}`,
    );
    if (action === undefined || action.right === 'read') return;
    const rights = Object.keys(type.server.access.actions);
    teller.expect(
      rights.includes(action.right),
      at,
      `${key} needs the right ${action.right}, which ${type.name} does not declare`,
    );
  });
};

const judgeType = (type: LinkedType, linked: Linked): Finding[] => {
  const teller = tellerOf(type.source.view);
  const judged = { type, linked, teller };
  const { view } = type;
  judgeTemplate(judged, view.title, '/title');
  if (view.image !== undefined)
    demand(judged, view.image, { at: '/image', fits: (kind) => PICTURED.has(kind), what: 'an image' });
  view.headers.forEach((path, index) => find(judged, path, pointer('', 'headers', index)));
  view.facets.forEach((facet, index) => judgeFacet(judged, facet, index));
  view.filters.forEach((path, index) => {
    const fits = (kind: PropertyKind): boolean => !UNFILTERED.has(kind);
    demand(judged, path, { at: pointer('', 'filters', index), fits, what: 'filtered by' });
  });
  view.sorts.forEach((sort, index) => judgeSort(judged, sort, index));
  for (const [mode, display] of Object.entries(view.displays))
    judgeDisplay(judged, display, pointer('', 'displays', mode));
  judgeSaved(judged);
  judgeForm(judged);
  judgeCreate(judged);
  judgeActions(judged);
  return teller.findings;
};

export const views = perType(judgeType);
