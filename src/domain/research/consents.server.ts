// Ends and suspends consents: on the day after their last one, and when the person who gave them has died. The state of a consent decides
// who may read what was derived from it (`limits` in ResearchConsent.server.json).

import type { ItemId, Json } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { invalidAt } from 'src/model/problems.ts';
import {
  inSavepoint,
  serverJob,
  todayOf,
  transitionItem,
  type BeforeSaveRule,
  type RunEffect,
  type StoredItem,
  writeItem,
  type WritingContext,
} from 'src/server/extend.ts';

const CONSENT = 'ResearchConsent';
const ACTIVE = 'ACTIVE';
export const SETTLE_CONSENTS = 'settleConsents';
export const END_CONSENTS = 'endConsents';
/** The difference of the time zone in which a day begins first. */
const EARLIEST_ZONE_MS = 14 * 3_600_000;
/** Consents that one transaction of the job settles. */
const CONSENTS_AT_ONCE = 50;

const hasEnded = async (context: WritingContext, consent: StoredItem): Promise<boolean> => {
  const { expires } = consent.properties;
  return typeof expires === 'string' && expires < (await todayOf(context, consent));
};

const hasDied = async ({ services, tx }: WritingContext, { properties }: StoredItem): Promise<boolean> =>
  (await services.items.find(tx, String(properties['respondent'])))?.properties['deceased'] === true;

/** Returns the transition that is due for an active consent. A consent that was confirmed after the death continues. */
const dueTransition = async (context: WritingContext, consent: StoredItem): Promise<string | undefined> => {
  const { afterDeath, reviewed } = consent.properties;
  if (await hasEnded(context, consent)) return 'expireConsent';
  if (afterDeath === 'CONTINUE' || reviewed !== undefined || !(await hasDied(context, consent))) return undefined;
  return afterDeath === 'CLOSE' ? 'expireConsent' : 'suspendConsent';
};

const settleConsent = async (context: WritingContext, id: ItemId): Promise<void> => {
  const consent = await context.services.items.find(context.tx, id, true);
  if (consent?.properties['state'] !== ACTIVE) return;
  const name = await dueTransition(context, consent);
  if (name !== undefined) await transitionItem(context, { id, name, auto: true });
};

const activeConsents = async (
  { services, readFilter }: WritingContext,
  further: Readonly<Record<string, Json>> = {},
): Promise<ItemId[]> => {
  const query = { must: { _t: [CONSENT], state: [ACTIVE], ...further } };
  const found = [...(await services.search.matches(readFilter, query)).values()];
  return found.flatMap((numbers) => [...numbers].map((number) => itemId(CONSENT, number)));
};

/** Returns the active consents whose last day may have passed. Each is checked by the day of its owner. */
const endingConsents = (context: WritingContext): Promise<ItemId[]> => {
  const latestDay = new Date(context.now.getTime() + EARLIEST_ZONE_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
  return activeConsents(context, { expires: [{ to: latestDay }] });
};

/** Settles a consent; an error is logged, so that one record that cannot be written does not keep the others open. */
const trySettling = async (context: WritingContext, id: ItemId): Promise<void> => {
  try {
    await inSavepoint(context.tx, (tx) => settleConsent({ ...context, db: tx, tx }, id));
  } catch (error) {
    context.services.log(`${id} could not be settled`, error);
  }
};

/** Settles consents in the name of the server, some in each transaction. */
const settling = (chooses: (context: WritingContext) => Promise<ItemId[]>) =>
  serverJob(async (_, { batch }) => {
    const ids = await batch(chooses);
    for (let from = 0; from < ids.length; from += CONSENTS_AT_ONCE)
      await batch(async (context) => {
        for (const id of ids.slice(from, from + CONSENTS_AT_ONCE).sort()) await trySettling(context, id);
      });
  });

/** Settles all active consents. Runs every night, and after a person is recorded as deceased. */
export const settleConsents = settling((context) => activeConsents(context));

/** Ends consents after their last day. Runs every five minutes. */
export const endConsents = settling(endingConsents);

/** Settles the consents of a person who is recorded as deceased. A person whose date of death is entered is deceased. */
export const followDeath: BeforeSaveRule = async (proposed, before, { tx }) => {
  const isDated = proposed['deathDate'] !== undefined && before?.['deathDate'] === undefined;
  if ((isDated || proposed['deceased'] === true) && before !== undefined && before['deceased'] !== true)
    await tx.addJob(SETTLE_CONSENTS, {}, SETTLE_CONSENTS);
  const changes: Readonly<Record<string, Json>> = isDated ? { deceased: true } : {};
  return changes;
};

/** Refuses to renew a consent whose last day has passed: it would end again within the hour. */
export const refuseEndedConsent: RunEffect = async (context, { item }) => {
  if (await hasEnded(context, item)) throw invalidAt('/expires', 'errors.consent.ended');
};

/** Records that a consent was confirmed after the death of the person who gave it, so that the death does not end it again. */
export const noteReview: RunEffect = async (context, { item }) => {
  if (await hasDied(context, item))
    await writeItem(context, item, { changes: { reviewed: context.now.toISOString() } });
};
