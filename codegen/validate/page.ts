// Validates the parts of an item's page other than its values: a dictionary entry, the subject, contents, an area with its surroundings, a
// list that is filled from a search. Called by views.

import { didYouMean } from 'codegen/didYouMean.ts';
import { pointer } from 'codegen/json.ts';
import { pathsThat } from 'codegen/propertyPaths.ts';
import {
  demand,
  demandProperty,
  isRelation,
  noScreen,
  noType,
  relationsIn,
  type ValidatedType,
} from 'codegen/validate/Validation.ts';
import { holdsIds, isGeometry, isLine } from 'src/model/kinds/kindTraits.ts';
import type {
  PageContents,
  PageGathers,
  PageMembership,
  PageOverlap,
  PagePicks,
  PageView,
} from 'src/model/schema/TypeView.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import type { PropertyKind } from 'src/model/generated/kindNames.ts';

/** Returns the message for a name that a type, or an object of an item, does not have. */
const noMember = (holder: string, properties: Readonly<Record<string, unknown>>, name: string): string =>
  `${holder} has no property ${name}${didYouMean(name, Object.keys(properties))}`;

const validateContents = (subject: ValidatedType, contents: readonly PageContents[]): void => {
  const { type, linked, reporter } = subject;
  contents.forEach(({ columns = [], due, text, order, ...each }, index) => {
    const at = pointer('', 'page', 'contents', index);
    const holder = linked.types[each.type];
    if (!holder) return reporter.report(at, noType(each.type, linked));
    const held = holder.properties;
    const isHere = (to: readonly string[]): boolean => to.includes(type.name) || to.includes('*');
    const leadsHere = isHere(held[each.path]?.rel?.to ?? []);
    const reason = `${each.type}.${each.path} does not name a ${type.name}${relationsIn(held, each.path, isHere)}`;
    reporter.expect(leadsHere, at, reason);
    for (const path of [...columns, due?.path, due?.while, text, order])
      reporter.expect(path === undefined || held[path] !== undefined, at, noMember(each.type, held, path ?? ''));
    const ordered = order === undefined || KINDS[held[order]?.kind ?? 'text'].json === 'integer';
    const numbers = pathsThat(held, ({ kind }) => KINDS[kind].json === 'integer');
    reporter.expect(ordered, at, `${order ?? ''} is no whole number${didYouMean(order ?? '', numbers)}`);
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
    for (const name of Object.values(parts))
      reporter.expect(entry[name] !== undefined, at, noMember(path, entry, name));
  }
  if (!section) return;
  const holder = linked.types[section.type];
  if (!holder) return reporter.report(at, noType(section.type, linked));
  for (const path of [section.path, section.title, section.text])
    reporter.expect(holder.properties[path] !== undefined, at, noMember(section.type, holder.properties, path));
};

const validateGathers = (subject: ValidatedType, { path, name, with: values = {} }: PageGathers): void => {
  const at = '/page/gathers';
  const { reporter } = subject;
  demand(subject, path, { at, fits: (_, { many, rel }) => many && rel !== undefined, what: 'a list of other items' });
  demand(subject, name, { at, fits: (_, property) => isLine(property) && !property.many, what: 'a name' });
  for (const [each, value] of Object.entries(values)) {
    const choices = demandProperty(subject, each, at)?.values ?? [];
    reporter.expect(choices.includes(value), at, `${value} is no value of ${each}${didYouMean(value, choices)}`);
  }
};

const validatePicks = (subject: ValidatedType, { path, record, note, of, summary }: PagePicks): void => {
  const at = '/page/picks';
  const entry = demandProperty(subject, path, at)?.properties ?? {};
  const { reporter } = subject;
  const isRecord = entry[record]?.rel !== undefined;
  reporter.expect(isRecord, at, `${path}.${record} names no items${relationsIn(entry, record)}`);
  reporter.expect(entry[note] !== undefined, at, noMember(path, entry, note));
  if (of !== undefined) demand(subject, of, { at, fits: isRelation, what: 'a relation' });
  if (summary !== undefined) demand(subject, summary, { at, fits: isLongText, what: 'a text of many lines' });
};

const validateAbout = (subject: ValidatedType, { path, shows }: NonNullable<PageView['about']>): void => {
  const at = '/page/about';
  const { linked, reporter } = subject;
  demand(subject, path, { at, fits: isRelation, what: 'a relation to another item' });
  const targets = subject.type.properties[path]?.rel?.to ?? [];
  for (const name of shows)
    for (const target of targets) {
      const held = linked.types[target]?.properties ?? {};
      reporter.expect(held[name] !== undefined, at, noMember(target, held, name));
    }
};

const validateOwn = ({ type, linked, reporter }: ValidatedType, own: NonNullable<PageView['own']>): void => {
  const holder = linked.types[own.type];
  if (!holder) return reporter.report('/page/own', noType(own.type, linked));
  const held = holder.properties;
  const isHere = (to: readonly string[]): boolean => to.includes(type.name);
  const leadsHere = isHere(held[own.path]?.rel?.to ?? []);
  const reason = `${own.type}.${own.path} does not name a ${type.name}${relationsIn(held, own.path, isHere)}`;
  reporter.expect(leadsHere, '/page/own', reason);
  const isOwner = held[own.owner]?.rel !== undefined;
  reporter.expect(isOwner, '/page/own', `${own.owner} is no relation of ${own.type}${relationsIn(held, own.owner)}`);
};

/** Members of a saved search. */
const SEARCH_PARTS = ['screen', 'searchString', 'selectedFacets'];

const validateMembership = (subject: ValidatedType, { search, types, uses }: PageMembership): void => {
  const at = '/page/membership';
  const { linked, reporter } = subject;
  const parts = Object.keys(demandProperty(subject, search, at)?.properties ?? {});
  const isWhole = SEARCH_PARTS.every((part) => parts.includes(part));
  const wholes = pathsThat(subject.type.properties, ({ properties = {} }) =>
    SEARCH_PARTS.every((part) => Object.hasOwn(properties, part)),
  );
  reporter.expect(isWhole, at, `${search} is no object of ${SEARCH_PARTS.join(', ')}${didYouMean(search, wholes)}`);
  const { many = false, values = [] } = (types === undefined ? undefined : demandProperty(subject, types, at)) ?? {};
  const isTypes = many && values.length > 0 && values.every((name) => Object.hasOwn(linked.types, name));
  const lists = pathsThat(subject.type.properties, (each) => each.many && each.values !== undefined);
  const noTypes = `${types ?? ''} is no list of types${didYouMean(types ?? '', lists)}`;
  reporter.expect(types === undefined || isTypes, at, noTypes);
  const choices = (uses === undefined ? undefined : demandProperty(subject, uses.path, at))?.values ?? [];
  for (const value of Object.keys(uses?.of ?? {}))
    reporter.expect(
      choices.includes(value),
      at,
      `${value} is no value of ${uses?.path ?? ''}${didYouMean(value, choices)}`,
    );
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
    const purposes = Object.entries(linked.conversations?.value.purposes ?? {}).flatMap(([name, { contexts }]) =>
      contexts?.includes(type.name) === true ? [name] : [],
    );
    const purpose = shown?.purpose ?? '';
    reporter.expect(
      !shown || purposes.includes(purpose),
      `/page/${key}/purpose`,
      `${purpose} is no purpose of conversations about a ${type.name}${didYouMean(purpose, purposes)}`,
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
  const sorts = type.view.sorts.map(({ key }) => key);
  reporter.expect(
    order === undefined || sorts.includes(order),
    '/page/entry/order',
    `${order ?? ''} is no sort of ${type.name}${didYouMean(order ?? '', sorts)}`,
  );
  if (recent?.about !== undefined)
    demand(subject, recent.about, { at: '/page/recent/about', fits: holdsIds, what: 'named' });
  const log = recent?.log;
  const isScreen = log === undefined || linked.screens.some(({ value }) => value.path === log);
  reporter.expect(isScreen, '/page/recent/log', noScreen(log ?? '', linked));
  if (page.about) validateAbout(subject, page.about);
  if (page.own) validateOwn(subject, page.own);
  validateContents(subject, contents);
  if (page.gathers) validateGathers(subject, page.gathers);
  if (membership) validateMembership(subject, membership);
  if (overlap) validateOverlap(subject, overlap);
  if (picks) validatePicks(subject, picks);
  for (const { path, title, text } of texts) {
    const entry = demandProperty(subject, path, '/page/texts')?.properties ?? {};
    for (const name of [title, text])
      reporter.expect(entry[name] !== undefined, '/page/texts', noMember(path, entry, name));
  }
};
