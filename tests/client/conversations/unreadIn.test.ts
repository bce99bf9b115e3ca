// Counts the unread messages of a conversation. The number next to a conversation agrees with the count in the menu.

import { expect, it } from 'vitest';
import { unreadIn } from 'src/client/stores/unreadMessages.ts';
import type { Item } from 'src/model/item/Item.ts';

const thread = (more: object): Item =>
  ({ $id: 'Thread-1', messageCount: 3, lastAuthor: 'User-9', ...more }) as unknown as Item;
const reader = { $id: 'User-1', readOrgs: ['Organization-1'] };

it.each([
  ['who takes part', { participants: ['User-1'] }, 1, 2],
  ['who has read it all', { participants: ['User-1'] }, 3, 0],
  ['who spoke last', { participants: ['User-1'], lastAuthor: 'User-1' }, 1, 0],
  ['a member of a party', { owner: 'Organization-2', parties: ['Organization-1'] }, 0, 3],
  ['a member of the owner, between organizations', { owner: 'Organization-1', parties: ['Organization-2'] }, 0, 3],
  ['a member of the owner, in a conversation of its own people', { owner: 'Organization-1' }, 0, 0],
  ['anyone before it is known what was seen', { participants: ['User-1'] }, undefined, 0],
])('[CONV-01] for %s', (_, more, seen, expected) => {
  expect(unreadIn(thread(more), seen, reader)).toBe(expected);
});
