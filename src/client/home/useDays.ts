// The days of the person: the results of the screens that are declared with `day`, current while they are shown.

import { useCallback, useMemo } from 'react';
import { itemIn } from 'src/client/fields/rules/ownerOf.ts';
import { dueEntries, type DueEntry } from 'src/client/home/dayEntries.ts';
import { planOf, queryOf } from 'src/model/listing/listingPlan.ts';
import { EMPTY_STATE } from 'src/model/listing/listingState.ts';
import { refusalOf } from 'src/client/navigation/menuTree.ts';
import { useAnswer } from 'src/client/useAnswer.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Query } from 'src/model/generated/wire.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { Screen } from 'src/model/schema/Registry.ts';

const MAX_TIMES = 5_000;
/** Entries that are read to find those that are not the work of other people. */
const ENTRIES_READ = 40;
/** Properties with the person who has to act, if it is one person. */
const ASSIGNEES = ['$assigned', 'assignedTo'] as const;

/** True for the work of another person. */
const isOfAnother = (item: Item, person: string | undefined): boolean =>
  ASSIGNEES.some((path) => {
    const assignee = item[path];
    const people = Array.isArray(assignee) ? assignee : assignee === undefined || assignee === null ? [] : [assignee];
    return people.length > 0 && !people.includes(person ?? '');
  });

interface Days {
  /** The nearest first. Undefined until they are known. */
  readonly entries: readonly DueEntry[] | undefined;
  readonly failure: unknown;
  /** The answer of a screen is missing, so that there may be further entries. */
  readonly isPartial: boolean;
  readonly again: () => Promise<void>;
  /** The screen that lists most of the entries, of those that the person may open. */
  readonly calendar: Calendar | undefined;
}

interface Calendar {
  readonly to: string;
  /** The entries that the screen lists. */
  readonly entries: readonly DueEntry[];
}

const NO_DAYS: readonly DueEntry[] = [];

/** Returns the calendar with the most entries. Where calendars are equal, returns the one of the most types. */
const widestCalendar = (
  screens: readonly Screen[],
  entriesOf: (screen: Screen) => readonly DueEntry[],
): Calendar | undefined => {
  const typesOf = ({ search }: Screen): number => search?.types.length ?? 0;
  const [widest] = screens.toSorted(
    (one, other) => entriesOf(other).length - entriesOf(one).length || typesOf(other) - typesOf(one),
  );
  return widest && { to: `/${widest.path}`, entries: entriesOf(widest) };
};

/** Observable: call it inside an observer. */
export const useDays = (): Days => {
  const { registry, session, site, day } = useClient();
  const { stableUser: user } = session;
  const [first, second] = useMemo(
    () => registry.screens.filter((screen) => screen.day === true && refusalOf(screen, { user, site }) === undefined),
    [registry, user, site],
  );
  const asked = ({ search }: Partial<Screen> = {}): Query | undefined => {
    if (!search) return undefined;
    const { must, mustNot } = queryOf(planOf(search, { registry, user }), EMPTY_STATE);
    return { ...(must && { must }), ...(mustNot && { mustNot }), days: true, max: MAX_TIMES };
  };
  const main = useAnswer(asked(first), first?.search?.types);
  const further = useAnswer(asked(second), second?.search?.types);
  const { again: againMain } = main;
  const { again: againFurther } = further;
  // Home would say for a moment that less is due if it showed the first answer before the second.
  const isComplete = second === undefined || further.answer !== undefined || further.failure !== undefined;
  const { zone, today } = day;
  const days = useMemo(() => {
    if (!main.answer || !isComplete) return undefined;
    const [ofFirst = NO_DAYS, ofSecond = NO_DAYS] = [main.answer, further.answer].map(
      (answer) => answer && dueEntries(answer, { registry, zone, today }),
    );
    return {
      entries: [...ofFirst, ...ofSecond].toSorted((one, other) => one.inDays - other.inDays),
      calendar: widestCalendar(
        [first, second].flatMap((screen) => screen ?? []),
        (screen) => (screen === first ? ofFirst : ofSecond),
      ),
    };
  }, [main.answer, further.answer, isComplete, first, second, registry, zone, today]);
  const again = useCallback(async () => {
    await Promise.all([againMain(), againFurther()]);
  }, [againMain, againFurther]);
  const isPartial = second !== undefined && further.answer === undefined;
  const failure = main.failure ?? further.failure;
  return { entries: days?.entries, failure, isPartial, again, calendar: days?.calendar };
};

/** The nearest entries without the work of other people; undefined until they are read. Observable: call it inside an observer. */
export const useOwnEntries = (entries: readonly DueEntry[] | undefined): readonly DueEntry[] | undefined => {
  const { items, session } = useClient();
  const person = session.user?.$id;
  const read = entries?.slice(0, ENTRIES_READ).map((entry) => ({ entry, loaded: items.get(entry.id) }));
  if (!read || read.some(({ loaded }) => loaded.state === 'loading')) return undefined;
  return read.flatMap(({ entry, loaded }) => {
    const item = itemIn(loaded);
    return item === undefined || isOfAnother(item, person) ? [] : [entry];
  });
};
