// Validates each view: every path exists and has a kind that supports its use there.

import type { Diagnostic } from 'codegen/diagnostics.ts';
import { pointer } from 'codegen/json.ts';
import { validateDisplays } from 'codegen/validate/displayNeeds.ts';
import { validatePage } from 'codegen/validate/page.ts';
import {
  demand,
  demandProperty,
  noCapability,
  noType,
  perType,
  type Reporter,
  reporterOf,
  type ValidatedType,
} from 'codegen/validate/Validation.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { validateProgress, validateWizard } from 'codegen/validate/wizards.ts';
import { didYouMean } from 'codegen/didYouMean.ts';
import { pathsThat } from 'codegen/propertyPaths.ts';
import type { Json } from 'src/model/item/Item.ts';
import { templatePaths } from 'src/model/item/labelOf.ts';
import { levelRank } from 'src/model/access/levels.ts';
import type { BaseKey } from 'src/model/query/queryKeys.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import { CONDITION_KEYWORDS } from 'src/model/schema/conditionKeywords.ts';
import { CODECS } from 'src/model/generated/kindCodecs.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { holdsIds, isLine } from 'src/model/kinds/kindTraits.ts';
import type { PropertyKind } from 'src/model/generated/kindNames.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { Facet, LayoutField, Sort } from 'src/model/schema/TypeView.ts';

const PLACE_KEY: BaseKey = 'hasPlace';

/** The rows of a facet that its buckets count are read with the facet, so the property is not more restricted. */
const validateCounted = (subject: ValidatedType, { key, while: path, is = [] }: Facet, at: string): void => {
  if (path === undefined) return;
  const { type, reporter } = subject;
  const property = demandProperty(subject, path, at);
  if (!property) return;
  const known: readonly Json[] = property.values ?? (KINDS[property.kind].json === 'boolean' ? [true, false] : []);
  for (const value of is) {
    const message = `${path} has no value ${String(value)}${didYouMean(String(value), known.map(String))}`;
    reporter.expect(known.includes(value), at, message);
  }
  const levels = [property, propertyAt(type.properties, key)].map((each) => levelRank(each?.level ?? 'PUBLIC'));
  reporter.expect((levels[0] ?? 0) <= (levels[1] ?? 0), at, `${path} is more restricted than ${key}`);
};

const validateFacet = (subject: ValidatedType, facet: Facet, index: number): void => {
  // The facet of the map belongs to no property.
  if (facet.key === PLACE_KEY) return;
  const { linked, reporter } = subject;
  const at = pointer('', 'facets', index);
  const fits = (kind: PropertyKind): boolean => KINDS[kind].facet === facet.kind;
  const property = demand(subject, facet.key, { at, fits, what: `a ${facet.kind} facet` });
  if (facet.capability !== undefined) {
    reporter.expect(linked.capabilities.includes(facet.capability), at, noCapability(facet.capability, linked));
  }
  reporter.expect(facet.message === undefined || facet.kind === 'TERM', at, 'only a TERM facet has a message');
  validateCounted(subject, facet, at);
  if (facet.kind !== 'RANGE') return reporter.expect(facet.buckets === undefined, at, 'only a RANGE facet has buckets');
  const set = linked.buckets[facet.buckets ?? '']?.value;
  reporter.expect(
    set !== undefined,
    at,
    facet.buckets === undefined
      ? `a RANGE facet needs buckets: ${Object.keys(linked.buckets).join(', ')}`
      : `${facet.buckets} is no set of buckets${didYouMean(facet.buckets, Object.keys(linked.buckets))}`,
  );
  if (set !== undefined && property !== undefined) {
    reporter.expect(
      CODECS[property.kind].bucketUnits.includes(set.unit),
      at,
      `the buckets ${set.key} do not fit the kind ${property.kind}`,
    );
  }
};

const validateSort = (subject: ValidatedType, sort: Sort, index: number): void => {
  const at = pointer('', 'sorts', index);
  const fits = (kind: PropertyKind): boolean => CODECS[kind].sortable;
  const property = demand(subject, sort.path, { at, fits, what: 'sorted by' });
  subject.reporter.expect(property?.many !== true, at, `${sort.path} holds many values; a sort needs one`);
  subject.reporter.expect(sort.key !== 'created', at, 'created is a sort of every type');
};

const validateTemplate = (subject: ValidatedType, template: string, at: string): void => {
  for (const path of templatePaths(template)) {
    demand(subject, path, { at, fits: (kind) => CODECS[kind].label, what: 'part of a text' });
  }
  subject.reporter.expect(templatePaths(template).length > 0, at, 'names no path: write {property}');
};

const fieldsOf = ({ view }: LinkedType): { field: LayoutField; at: string }[] =>
  view.form.flatMap(({ groups }, tab) =>
    groups.flatMap(({ rows }, group) =>
      rows.flatMap((row, line) =>
        row.map((field, place) => ({ field, at: pointer('', 'form', tab, 'groups', group, 'rows', line, place) })),
      ),
    ),
  );

/** The browser evaluates conditions itself and throws at an unknown word. */
const validateCondition = (schema: Json, at: string, reporter: Reporter): void => {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return;
  for (const [word, rule] of Object.entries(schema)) {
    const known = (CONDITION_KEYWORDS as readonly string[]).includes(word);
    reporter.expect(known, at, `${word} is no word of a condition${didYouMean(word, CONDITION_KEYWORDS)}`);
    if (word === 'not' || word === 'contains') validateCondition(rule, pointer(at, word), reporter);
    if ((word === 'anyOf' || word === 'allOf') && Array.isArray(rule)) {
      rule.forEach((each: Json, index) => validateCondition(each, pointer(at, word, index), reporter));
    }
  }
};

const validateForm = (subject: ValidatedType): void => {
  const { type, reporter } = subject;
  const shown = new Set<string>();
  for (const { field, at } of fieldsOf(type)) {
    const { path, when } = field;
    const property = demandProperty(subject, path, at);
    reporter.expect(property?.readOnly !== true, at, `${path} is written by the server, it has no place on a form`);
    const isOpaque = property !== undefined && KINDS[property.kind].opaque === true;
    reporter.expect(!isOpaque, at, `${path} has no declared content, so no form can show it`);
    reporter.expect(!shown.has(path), at, `${path} is on the form twice`);
    shown.add(path);
    if (when === undefined) continue;
    demandProperty(subject, when.path, pointer(at, 'when', 'path'));
    validateCondition(when.schema, pointer(at, 'when', 'schema'), reporter);
  }
  const initial = type.view.create?.initial ?? {};
  for (const { name, required, readOnly, default: given } of Object.values(type.properties)) {
    const missing = required && !readOnly && given === undefined && !shown.has(name) && !Object.hasOwn(initial, name);
    reporter.expect(!missing || type.view.create?.hidden === true, '/form', `${name} is required but not on the form`);
  }
};

const validateCreate = (subject: ValidatedType): void => {
  const { initial = {}, limited } = subject.type.view.create ?? {};
  const { capabilities } = subject.linked;
  const isKnown = limited === undefined || capabilities.includes(limited.unless);
  subject.reporter.expect(isKnown, '/create/limited/unless', noCapability(limited?.unless ?? '', subject.linked));
  for (const path of Object.keys({ ...initial, ...limited?.values })) {
    const property = demandProperty(subject, path, '/create');
    subject.reporter.expect(property?.readOnly !== true, '/create', `${path} is written by the server`);
  }
  for (const path of subject.type.view.create?.now ?? []) {
    const property = demandProperty(subject, path, '/create/now');
    const isMoment = ({ kind }: Property): boolean => ['date', 'instant'].includes(KINDS[kind].scale ?? '');
    const moments = pathsThat(subject.type.properties, isMoment);
    const isNow = property === undefined || isMoment(property);
    subject.reporter.expect(isNow, '/create/now', `${path} is neither a date nor a moment${didYouMean(path, moments)}`);
  }
};

const validateAsk = ({ type, linked, reporter }: ValidatedType): void => {
  const { ask } = type.view.create ?? {};
  if (!ask) return;
  const request = linked.types[ask.type];
  reporter.expect(request !== undefined, '/create/ask/type', noType(ask.type, linked));
  const named = request?.properties[ask.path];
  reporter.expect(
    !request || (named !== undefined && isLine(named)),
    '/create/ask/path',
    `${ask.path} is no text of ${ask.type}${didYouMean(ask.path, pathsThat(request?.properties ?? {}, isLine))}`,
  );
};

const validateSaved = ({ type, reporter }: ValidatedType): void => {
  const { view } = type;
  (view.saved ?? []).forEach(({ key, selected = {}, sort, display }, index) => {
    const at = pointer('', 'saved', index);
    const facets = view.facets.map((facet) => facet.key);
    for (const name of Object.keys(selected)) {
      const known = facets.includes(name);
      reporter.expect(
        known,
        pointer(at, 'selected', name),
        `${name} is no facet of ${type.name}${didYouMean(name, facets)}`,
      );
    }
    const sorts = ['created', 'updated', ...view.sorts.map((each) => each.key)];
    const sorted = sort === undefined || sorts.includes(sort.key);
    reporter.expect(
      sorted,
      pointer(at, 'sort'),
      `${sort?.key ?? ''} is no sort of ${type.name}${didYouMean(sort?.key ?? '', sorts)}`,
    );
    const shown = display === undefined || view.displays.includes(display);
    reporter.expect(
      shown,
      pointer(at, 'display'),
      `${display ?? ''} is no display of ${type.name}${didYouMean(display ?? '', view.displays)}`,
    );
    const once = view.saved?.findIndex((each) => each.key === key) === index;
    reporter.expect(once, pointer(at, 'key'), `${key} is there twice`);
  });
};

const validateActions = ({ type, linked, reporter }: ValidatedType): void => {
  type.view.actions.forEach(({ key }, index) => {
    const at = pointer('', 'actions', index);
    const action = linked.actions[key]?.value;
    reporter.expect(
      action !== undefined,
      at,
      `${key} is no declared action${didYouMean(key, Object.keys(linked.actions))}`,
    );
    const { right } = action ?? {};
    if (right === undefined || right === 'read') return;
    const rights = Object.keys(type.server.access.actions);
    const reason = `${key} needs the right ${right}, which ${type.name} does not declare${didYouMean(right, rights)}`;
    reporter.expect(rights.includes(right), at, reason);
  });
};

const validateType = (type: LinkedType, linked: Linked): Diagnostic[] => {
  const reporter = reporterOf(type.source.view);
  const subject = { type, linked, reporter };
  const { view } = type;
  validateTemplate(subject, view.title, '/title');
  if (view.image !== undefined) demand(subject, view.image, { at: '/image', fits: holdsIds, what: 'an image' });
  if (view.assign !== undefined) demand(subject, view.assign, { at: '/assign', fits: holdsIds, what: 'assigned' });
  view.headers.forEach((path, index) => demandProperty(subject, path, pointer('', 'headers', index)));
  view.facets.forEach((facet, index) => validateFacet(subject, facet, index));
  view.filters.forEach((path, index) => {
    const fits = (kind: PropertyKind): boolean => CODECS[kind].filter;
    demand(subject, path, { at: pointer('', 'filters', index), fits, what: 'filtered by' });
  });
  view.sorts.forEach((sort, index) => validateSort(subject, sort, index));
  validateDisplays(subject);
  view.letter?.forEach((path, index) => demandProperty(subject, path, pointer('', 'letter', index)));
  validateSaved(subject);
  validateForm(subject);
  validateCreate(subject);
  validateAsk(subject);
  validateActions(subject);
  validatePage(subject);
  validateProgress(subject);
  validateWizard(subject);
  return reporter.diagnostics;
};

export const views = perType(validateType);
