// Period of the calendar as the address contains it.

export const CALENDAR_PARAMETER = 'cal';
export const CALENDAR_VIEWS = ['month', 'week', 'list'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** The days around this one, or around today. */
export interface CalendarPlace {
  readonly view?: CalendarView | undefined;
  readonly day?: string | undefined;
}

const CALENDAR_DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Reads `week*2026-11-23`. */
export const readCalendarPlace = (text: string | undefined): CalendarPlace => {
  const [name, day] = (text ?? '').split('*');
  return {
    view: CALENDAR_VIEWS.find((each) => each === name),
    day: day !== undefined && CALENDAR_DAY.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined,
  };
};

export const writeCalendarPlace = ({ view, day }: CalendarPlace): string =>
  [view ?? '', ...(day === undefined ? [] : [day])].join('*');
