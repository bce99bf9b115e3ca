// The day that it is for the person at the page; renewed as the day turns, for an observer that reads it.

import type { DayStore } from 'src/client/stores/DayStore.ts';
import { dayIn, type Day } from 'src/model/calendar/localDay.ts';

export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export const todayBy = ({ today }: Pick<DayStore, 'today'>): Day => dayIn(today, ownTimeZone());
