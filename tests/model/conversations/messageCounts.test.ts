// Counts the messages of a conversation, and those that a person has not read. The number next to a conversation agrees with the count in the menu.

import { expect, it } from 'vitest';
import { countsWithMessage, unreadIn } from 'src/model/conversations/messageCounts.ts';
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

it('[CONV-01] a message adds one and is the last of its conversation', () => {
  const [author, at] = ['User-3', new Date('2026-03-01T12:00:00.000Z')];
  const last = { lastMessage: at.toISOString(), lastAuthor: author };
  expect(countsWithMessage({}, { author, at })).toEqual({ messageCount: 1, ...last });
  expect(countsWithMessage(thread({}), { author, at })).toEqual({ messageCount: 4, ...last });
});
