// What the readers of an item depend on, read from its type's declaration once. Used by the store to know when a write
// changes readers, and which other items take theirs from this one.

import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { ReadersOf } from 'src/server/store/readers/readers.ts';

export interface ReaderRule {
  readonly kind: 'creator' | 'signedIn' | 'everyone' | 'user' | 'cap' | 'anyCap' | 'ownerOf';
  /** Path of `user:` and `ownerOf:`; capability of `cap:` and `anyCap:`. */
  readonly name: string;
  readonly level: string;
}

const WORD =
  /^(?:(creator|signedIn|everyone)|(user|cap|anyCap):([^:]+)|(ownerOf):([^:]+):(PUBLIC|COMMUNITY|PROTECTED|PRIVATE))$/;

/** Throws on a word that means nothing, so that a typing mistake in a declaration stops the start. */
export const parseReader = (token: string): ReaderRule => {
  const match = WORD.exec(token);
  if (!match) throw new Error(`Not a reader: ${token}`);
  const [, plain, named, name = '', ownerOf, path = '', level = ''] = match;
  if (ownerOf !== undefined) return { kind: 'ownerOf', name: path, level };
  return { kind: (plain ?? named) as ReaderRule['kind'], name, level: '' };
};

const firstStep = (path: string): string => path.split('.')[0] ?? path;

const isOwnId = (path: string): boolean => path.startsWith('$self') || path === '$id';

const accessPaths = ({ server }: ServerItemType): string[] => {
  const { owner, level, inherit, readers } = server.access.read;
  const tokens = readers.map(parseReader).filter(({ kind }) => kind === 'user' || kind === 'ownerOf');
  const paths = [owner, 'path' in level ? level.path : undefined, inherit, ...tokens.map(({ name }) => name)];
  return paths.filter((path) => path !== undefined);
};

/** Top-level properties whose change may change the readers. */
export const accessProperties = (type: ServerItemType): ReadonlySet<string> =>
  new Set(accessPaths(type).flatMap((path) => (isOwnId(path) ? [] : [firstStep(path)])));

/** Items of the type with the same key have the same readers, grants aside. */
export const readersKey = (type: ServerItemType): ((item: ReadersOf) => string) => {
  if (accessPaths(type).some(isOwnId)) return ({ id }) => id;
  const names = [...accessProperties(type)];
  return ({ creator, properties }) => JSON.stringify([creator, ...names.map((name) => properties[name] ?? null)]);
};

/** The relation through which an item takes owners or readers from another item. */
const sourcesOf = (type: ServerItemType): string[] => {
  const { owner, inherit } = type.server.access.read;
  const channel =
    owner !== undefined && owner.includes('.') && type.properties[firstStep(owner)]?.rel ? [firstStep(owner)] : [];
  return inherit === undefined ? channel : [inherit, ...channel];
};

export interface Dependent {
  readonly type: ServerItemType;
  readonly rel: string;
}

/** Every type and relation by which items may take their readers from an item of the named type. */
export const dependentsOf = (registry: ServerRegistry, typeName: string): Dependent[] =>
  Object.values(registry.types).flatMap((type) =>
    [...new Set(sourcesOf(type))].flatMap((rel) => {
      const to = type.properties[rel]?.rel?.to ?? [];
      const matches =
        to.includes('*') || to.includes(typeName) || (to.includes('$owner') && registry.ownerType === typeName);
      return matches ? [{ type, rel }] : [];
    }),
  );
