// Changes with what is needed to tell them, and how much of one must be told. Read by readNews, told by createPushes. Pure.

import type { ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { Change } from 'src/server/watch/createFeed.ts';
import type { Diff, Standing } from 'src/server/watch/watchRows.ts';

/** A change with what is needed to tell it. */
export interface News {
  readonly change: Change;
  readonly type: ServerItemType;
  /** Undefined when the item is no more. */
  readonly standing: Standing | undefined;
  /** Undefined when no history is kept, or only the readers changed. */
  readonly diff: Diff | undefined;
}

/** News of an item that still is. */
export interface Telling extends News {
  readonly id: ItemId;
  readonly standing: Standing;
  /** The readers changed, or it is not known what else did: then everything visible is told. */
  readonly whole: boolean;
}

/** Paths whose change can move a property from one level's readers to another's. */
const readersPaths = ({ server }: ServerItemType): string[] => {
  const { level, owner, inherit } = server.access.read;
  return ['path' in level ? level.path : undefined, owner, inherit].flatMap((path) => path?.split('.')[0] ?? []);
};

/** A save of which not everything is known: kept without values, or with values that are worked out when read. */
const isPartlyKnown = (type: ServerItemType, diff: Diff): boolean =>
  Object.values(diff.diff).includes(null) ||
  Object.values(type.properties).some(({ computed }) => computed?.clock === true);

const isWhole = ({ change, type, diff }: News): boolean => {
  if (!diff || change.op !== 'u' || (change.oldAcl !== null && change.oldAcl !== change.acl)) return true;
  return isPartlyKnown(type, diff) || readersPaths(type).some((path) => Object.hasOwn(diff.diff, path));
};

/** Undefined when the item was deleted meanwhile, which its own change tells. */
export const tellingOf = (news: News): Telling | undefined =>
  news.standing && {
    ...news,
    id: itemId(news.type.name, news.change.i),
    standing: news.standing,
    whole: isWhole(news),
  };
