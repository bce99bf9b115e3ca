// Hands the store of the field page and its navigation to its parts.

import { createContext, useContext } from 'react';
import type { FieldStore } from 'src/domain/geokeeper/fieldApp/FieldStore.client.ts';

/** The parts of the field page: three lists, or an open entry. */
export type FieldView = 'programs' | 'entries' | 'device' | { readonly entry: string };

/** Column of the page, whose parameter names the shown part. */
export const PAGE_COLUMN = 0;

export interface FieldFrame {
  readonly store: FieldStore;
  readonly goTo: (view: FieldView) => void;
  /** Leads back to where the open entry was opened. */
  readonly close: () => void;
  readonly contrast: boolean;
  readonly setContrast: (on: boolean) => void;
}

const FieldContext = createContext<FieldFrame | undefined>(undefined);

export const FieldFrameProvider = FieldContext.Provider;

export const useFieldPage = (): FieldFrame => {
  const frame = useContext(FieldContext);
  if (!frame) throw new Error('This part belongs to the field page');
  return frame;
};
