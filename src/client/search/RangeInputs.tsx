// The first and the last value of a range in a facet, typed in the control of the kind. Loads after the facets.

import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { FieldStateContext } from 'src/client/fields/session/FieldState.ts';
import 'src/client/forms/forms.css';
import { KIND_INPUTS } from 'src/client/generated/kindInputs.ts';
import type { RangeInput } from 'src/client/kinds/KindInput.ts';
import type { ListingPartProps, ListingStore } from 'src/client/listing/ListingStore.ts';
import { wholeRange } from 'src/client/listing/wholeRange.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
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

export const RangeInputs = observer(({ facet, name, store, change }: RangeInputsProps) => {
  const messages = useMessages();
  const id = useId();
  const [typed, setTyped] = useState<Partial<Record<(typeof ENDS)[number], Json | undefined>>>({});
  const { chosen } = store.state;
  const isFiltered = Object.keys(chosen).length > 0;
  const [wasFiltered, setWasFiltered] = useState(isFiltered);
  if (wasFiltered !== isFiltered) {
    setWasFiltered(isFiltered);
    // "Clear all" also empties what was typed and not applied.
    if (!isFiltered) setTyped({});
  }
  const input = rangeInputOf(store, facet);
  if (!input) return null;
  const { control: Control, bounds } = input;
  const boundsOf = (end: (typeof ENDS)[number]) => (typed[end] === undefined ? undefined : bounds(typed[end]));
  const isWrong = ENDS.some((end) => typed[end] !== undefined && !boundsOf(end));
  const range = isWrong ? undefined : wholeRange(boundsOf('from'), boundsOf('to'));
  const isReversed = !isWrong && !range && ENDS.every((end) => typed[end] !== undefined);
  const choose = (): void => {
    if (!range) return;
    change({ ...store.state, chosen: { ...chosen, [facet.key]: [...(chosen[facet.key] ?? []), range] } });
    setTyped({});
  };
  return (
    <form
      className="kk-facet-range"
      onSubmit={(event) => {
        event.preventDefault();
        choose();
      }}
    >
      {ENDS.map((end) => {
        const label = messages.format(`facets.range.${end}`, { name });
        const state = { labelId: undefined, label, describedBy: undefined, required: false };
        return (
          <div key={end} className={typed[end] === undefined ? 'kk-facet-range-empty' : undefined}>
            <label htmlFor={`${id}-${end}`}>{label}</label>
            <FieldStateContext value={{ ...state, invalid: typed[end] !== undefined && !boundsOf(end) }}>
              <Control
                id={`${id}-${end}`}
                value={typed[end]}
                set={(value) => setTyped((before) => ({ ...before, [end]: value }))}
              />
            </FieldStateContext>
          </div>
        );
      })}
      {isReversed && (
        <p className="kf-help" role="status">
          {messages.format('facets.range.reversed')}
        </p>
      )}
      <Button type="submit" size="small" disabled={!range}>
        {messages.format('facets.range.apply')}
      </Button>
    </form>
  );
});
