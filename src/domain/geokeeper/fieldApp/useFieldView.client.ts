// The part of the field page that is shown. It is in the address, so that the Back button of a phone closes a form instead of the whole page.

import { useCallback, useEffect, useMemo, useRef } from 'react';
import { recall, remember, useClient } from 'src/client/extendFrame.ts';
import { type FieldView, PAGE_COLUMN } from 'src/domain/geokeeper/fieldApp/fieldContext.client.ts';

const ENTRY_KEY = 'Field-View';

const partNamed = (param: string | undefined): FieldView => {
  if (param === undefined) return 'programs';
  return param === 'entries' || param === 'device' ? param : { entry: param };
};

const nameOfPart = (view: FieldView): string | undefined => {
  if (view === 'programs') return undefined;
  return typeof view === 'string' ? view : view.entry;
};

interface ShownView {
  readonly view: FieldView;
  readonly goTo: (view: FieldView) => void;
  /** Leads back to where the open entry was opened. */
  readonly close: () => void;
}

/** Observable: call it inside an observer. */
export const useFieldView = (): ShownView => {
  const { navigation } = useClient();
  const param = navigation.cells[PAGE_COLUMN]?.param;
  const view = useMemo(() => partNamed(param), [param]);
  /** The part from which each entry was opened, which is the step before it in the history. */
  const opened = useRef(new Map<string | undefined, string | undefined>());
  useEffect(() => {
    // A tab that was ended by the phone opens without the address of its entry.
    const entry = recall(ENTRY_KEY);
    if (entry !== undefined && entry !== '' && navigation.cells[PAGE_COLUMN]?.param === undefined)
      navigation.setParam(PAGE_COLUMN, entry);
  }, [navigation]);
  useEffect(() => remember(ENTRY_KEY, typeof view === 'string' ? '' : view.entry), [view]);
  const goTo = useCallback(
    (next: FieldView): void => {
      const to = nameOfPart(next);
      const from = navigation.cells[PAGE_COLUMN]?.param;
      if (typeof next !== 'string') opened.current.set(to, from);
      else if (opened.current.has(from) && opened.current.get(from) === to) {
        window.history.back();
        return;
      }
      // A list takes the place of another list or of a closed form.
      navigation.setParam(PAGE_COLUMN, to, typeof next === 'string');
    },
    [navigation],
  );
  const close = useCallback((): void => {
    if (opened.current.has(navigation.cells[PAGE_COLUMN]?.param)) window.history.back();
    else goTo('entries');
  }, [navigation, goTo]);
  return { view, goTo, close };
};
