// Answers that were given elsewhere, such as by telephone: the day is the day of the answer, not of its entry, and the submitter sees day and way.

import { dayIn } from 'src/model/calendar/localDay.ts';
import { instantOf } from 'src/model/calendar/instantOf.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { calendarOfOwner, type BeforeSaveRule, type Context, type ValidateRule } from 'src/server/extend.ts';
import { communityOf, ELSEWHERE, forServer, responsesOf, writeProgress } from 'src/domain/consult/responses.server.ts';

const [DAY, WAY] = ['offlineDay', 'offlineWay'] as const;

const zoneOf = async ({ services, db }: Context, community: Json | undefined): Promise<string> =>
  (await calendarOfOwner(services, db, isItemId(community) ? community : undefined)).timeZone;

/** Refuses a day that is still to come where the community works. */
export const refuseDaysAhead: ValidateRule = async (proposed, before, context) => {
  const day = proposed[DAY];
  if (typeof day !== 'string' || day === before?.[DAY]) return [];
  const today = dayIn(context.now, await zoneOf(context, proposed['community']));
  return day > today ? [{ path: `/${DAY}`, message: 'errors.consult.dayAhead' }] : [];
};

/** Brings the progress in line when a day or way is corrected. The move itself does it with the new state. */
const followCorrection = (context: Context, proposed: Values): Promise<void> =>
  forServer(context, async (server) => {
    const { services, tx } = server;
    const consultation = await services.items.find(tx, String(proposed['consultation'] ?? ''), true);
    if (!consultation) return;
    const responses = (await responsesOf(server, consultation.id)).map((response) =>
      communityOf(response) === proposed['community'] ? { ...response, properties: proposed } : response,
    );
    await writeProgress(server, consultation, { responses });
  });

/** The clock of the law ends on the day of the answer. */
export const keepAnsweredDay: BeforeSaveRule = async (proposed, before, context) => {
  const { state, responded, [DAY]: day } = proposed;
  if (state !== ELSEWHERE || typeof day !== 'string') return {};
  const isCorrected = before?.['state'] === ELSEWHERE && [DAY, WAY].some((name) => proposed[name] !== before[name]);
  if (isCorrected) await followCorrection(context, proposed);
  const zone = await zoneOf(context, proposed['community']);
  if (typeof responded === 'string' && dayIn(new Date(responded), zone) === day) return {};
  const changes: Values = { responded: instantOf(day, '00:00', zone)?.toISOString() ?? null };
  return changes;
};
