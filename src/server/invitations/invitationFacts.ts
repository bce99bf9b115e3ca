// Returns what an invitation says of an item: the day, the time, the place, the title for people who may not read the item, and who invites.

import { ownText } from 'src/model/item/labelOf.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { dayInWords, localeOf } from 'src/model/calendar/dayInWords.ts';
import { instantOf } from 'src/model/calendar/instantOf.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { InvitationPaths } from 'src/model/schema/TypeServer.ts';
import type { InvitationNeeds } from 'src/server/invitations/InvitationNeeds.ts';
import type { InvitationFacts } from 'src/server/invitations/invitedPeople.ts';
import { calendarOf } from 'src/server/store/calendars.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

const LAST_MINUTE = '23:59';
const MINUTE_MS = 60_000;

type Parts = Pick<InvitationNeeds, 'registry' | 'items' | 'timeZone'>;

export const pathsOf = (
  { registry }: Pick<InvitationNeeds, 'registry'>,
  { type }: StoredItem,
): InvitationPaths | undefined => registry.types[type]?.server.invitation;

const factText = ({ properties }: StoredItem, path: string | undefined): string | undefined => {
  const [value] = path === undefined ? [] : valuesAt(properties, path);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

export const invitationFacts = (stored: StoredItem, paths: InvitationPaths): InvitationFacts => {
  const facts = (['day', 'start', 'end', 'place', 'title'] as const).flatMap((name) => {
    const text = factText(stored, paths[name]);
    return text === undefined ? [] : [[name, text]];
  });
  return Object.fromEntries(facts) as InvitationFacts;
};

export const isCancelled = ({ properties }: StoredItem, { cancelled }: InvitationPaths): boolean =>
  properties[cancelled] === true;

export interface InvitationTime {
  readonly timeZone: string;
  /** Undefined for an invitation to a whole day. */
  readonly starts: Date | undefined;
  /** Undefined where no end is given. */
  readonly ends: Date | undefined;
  /** Time at which it is over. */
  readonly over: Date;
}

export const invitationTime = async (
  parts: Parts,
  db: Queryable,
  { stored, facts }: { readonly stored: StoredItem; readonly facts: InvitationFacts },
): Promise<InvitationTime | undefined> => {
  const { day, start, end } = facts;
  if (day === undefined) return undefined;
  const { timeZone } = await calendarOf(parts, db, stored);
  const starts = start === undefined ? undefined : instantOf(day, start, timeZone);
  const last = end === undefined || starts === undefined ? undefined : instantOf(day, end, timeZone);
  const ends = starts && last && last > starts ? last : undefined;
  const over = ends ?? instantOf(day, LAST_MINUTE, timeZone);
  return over && { timeZone, starts, ends, over: new Date(over.getTime() + MINUTE_MS) };
};

const formattedTime = (instant: Date, language: string, timeZone: string): string =>
  new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone }).format(instant);

const zoneName = (instant: Date, language: string, timeZone: string): string =>
  new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'long' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

/** `December 3, 2026, 9:00 AM – 10:30 AM (Pacific Standard Time)`. */
export const timeInWords = (day: string, { starts, ends, timeZone }: InvitationTime, tag: string): string => {
  const language = localeOf(tag);
  const date = dayInWords(day, language);
  if (!starts) return date;
  const clocks = [starts, ...(ends ? [ends] : [])].map((each) => formattedTime(each, language, timeZone));
  return `${date}, ${clocks.join(' – ')} (${zoneName(starts, language, timeZone)})`;
};

/** Returns the name of who invites. */
export const organiserOf = async (
  { items }: Parts,
  db: Queryable,
  { stored, paths }: { readonly stored: StoredItem; readonly paths: InvitationPaths },
): Promise<string> => {
  const [id] = valuesAt(stored.properties, paths.organiser).filter(isItemId);
  const organiser = id === undefined ? undefined : await items.find(db, id);
  return organiser ? ownText(organiser.label) : '';
};
