// Computes the principals that read an item by declared words and owners, without grants. Pure; createReaders reads the data, adds the
// grants and interns.

import { isLevel, type Level, levelRank } from 'src/model/access/levels.ts';
import {
  anyCapabilityPrincipal,
  EVERYONE,
  SIGNED_IN,
  capabilityPrincipal,
  ownerPrincipal,
  userPrincipal,
} from 'src/model/access/Subject.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { parseReader, type ReaderRule } from 'src/server/store/readers/accessPaths.ts';
import type { ReadersOf } from 'src/server/store/readers/computeReaders.ts';

/** An item with the data that its readers depend on. */
interface Standing {
  readonly type: ServerItemType;
  readonly item: ReadersOf;
  readonly owners: readonly string[];
  /** Leaves out readers that the type declares as owners of other items (`ownerOf`). */
  readonly insiders?: boolean;
}

const CREATOR: ReaderRule = { kind: 'creator', name: '' };

/** Returns the ids at a path; `$id` and `$self` mean the item itself. */
export const readerIds = (item: ReadersOf, path: string): string[] => {
  if (path === '$id' || path === '$self') return [item.id];
  return valuesAt(item.properties, path).filter(
    (value): value is string => typeof value === 'string' && isItemId(value),
  );
};

export const ownLevel = (type: ServerItemType, item: ReadersOf): Level => {
  const { level } = type.server.access.read;
  if ('const' in level) return level.const;
  const [value] = valuesAt(item.properties, level.path);
  return isLevel(value) ? value : level.default;
};

const keysOfReader = ({ kind, name, level }: ReaderRule, item: ReadersOf, owners: readonly string[]): string[] => {
  switch (kind) {
    case 'everyone':
      return [EVERYONE];
    case 'signedIn':
      return [SIGNED_IN];
    case 'creator':
      return [userPrincipal(item.creator)];
    case 'user':
      return readerIds(item, name).map(userPrincipal);
    case 'cap':
      return owners.map((owner) => capabilityPrincipal(name, owner));
    case 'anyCap':
      return [anyCapabilityPrincipal(name)];
    case 'ownerOf':
      if (level === undefined) return [];
      return level === 'PUBLIC' ? [EVERYONE] : readerIds(item, name).map((owner) => ownerPrincipal(owner, level));
  }
};

/** Returns true for a capability that reads up to a declared level. */
const isLimited = ({ kind, level }: ReaderRule): boolean => kind === 'cap' && level !== undefined;

const isWithinLimit = ({ kind, level }: ReaderRule, asked: Level): boolean =>
  kind !== 'cap' || level === undefined || levelRank(asked) <= levelRank(level);

/** Returns true for words that also include stricter levels: the creator, the user of the item, and a capability with a level. */
const opensLevels = (rule: ReaderRule): boolean =>
  rule.kind === 'creator' || (rule.kind === 'user' && rule.name === '$id') || isLimited(rule);

/** Returns readers of a level that the type names in addition to those inherited from another item. */
export const declaredReaderKeys = ({ type, item, owners }: Standing, level: Level): string[] =>
  type.server.access.read.readers
    .map(parseReader)
    .filter((rule) => isWithinLimit(rule, level))
    .flatMap((rule) => keysOfReader(rule, item, owners));

/** Returns the readers of an unattached item: its creator, and those that its type names. */
export const makersKeys = ({ type, item, owners }: Standing): string[] => [
  ...keysOfReader(CREATOR, item, owners),
  ...declaredReaderKeys({ type, item, owners }, 'PRIVATE'),
];

/** Returns the readers of a level of an item whose own level is `own`. */
export const readerKeys = ({ type, item, owners, insiders }: Standing, asked: Level, own: Level): string[] => {
  if (asked === 'PUBLIC') return [EVERYONE];
  const all = type.server.access.read.readers.map(parseReader);
  const rules = (insiders === true ? all.filter(({ kind }) => kind !== 'ownerOf') : all).filter((rule) =>
    isWithinLimit(rule, asked),
  );
  const named = asked === own ? rules : rules.filter(opensLevels);
  return [
    ...owners.map((owner) => ownerPrincipal(owner, asked)),
    ...named.flatMap((token) => keysOfReader(token, item, owners)),
  ];
};
