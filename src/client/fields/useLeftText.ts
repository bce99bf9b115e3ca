// Text typed into a box with choices: if it matches none when the box loses the focus, it stays and is marked as invalid.

import { useState } from 'react';
import type { FieldControl } from 'src/client/fields/useField.ts';
import { useFormSession } from 'src/client/fields/session/useFormSession.ts';

/** Returns the form in which names are compared when the box is left: case does not matter. */
export const spelled = (text: string): string => text.trim().normalize('NFC').toLowerCase();

export interface LeftText {
  /** Undefined while nothing is typed. */
  readonly typed: string | undefined;
  readonly setTyped: (text: string | undefined) => void;
  /** Reports that the text in the box is invalid, with the reason; undefined if it is valid or empty. */
  readonly refuse: (message: string | undefined) => void;
  /** Empties the box, whose text is no longer invalid. */
  readonly forget: () => void;
}

export const useLeftText = ({ id }: FieldControl): LeftText => {
  const session = useFormSession();
  const pointer = id.slice(session?.prefix.length ?? 0);
  const [typed, setTyped] = useState(() => session?.unreadText(pointer));
  const refuse = (message: string | undefined): void => session?.noteUnreadable(pointer, message, typed);
  const forget = (): void => {
    refuse(undefined);
    setTyped(undefined);
  };
  return { typed, setTyped, refuse, forget };
};
