// A day as people write it, for dialogs that are no forms of a schema.

import { FieldStateContext } from 'src/client/fields/session/FieldState.ts';
import { dateTyping } from 'src/client/kinds/date/dateTyping.ts';
import { typedControl } from 'src/client/kinds/typedControls.tsx';
import type { Json } from 'src/model/item/Item.ts';

const DayControl = typedControl(dateTyping);
const NO_RULES = {};

interface DayInputProps {
  readonly id: string;
  readonly label: string;
  readonly value: Json | undefined;
  readonly set: (value: Json | undefined) => void;
  readonly faulty: boolean;
  readonly required: boolean;
}

export const DayInput = ({ id, label, value, set, faulty, required }: DayInputProps) => {
  const state = { labelId: undefined, label, required, invalid: faulty };
  return (
    <FieldStateContext value={{ ...state, describedBy: faulty ? `${id}-fault` : undefined }}>
      <DayControl {...{ id, value, set }} property={NO_RULES} none="" />
    </FieldStateContext>
  );
};
