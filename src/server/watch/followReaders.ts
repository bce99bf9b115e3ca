// Makes the read filters of this process include the readers that other processes made, before any other consumer of the feed sees the
// change: lists, maps and counts use the mask of a filter without reading the item itself.

import type { ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { Change, FeedConsumer } from 'src/server/watch/changeFeed.ts';

/** Returns every set of readers that a change names: of the item, of its restricted parts, and of what it moved. */
export const aclsOfChange = ({ acl, oldAcl, moved, partAcls }: Change): readonly number[] => [
  ...[acl, oldAcl ?? acl],
  ...(moved ?? []),
  ...(partAcls ?? []),
];

export const followReaders = (readFilters: ReadFilters): FeedConsumer => ({
  load: readFilters.learnAll,
  apply: (changes) => readFilters.learn(changes.flatMap(aclsOfChange)),
});
