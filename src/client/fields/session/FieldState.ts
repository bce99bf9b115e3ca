// Context that a field template provides for its control: name, problems and the element id of the explanation.

import { createContext, useContext } from 'react';

export interface FieldState {
  readonly labelId: string | undefined;
  readonly label: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly required: boolean;
}

export const FieldStateContext = createContext<FieldState>({
  labelId: undefined,
  label: '',
  describedBy: undefined,
  invalid: false,
  required: false,
});

export const useFieldState = (): FieldState => useContext(FieldStateContext);

/** Element that shows the problems of fields for which their own place is too small. */
export const ProblemsPlaceContext = createContext<HTMLElement | null>(null);

/** Attributes for the control of a field. */
export interface ControlAria {
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
}

export const controlAria = ({ describedBy, invalid, required }: FieldState): ControlAria => ({
  'aria-describedby': describedBy,
  'aria-invalid': invalid || undefined,
  'aria-required': required || undefined,
});
