// Inputs for the ends of ranges in facets: people type days, months and years in their own words, or whole numbers.

import { DAY_MS } from 'src/base/dayMs.ts';
import { controlAria, useFieldState } from 'src/client/fields/session/FieldState.ts';
import { TypedInput } from 'src/client/fields/widgets/TypedInput.tsx';
import { approximateDateTyping } from 'src/client/kinds/approximateDate/approximateDateTyping.ts';
import type { EndProps, RangeInput } from 'src/client/kinds/KindInput.ts';
import type { Bounds } from 'src/client/listing/wholeRange.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Json } from 'src/model/item/Item.ts';
import { isoDay } from 'src/model/kinds/approximateDate/dateAndDays.ts';
import { daySpan } from 'src/model/kinds/approximateDate/edtf.ts';
import { utcDay } from 'src/model/query/timeScale.ts';

const DaysControl = ({ id, value, set }: EndProps) => (
  <TypedInput
    {...{ id, value }}
    disabled={false}
    typing={approximateDateTyping(useMessages(), useClient().day)}
    onChange={set}
    onLeave={() => undefined}
  />
);

/** Queries take days of the years 0 to 9999. */
const isInQueries = (day: number): boolean => !Number.isFinite(day) || (day >= utcDay(0) && day < utcDay(10_000));

const boundsOfDays = (typed: Json): Bounds | undefined => {
  const span = typeof typed === 'string' ? daySpan(typed) : undefined;
  if (!span || !isInQueries(span.earliest) || !isInQueries(span.latest + DAY_MS)) return undefined;
  const [from, after] = [span.earliest, span.latest + DAY_MS].map((day) =>
    Number.isFinite(day) ? isoDay(day) : undefined,
  );
  return { from, after };
};

export const DAY_RANGE: RangeInput = { control: DaysControl, bounds: boundsOfDays, problem: 'errors.dates.range' };

const WholeNumberControl = ({ id, value, set }: EndProps) => (
  <input
    id={id}
    inputMode="numeric"
    autoComplete="off"
    className="bp6-input bp6-fill"
    {...controlAria(useFieldState())}
    value={typeof value === 'string' ? value : ''}
    onChange={({ target }) => set(target.value === '' ? undefined : target.value)}
  />
);

const WHOLE_NUMBER = /^\s*-?\d{1,9}\s*$/;

export const WHOLE_NUMBER_RANGE: RangeInput = {
  control: WholeNumberControl,
  problem: 'errors.number.integer',
  bounds: (typed) => (WHOLE_NUMBER.test(String(typed)) ? { from: Number(typed), after: Number(typed) + 1 } : undefined),
};
