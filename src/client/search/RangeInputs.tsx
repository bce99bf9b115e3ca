// The first and the last value of a range in a facet, typed in the control of the kind. Loads after the facets.

import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { FieldStateContext } from 'src/client/fields/session/FieldState.ts';
import { FieldErrors } from 'src/client/fields/FieldErrors.tsx';
import 'src/client/forms/forms.css';
import { KIND_INPUTS } from 'src/client/generated/kindInputs.ts';
import type { RangeInput } from 'src/client/kinds/KindInput.ts';
import type { ListingPartProps, ListingStore } from 'src/client/listing/ListingStore.ts';
import { shownRange, wholeRange } from 'src/client/listing/wholeRange.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { FilterValue, RangeValue } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { Facet } from 'src/model/schema/TypeView.ts';

const ENDS = ['from', 'to'] as const;

/** Every item has the days of its creation and its last change. Undefined for a kind that has only buckets. */
const rangeInputOf = ({ plan }: ListingStore, { key }: Facet): RangeInput | undefined => {
  if (key === 'created' || key === 'updated') return KIND_INPUTS.dateTime.range;
  const property = plan.types.flatMap(({ properties }) => propertyAt(properties, key) ?? [])[0];
  return property && KIND_INPUTS[property.kind].range;
};

interface RangeInputsProps extends ListingPartProps {
  readonly facet: Facet;
  readonly name: string;
}

type End = (typeof ENDS)[number];
/** Values typed at the ends; absent where the end of the chosen range is shown. */
type TypedEnds = Partial<Record<End, Json | undefined>>;

const isRange = (value: FilterValue): value is RangeValue =>
  typeof value === 'object' && value !== null && !('type' in value);

/** Returns an end of a range as its control takes it. */
const shownEndOf = (range: RangeValue | undefined, end: End): Json | undefined => {
  const shown = range && shownRange(range)[ENDS.indexOf(end)];
  if (shown === undefined) return undefined;
  // A year has four digits.
  return typeof (range?.from ?? range?.to) === 'string' ? String(shown).padStart(4, '0') : String(shown);
};

/**
 * Returns the ends as they are shown: those that were typed, otherwise those of the chosen range. Typed values are dropped when another
 * range is chosen elsewhere, such as by a tag, an address or a saved search.
 */
const useEnds = ({ store }: Pick<RangeInputsProps, 'store'>, facet: Facet, input: RangeInput | undefined) => {
  const [typed, setTyped] = useState<TypedEnds>({});
  const { chosen } = store.state;
  const range = chosen[facet.key]?.find(isRange);
  const valueAt = (end: End): Json | undefined => (Object.hasOwn(typed, end) ? typed[end] : shownEndOf(range, end));
  const boundsAt = (end: End) => (valueAt(end) === undefined ? undefined : input?.bounds(valueAt(end) ?? null));
  const isWrongAt = (end: End): boolean => valueAt(end) !== undefined && !boundsAt(end);
  const isWrong = ENDS.some(isWrongAt);
  const wanted = isWrong ? undefined : wholeRange(boundsAt('from'), boundsAt('to'));
  const isEmptied = !isWrong && ENDS.every((end) => valueAt(end) === undefined);
  const isFiltered = Object.keys(chosen).length > 0;
  const now = JSON.stringify([range, isFiltered]);
  const [seen, setSeen] = useState(now);
  if (seen !== now) {
    setSeen(now);
    // "Clear all" also empties what was typed and not applied.
    if (!isFiltered || JSON.stringify(wanted) !== JSON.stringify(range)) setTyped({});
  }
  const isReversed = !isWrong && !wanted && ENDS.every((end) => valueAt(end) !== undefined);
  return {
    ...{ valueAt, wanted },
    /** Returns the message of what is wrong at an end. */
    problemAt: (end: End): string | undefined => {
      if (isWrongAt(end)) return input?.problem;
      return isReversed && end === 'to' ? 'ranges.reversed' : undefined;
    },
    isOther: (wanted !== undefined || isEmptied) && JSON.stringify(wanted) !== JSON.stringify(range),
    type: (end: End, value: Json | undefined): void => setTyped((before) => ({ ...before, [end]: value })),
  };
};

export const RangeInputs = observer(({ facet, name, store, change }: RangeInputsProps) => {
  const messages = useMessages();
  const id = useId();
  const input = rangeInputOf(store, facet);
  const { valueAt, problemAt, wanted, isOther, type } = useEnds({ store }, facet, input);
  if (!input) return null;
  const { control: Control } = input;
  const apply = (): void => {
    if (!isOther) return;
    const { chosen } = store.state;
    const others = (chosen[facet.key] ?? []).filter((value) => !isRange(value));
    const values = [...others, ...(wanted ? [wanted] : [])];
    const { [facet.key]: _, ...rest } = chosen;
    change({ ...store.state, chosen: values.length > 0 ? { ...chosen, [facet.key]: values } : rest });
  };
  return (
    <form
      className="kk-facet-range"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      {ENDS.map((end) => {
        const label = messages.format(`facets.range.${end}`, { name });
        const value = valueAt(end);
        const problem = problemAt(end);
        const errors = `${id}-${end}-errors`;
        const invalid = problem !== undefined;
        const state = {
          labelId: undefined,
          label,
          describedBy: invalid ? errors : undefined,
          invalid,
          required: false,
        };
        return (
          <div key={end} className={value === undefined ? 'kk-facet-range-empty' : undefined}>
            <label htmlFor={`${id}-${end}`}>{label}</label>
            <FieldStateContext value={state}>
              <Control id={`${id}-${end}`} value={value} set={(next) => type(end, next)} />
            </FieldStateContext>
            <div aria-live="polite">
              {problem !== undefined && <FieldErrors id={errors} texts={[messages.format(problem)]} />}
            </div>
          </div>
        );
      })}
      <Button type="submit" size="small" disabled={!isOther}>
        {messages.format('ranges.apply')}
      </Button>
    </form>
  );
});
