// The level of a meeting: by default its owner's members see it, or, when it is about something internal such as a review, those who may see internal
// records. A person may say otherwise, which shares the meeting or hides it.

import { registry } from 'src/generated/registry.server.ts';
import { isLevel, levelRank, stricter, type Level } from 'src/model/access/levels.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { BeforeSaveRule, MigrateValue } from 'src/server/extend.ts';

/** Returns the level of a meeting about an item of this level. Meetings have these two levels only. */
const levelAbout = (level: Level): Level => (levelRank(level) >= levelRank('PROTECTED') ? 'PROTECTED' : 'COMMUNITY');

/** Follows what the meeting is about, unless the save says a level. A meeting that is moved to another record never opens by that. */
export const completeMeeting: BeforeSaveRule = async (proposed, before, { services, db }) => {
  const { $access, context } = proposed;
  const isSaid = isLevel($access) && (before === undefined || $access !== before['$access']);
  const isSettled = isLevel($access) && before?.['context'] === context;
  if (isSaid || isSettled) return {};
  const about = isItemId(context) ? await services.items.find(db, context) : undefined;
  const level = levelAbout(about?.level ?? 'PUBLIC');
  const values: Values = { $access: isLevel($access) ? stricter(level, $access) : level };
  return values;
};

/** The level of a meeting that was stored before meetings had one. */
export const meetingAccess: MigrateValue = (_, { context }): Json => {
  const type = registry.types[tryParseItemId(String(context ?? ''))?.type ?? ''];
  const level = type?.server.access.read.level;
  return levelAbout(level && 'const' in level ? level.const : 'PUBLIC');
};
