// The choice of this device whether keys of one character do something, because voice input may press them (WCAG 2.1.4).

import { recall, remember } from 'src/client/ui/deviceMemory.ts';

const LETTER_KEYS_KEY = 'Single-Key-Shortcuts';

export const areLettersOn = (): boolean => recall(LETTER_KEYS_KEY) !== 'off';
export const setLetters = (on: boolean): void => remember(LETTER_KEYS_KEY, on ? 'on' : 'off');
