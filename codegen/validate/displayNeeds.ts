// Validates what a view declares for its displays against the needs that each display declares in its own folder.

import { didYouMean } from 'codegen/didYouMean.ts';
import { isObject, objectAt, pointer, stringsAt, textAt, type JsonObject, type JsonValue } from 'codegen/json.ts';
import { pathsThat } from 'codegen/propertyPaths.ts';
import { demand, isRelation, relationsIn, type ValidatedType } from 'codegen/validate/Validation.ts';
import type { PropertyKind } from 'src/model/generated/kindNames.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { holdsIds, isDated, isGeometry } from 'src/model/kinds/kindTraits.ts';

/** Returns true for a kind that may be sent with every feature: all readers of the feature may read it, and it names no other item. */
const isPlain = (kind: PropertyKind): boolean =>
  !holdsIds(kind) && !isGeometry(kind) && KINDS[kind].storage === 'document' && KINDS[kind].facet !== undefined;

const FITS: Readonly<Record<string, typeof isRelation>> = {
  any: () => true,
  day: isDated,
  time: (kind) => KINDS[kind].time === 'clock',
  items: holdsIds,
  relation: isRelation,
  geometry: isGeometry,
  plain: isPlain,
  line: (kind) => KINDS[kind].lines === 'one',
};

/** Keys that the search has, from the narrowest set to the widest. */
const indexedKeys = ({ type: { view } }: ValidatedType, wanted: string): readonly string[] => {
  if (wanted === 'facet') return view.facets.flatMap(({ key, kind }) => (kind === 'RANGE' ? [] : [key]));
  const filters = [...view.facets.map(({ key }) => key), ...view.filters];
  return wanted === 'filter' ? filters : ['created', 'updated', ...filters, ...view.sorts.map(({ path }) => path)];
};

const NOT_INDEXED: Readonly<Record<string, string>> = {
  facet: 'is no facet that counts single values',
  filter: 'is neither a facet nor a filter',
  sort: 'is neither a sort nor a filter: the display would not find it',
};

interface Declared {
  readonly path: string;
  /** Requirements of the display for the property at the path. */
  readonly need: JsonObject;
  readonly at: string;
}

const validateRelation = (subject: ValidatedType, { path, need, at }: Declared): void => {
  const { type, reporter } = subject;
  if (need['toOwnType'] !== true) return;
  const { rel } = type.properties[path] ?? {};
  const isOwnType = (to: readonly string[]): boolean => to.length === 1 && to[0] === type.name;
  const isOwn = isOwnType(rel?.to ?? []);
  reporter.expect(
    !rel || isOwn,
    at,
    `${path} must lead to ${type.name} and to no other type${relationsIn(type.properties, path, isOwnType)}`,
  );
};

const validateMembers = (subject: ValidatedType, { path, need, at }: Declared): void => {
  const names = stringsAt(need, 'members').join();
  if (names === '') return;
  const lists = pathsThat(
    subject.type.properties,
    ({ many, properties = {} }) => many && Object.keys(properties).join() === names,
  );
  const reason = `${path} is no list of objects with the members ${names}${didYouMean(path, lists)}`;
  subject.reporter.expect(lists.includes(path), at, reason);
};

const validatePath = (subject: ValidatedType, declared: Declared): void => {
  const { path, need, at } = declared;
  const { type, reporter } = subject;
  const fits = FITS[textAt(need, 'fits') ?? ''];
  if (fits) demand(subject, path, { at, fits, what: textAt(need, 'as') ?? '' });
  const wanted = textAt(need, 'indexed');
  if (wanted !== undefined) {
    const keys = indexedKeys(subject, wanted);
    reporter.expect(keys.includes(path), at, `${path} ${NOT_INDEXED[wanted] ?? ''}${didYouMean(path, keys)}`);
  }
  const property = type.properties[path];
  const isRestricted = need['unrestricted'] === true && property?.level !== undefined;
  reporter.expect(!isRestricted, at, `${path} has its own level, but all readers of the item would see it`);
  const isOther = need['isImage'] === true && property !== undefined && path !== type.view.image;
  reporter.expect(!isOther, at, `the display shows the pictures of items: write "image": "${path}" too`);
  reporter.expect(need['single'] !== true || property?.many !== true, at, `${path} has more than one value`);
  validateRelation(subject, declared);
  validateMembers(subject, declared);
};

/** Returns the value at a member, or at a member within an object: `fromFiles.title`. */
const memberAt = (declared: JsonObject, member: string): JsonValue | undefined => {
  const [first = '', second] = member.split('.');
  return second === undefined ? declared[first] : objectAt(declared, first)[second];
};

/** Returns the paths at a member: one path, a list of paths, or an object whose keys are paths. */
const pathsAt = (declared: JsonObject, member: string): readonly string[] => {
  const value = memberAt(declared, member);
  if (typeof value === 'string') return [value];
  if (isObject(value)) return Object.keys(value);
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
};

export const validateDisplays = (subject: ValidatedType): void => {
  const declared = objectAt(subject.type.source.view.json, 'displays');
  for (const { mode, file } of subject.linked.displays) {
    if (!isObject(declared[mode])) continue;
    const at = pointer('', 'displays', mode);
    for (const [member, need] of Object.entries(objectAt(file.json, 'needs')))
      if (isObject(need)) for (const path of pathsAt(declared[mode], member)) validatePath(subject, { path, need, at });
  }
};
