// Answers that were given outside the system: elsewhere, such as by telephone, or with a letter that a person posted. The day is the day of the
// answer, not of its entry. The submitter sees the day and the way of such an answer.

import { dayIn } from 'src/model/calendar/dayIn.ts';
import { instantOf } from 'src/model/calendar/instantOf.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import {
  calendarOfOwner,
  type BeforeSaveRule,
  type Context,
  type ValidateRule,
  type WritingContext,
} from 'src/server/extend.ts';
import {
  ANSWERED,
  communityOf,
  OFFLINE,
  forServer,
  responsesOf,
  writeProgress,
} from 'src/domain/consult/responses.server.ts';

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
const followCorrection = (context: WritingContext, proposed: Values): Promise<void> =>
  forServer(context, async (server) => {
    const { services, tx } = server;
    const consultation = await services.items.find(tx, String(proposed['consultation'] ?? ''), true);
    if (!consultation) return;
    const responses = (await responsesOf(server, consultation.id)).map((response) =>
      communityOf(response) === proposed['community'] ? { ...response, properties: proposed } : response,
    );
    await writeProgress(server, consultation, { responses });
  });

/** Returns the day on which the letter that answers the response left; undefined where no letter answers it. */
const letterDay = async ({ services, db }: Context, proposed: Values, before: Values | undefined): Promise<Json> => {
  const { state, answeredWith } = proposed;
  if (state !== ANSWERED || before?.['state'] === ANSWERED || !isItemId(answeredWith)) return null;
  return (await services.items.find(db, answeredWith))?.properties['sentOn'] ?? null;
};

/** The clock of the law ends on the day of the answer. */
export const keepAnsweredDay: BeforeSaveRule = async (proposed, before, context) => {
  const { state, responded } = proposed;
  const isElsewhere = state === OFFLINE;
  const day = isElsewhere ? proposed[DAY] : await letterDay(context, proposed, before);
  if (typeof day !== 'string') return {};
  const isCorrected =
    isElsewhere && before?.['state'] === OFFLINE && [DAY, WAY].some((name) => proposed[name] !== before[name]);
  if (isCorrected) await followCorrection(context, proposed);
  const zone = await zoneOf(context, proposed['community']);
  if (typeof responded === 'string' && dayIn(new Date(responded), zone) === day) return {};
  const changes: Values = { responded: instantOf(day, '00:00', zone)?.toISOString() ?? null };
  return changes;
};
