// The texts that the site says differently from the shipped bundle, for its administrators: `act/siteTexts` reads those of a language with
// who changed them, `act/saveSiteTexts` changes some. A text that cannot replace the shipped message is refused with the position of the fault.
// A push makes every open page read `/locale-overrides` again.

import type { InvalidEntry } from 'src/model/generated/wire.ts';
import { invalid, problem } from 'src/model/problems.ts';
import { messageFault } from 'src/model/text/messageFault.ts';
import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import type { Context } from 'src/server/context.ts';
import { endpoint, type StateNeeds } from 'src/server/state/StateNeeds.ts';
import { refuseOnShared } from 'src/server/access/refuseOnShared.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import { changeText, localeOverrides, textChanges, TEXTS_CHANNEL } from 'src/server/store/accounts/localeOverrides.ts';

const MOST_EVENTS = 200;

interface Wanted {
  readonly key: string;
  /** Null: the original text again. */
  readonly text: string | null;
}

const refuseOthers = ({ subject }: Context<StateNeeds>): string => {
  refuseActing(subject);
  if (!subject.admin || subject.userId === undefined) throw problem('notAllowed');
  return subject.userId;
};

const textFaults = (shipped: Readonly<Record<string, string>>, changes: readonly Wanted[]): InvalidEntry[] =>
  changes.flatMap(({ key, text }, index): InvalidEntry[] => {
    const standard = Object.hasOwn(shipped, key) ? shipped[key] : undefined;
    if (standard === undefined && text !== null)
      return [{ path: `/changes/${index}/key`, message: 'errors.invalidChoice' }];
    const fault = text === null ? undefined : messageFault(text, standard ?? '');
    return fault ? [{ path: `/changes/${index}/text`, ...fault }] : [];
  });

export const siteTexts = endpoint('siteTexts', async (context, input) => {
  refuseOthers(context);
  const { services, db, readFilter } = context;
  const { language } = input;
  const events = await textChanges(db, language, MOST_EVENTS);
  const names = await services.items.labels(db, readFilter, [...new Set(events.map(({ by }) => by))]);
  return {
    texts: await localeOverrides(db, language),
    history: events.map(({ at, by, key, before, after }) => ({
      ...{ key, before, after, by },
      at: at.toISOString(),
      name: names.get(by) ?? '',
    })),
  };
});

export const saveSiteTexts = endpoint('saveSiteTexts', async (context, input) => {
  const by = refuseOthers(context);
  const { services, tx } = context;
  refuseOnShared(services);
  const { language } = input;
  const { changes } = input;
  const faults = textFaults(services.messages, changes);
  if (faults.length > 0) throw invalid(faults);
  const known = new Map(Object.entries(await localeOverrides(tx, language)));
  for (const { key, text } of changes) {
    const before = known.get(key) ?? null;
    const after = text === services.messages[key] ? null : text;
    if (before !== after) await changeText(tx, { key, before, after }, { language, by });
  }
  const entry = { kind: 'TEXTS_CHANGED', detail: language, count: changes.length } as const;
  await services.adminLog.add(tx, entry, writeMetadataOf(context));
  tx.afterCommit(() => services.database.notify(TEXTS_CHANNEL));
  return {};
});
