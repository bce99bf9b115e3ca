// Validates the parts of an item's page other than its values: a dictionary entry, the subject, contents, an area with its surroundings, a
// list that is filled from a search. Called by views.

import { didYouMean } from 'codegen/didYouMean.ts';
import { pointer } from 'codegen/json.ts';
import { demand, demandProperty, isRelation, type ValidatedType } from 'codegen/validate/Validation.ts';
import { holdsIds, isGeometry } from 'src/model/kinds/kindTraits.ts';
import type { PageContents, PageMembership, PageOverlap, PagePicks, PageView } from 'src/model/schema/TypeView.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import type { PropertyKind } from 'src/model/generated/kindNames.ts';

const validateContents = (subject: ValidatedType, contents: readonly PageContents[]): void => {
  const { type, linked, reporter } = subject;
  contents.forEach(({ columns = [], due, text, order, ...each }, index) => {
    const at = pointer('', 'page', 'contents', index);
    const held = linked.types[each.type]?.properties ?? {};
    const rel = held[each.path]?.rel;
    const leadsHere = rel !== undefined && (rel.to.includes(type.name) || rel.to.includes('*'));
    reporter.expect(leadsHere, at, `${each.type}.${each.path} does not name a ${type.name}`);
    for (const path of [...columns, due?.path, due?.while, text, order])
      reporter.expect(path === undefined || held[path] !== undefined, at, `${each.type} has no property ${path ?? ''}`);
    const ordered = order === undefined || KINDS[held[order]?.kind ?? 'text'].json === 'integer';
    reporter.expect(ordered, at, `sections stand in the order of a whole number, and ${order ?? ''} is none`);
  });
};

const isLongText = (kind: PropertyKind): boolean => KINDS[kind].lines === 'many';

const validateOverlap = (subject: ValidatedType, overlap: PageOverlap): void => {
  const at = '/page/overlap';
  const { linked, reporter } = subject;
  const { area, of, bands = [], beside = [], section, counts, distance } = overlap;
  if (area !== undefined) demand(subject, area, { at, fits: isGeometry, what: 'an area' });
  for (const path of [...beside, ...(of === undefined ? [] : [of])])
    demand(subject, path, { at, fits: isRelation, what: 'a relation to another item' });
  const isLonger = bands.every((metres, index) => index === 0 || metres > (bands[index - 1] ?? 0));
  reporter.expect(isLonger, `${at}/bands`, 'each band is wider than the one before it');
  for (const text of [overlap.statement, overlap.summary])
    if (text !== undefined) demand(subject, text, { at, fits: isLongText, what: 'a text of many lines' });
  if (distance !== undefined)
    demand(subject, distance, { at, fits: (kind) => KINDS[kind].json === 'number', what: 'a number' });
  if (counts) {
    const { path, ...parts } = counts;
    const entry = demandProperty(subject, path, at)?.properties ?? {};
    for (const name of Object.values(parts)) reporter.expect(entry[name] !== undefined, at, `${path} has no ${name}`);
  }
  if (!section) return;
  const held = linked.types[section.type]?.properties ?? {};
  for (const path of [section.path, section.title, section.text])
    reporter.expect(held[path] !== undefined, at, `${section.type} has no property ${path}`);
};

const validatePicks = (subject: ValidatedType, { path, record, note, of, summary }: PagePicks): void => {
  const at = '/page/picks';
  const entry = demandProperty(subject, path, at)?.properties ?? {};
  const { reporter } = subject;
  reporter.expect(entry[record]?.rel !== undefined, at, `${path}.${record} names no items`);
  reporter.expect(entry[note] !== undefined, at, `${path} has no ${note}`);
  if (of !== undefined) demand(subject, of, { at, fits: isRelation, what: 'a relation' });
  if (summary !== undefined) demand(subject, summary, { at, fits: isLongText, what: 'a text of many lines' });
};

const validateAbout = (subject: ValidatedType, { path, shows }: NonNullable<PageView['about']>): void => {
  const at = '/page/about';
  const { linked, reporter } = subject;
  demand(subject, path, { at, fits: isRelation, what: 'a relation to another item' });
  const targets = subject.type.properties[path]?.rel?.to ?? [];
  for (const name of shows)
    for (const target of targets)
      reporter.expect(linked.types[target]?.properties[name] !== undefined, at, `${target} has no property ${name}`);
};

const validateOwn = ({ type, linked, reporter }: ValidatedType, own: NonNullable<PageView['own']>): void => {
  const held = linked.types[own.type]?.properties ?? {};
  const leadsHere = held[own.path]?.rel?.to.includes(type.name) === true;
  reporter.expect(leadsHere, '/page/own', `${own.type}.${own.path} does not name a ${type.name}`);
  reporter.expect(held[own.owner]?.rel !== undefined, '/page/own', `${own.type}.${own.owner} names no organization`);
};

/** Members of a saved search. */
const SEARCH_PARTS = ['screen', 'searchString', 'selectedFacets'];

const validateMembership = (subject: ValidatedType, { search, types, uses }: PageMembership): void => {
  const at = '/page/membership';
  const { linked, reporter } = subject;
  const parts = Object.keys(demandProperty(subject, search, at)?.properties ?? {});
  const isWhole = SEARCH_PARTS.every((part) => parts.includes(part));
  reporter.expect(isWhole, at, `${search} is no object of ${SEARCH_PARTS.join(', ')}`);
  const { many = false, values = [] } = (types === undefined ? undefined : demandProperty(subject, types, at)) ?? {};
  const isTypes = many && values.length > 0 && values.every((name) => Object.hasOwn(linked.types, name));
  reporter.expect(types === undefined || isTypes, at, `${types ?? ''} is no list of types`);
  const choices = (uses === undefined ? undefined : demandProperty(subject, uses.path, at))?.values ?? [];
  for (const value of Object.keys(uses?.of ?? {}))
    reporter.expect(choices.includes(value), at, `${value} is no value of ${uses?.path ?? ''}`);
};

export const validatePage = (subject: ValidatedType): void => {
  const { type, linked, reporter } = subject;
  const { page = {} } = type.view;
  const {
    answers,
    entry,
    contents = [],
    conversations = false,
    membership,
    overlap,
    picks,
    recent,
    requests,
    texts = [],
  } = page;
  for (const [key, shown] of Object.entries({ answers, requests })) {
    const talked = shown && linked.conversations?.value.purposes[shown.purpose]?.contexts;
    reporter.expect(
      !shown || talked?.includes(type.name) === true,
      `/page/${key}/purpose`,
      `${shown?.purpose ?? ''} is no purpose of conversations about a ${type.name}`,
    );
  }
  reporter.expect(
    !conversations || linked.conversations !== undefined,
    '/page/conversations',
    'no area declares conversations: it needs a purposes.json',
  );
  const { order, facts = [], examples = [], pronunciation, gloss, sound, voices } = entry ?? {};
  for (const path of [pronunciation, gloss, ...facts, ...examples])
    if (path !== undefined) demandProperty(subject, path, '/page/entry');
  if (sound !== undefined) demand(subject, sound, { at: '/page/entry/sound', fits: holdsIds, what: 'played' });
  if (voices !== undefined) demand(subject, voices, { at: '/page/entry/voices', fits: holdsIds, what: 'named' });
  const isSort = order === undefined || type.view.sorts.some(({ key }) => key === order);
  reporter.expect(
    isSort,
    '/page/entry/order',
    `there is no sort ${order ?? ''}; known: ${type.view.sorts.map(({ key }) => key).join(', ')}`,
  );
  if (recent?.about !== undefined)
    demand(subject, recent.about, { at: '/page/recent/about', fits: holdsIds, what: 'named' });
  const log = recent?.log;
  const screens = linked.screens.map(({ value }) => value.path);
  reporter.expect(
    log === undefined || screens.includes(log),
    '/page/recent/log',
    `there is no screen ${log ?? ''}${didYouMean(log ?? '', screens)}`,
  );
  if (page.about) validateAbout(subject, page.about);
  if (page.own) validateOwn(subject, page.own);
  validateContents(subject, contents);
  if (membership) validateMembership(subject, membership);
  if (overlap) validateOverlap(subject, overlap);
  if (picks) validatePicks(subject, picks);
  for (const { path, title, text } of texts) {
    const entry = demandProperty(subject, path, '/page/texts')?.properties ?? {};
    for (const name of [title, text])
      reporter.expect(entry[name] !== undefined, '/page/texts', `${path} has no ${name}`);
  }
};
