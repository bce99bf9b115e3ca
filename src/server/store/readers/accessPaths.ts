// Paths on which the readers of an item depend, derived from the declaration of its type once. The store uses them to detect writes that
// change readers, and the items that depend on others.

import { isLevel, type Level } from 'src/model/access/levels.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { ReadersOf } from 'src/server/store/readers/computeReaders.ts';

export interface ReaderRule {
  readonly kind: 'creator' | 'signedIn' | 'everyone' | 'user' | 'cap' | 'anyCap' | 'ownerOf';
  /** Path of `user:` and `ownerOf:`; capability of `cap:` and `anyCap:`. */
  readonly name: string;
  /** Level of `ownerOf:`; strictest level that `cap:` opens, if the declaration names one. */
  readonly level?: Level;
}

const READER_WORD =
  /^(?:(creator|signedIn|everyone)|(user|cap|anyCap):([^:]+)|(?:(ownerOf|cap):([^:]+):(PUBLIC|COMMUNITY|PROTECTED|PRIVATE)))$/;

/** Parses a reader word. Throws on an unknown one, so that a mistake in a declaration prevents the start. */
export const parseReader = (token: string): ReaderRule => {
  const match = READER_WORD.exec(token);
  if (!match) throw new Error(`Not a reader: ${token}`);
  const [, plain, named, name, levelled, levelledName, level] = match;
  const kind = (plain ?? named ?? levelled) as ReaderRule['kind'];
  return { kind, name: name ?? levelledName ?? '', ...(isLevel(level) && { level }) };
};

const firstPathStep = (path: string): string => path.split('.')[0] ?? path;

const isOwnId = (path: string): boolean => path.startsWith('$self') || path === '$id';

/** Returns the properties whose change may change the readers of the items that this one limits, while its own stay the same. */
export const limitProperties = ({ server }: ServerItemType): ReadonlySet<string> => {
  const { limits, limitedBy = [] } = server.access.read;
  return new Set([...limitedBy, ...(limits ? [limits.level, limits.open.path] : [])]);
};

const accessPaths = (type: ServerItemType): string[] => {
  const { owner, level, inherit, inheritLevelOf, readers } = type.server.access.read;
  const tokens = readers.map(parseReader).filter(({ kind }) => kind === 'user' || kind === 'ownerOf');
  const paths = [
    owner,
    'path' in level ? level.path : undefined,
    inherit,
    inheritLevelOf,
    ...tokens.map(({ name }) => name),
  ];
  return [...paths.filter((path) => path !== undefined), ...limitProperties(type)];
};

/** Returns the top-level properties whose change may change the readers. */
export const accessProperties = (type: ServerItemType): ReadonlySet<string> =>
  new Set(accessPaths(type).flatMap((path) => (isOwnId(path) ? [] : [firstPathStep(path)])));

/** Returns a key of an item. Items of the type with the same key have the same readers, except for grants. */
export const readersKey = (type: ServerItemType): ((item: ReadersOf) => string) => {
  if (accessPaths(type).some(isOwnId)) return ({ id }) => id;
  const names = [...accessProperties(type)];
  return ({ creator, properties }) => JSON.stringify([creator, ...names.map((name) => properties[name] ?? null)]);
};

/** Returns the relations through which an item inherits owners or readers, or is limited. */
const inheritedRelations = (type: ServerItemType): string[] => {
  const { owner, inherit, limitedBy = [] } = type.server.access.read;
  const channel =
    owner !== undefined && owner.includes('.') && type.properties[firstPathStep(owner)]?.rel
      ? [firstPathStep(owner)]
      : [];
  return [...(inherit === undefined ? [] : [inherit]), ...channel, ...limitedBy];
};

export interface Dependent {
  readonly type: ServerItemType;
  readonly rel: string;
}

/** Returns every type and relation through which items may depend on an item of the named type. */
export const dependentsOf = (registry: ServerRegistry, typeName: string): Dependent[] =>
  Object.values(registry.types).flatMap((type) =>
    [...new Set(inheritedRelations(type))].flatMap((rel) => {
      const to = type.properties[rel]?.rel?.to ?? [];
      const matches =
        to.includes('*') || to.includes(typeName) || (to.includes('$owner') && registry.ownerType === typeName);
      return matches ? [{ type, rel }] : [];
    }),
  );
