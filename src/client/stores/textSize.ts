// Text size: standard, or one of two larger sizes. A preference, applied as a class of the page that style sheets use.

import type { PreferenceStore } from 'src/client/stores/PreferenceStore.ts';

export const TEXT_SIZES = ['standard', 'large', 'larger'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

const TEXT_SIZE_PREFERENCE = 'textSize';

interface Preferences {
  readonly preferences: PreferenceStore;
}

/** Observable. */
export const textSize = ({ preferences }: Preferences): TextSize =>
  TEXT_SIZES.find((size) => size === preferences.get(TEXT_SIZE_PREFERENCE)) ?? 'standard';

export const setTextSize = ({ preferences }: Preferences, size: TextSize): void =>
  preferences.set(TEXT_SIZE_PREFERENCE, size);

/** Applies it to the page; idempotent. */
export const applyTextSize = (chosen: TextSize): void => {
  for (const size of TEXT_SIZES) document.documentElement.classList.toggle(`kk-text-${size}`, size === chosen);
};
