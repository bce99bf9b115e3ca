// Position of the reader in the results. The address contains it, so that another display, a reload, the back button
// and a shared link find it again; results beyond the loaded ones are loaded first. Used by every ordered display.

import { useCallback, useEffect, useRef, useState } from 'react';
import type { DisplayProps } from 'src/client/displays/Display.ts';
import type { ItemId } from 'src/model/item/Item.ts';

/** Delay before the address changes, in milliseconds. */
const PLACE_ADDRESS_DELAY_MS = 500;

export interface Place {
  /** The result to begin at, until it was shown or is known not to be found. */
  readonly wanted: ItemId | undefined;
  /** Must be called when the place is shown. */
  readonly arrive: () => void;
  /** The first result in view; undefined for the very first. */
  readonly note: (id: ItemId | undefined) => void;
  /** Returns whether the person has done something since. */
  readonly hasActed: () => boolean;
}

const READER_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Heights that become known scroll too: only what a person does leads away. */
const useHasActed = (): (() => boolean) => {
  const acted = useRef(false);
  useEffect(() => {
    const act = (): void => {
      acted.current = true;
    };
    for (const name of READER_EVENTS) document.addEventListener(name, act, { capture: true, passive: true });
    return () => READER_EVENTS.forEach((name) => document.removeEventListener(name, act, { capture: true }));
  }, []);
  return useCallback(() => acted.current, []);
};

/** `isListed` is false for who finds the wanted result by themselves. */
export const usePlace = ({ store, change }: DisplayProps, isListed = true): Place => {
  const [wanted, setWanted] = useState(store.state.at);
  const isThere = useRef(wanted === undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(change);
  const hasActed = useHasActed();
  useEffect(() => {
    latest.current = change;
  }, [change]);
  const arrive = useCallback((): void => {
    isThere.current = true;
    setWanted(undefined);
  }, []);
  useEffect(() => {
    if (wanted === undefined || !isListed) return;
    void store.reach(wanted).then((found) => {
      if (!found) arrive();
    });
  }, [store, wanted, isListed, arrive]);
  const { version } = store;
  const answered = useRef(version);
  useEffect(() => {
    // The same results have come in the order of this display.
    const { at } = store.state;
    const isSame = answered.current === version || hasActed() || at === undefined || !isListed;
    answered.current = version;
    if (isSame) return;
    isThere.current = false;
    void store.reach(at).then((found) => (found ? setWanted(at) : arrive()));
  }, [store, version, isListed, hasActed, arrive]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const note = useCallback(
    (id: ItemId | undefined): void => {
      if (!isThere.current || !store.stand(id)) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current(store.state), PLACE_ADDRESS_DELAY_MS);
    },
    [store],
  );
  return { wanted, arrive, note, hasActed };
};

interface Scrolled {
  readonly ids: readonly ItemId[];
  readonly scrollTo: (index: number) => void;
  /** False until the position of a result is known. */
  readonly isLaidOut?: boolean;
}

/**
 * Position for displays that scroll: starts at the wanted result, which stays the position until it is scrolled out of
 * view. Returns the function to call with the results in view; calling it renders nothing.
 */
export const useScrollPlace = (
  place: Place | undefined,
  scrolled: Scrolled,
): ((first: number, last: number) => void) => {
  const { wanted, arrive, note, hasActed } = place ?? {};
  const held = useRef(wanted);
  const now = useRef(scrolled);
  useEffect(() => {
    now.current = scrolled;
  });
  const to = wanted === undefined || scrolled.isLaidOut === false ? -1 : scrolled.ids.indexOf(wanted);
  useEffect(() => {
    if (to < 0) return;
    // The results before it may have come only now.
    held.current = wanted;
    now.current.scrollTo(to);
    arrive?.();
  }, [to, wanted, arrive]);
  return useCallback(
    (first: number, last: number): void => {
      const { ids } = now.current;
      const at = held.current === undefined ? -1 : ids.indexOf(held.current);
      if ((at >= 0 && hasActed?.() === false) || (at >= first && at <= last)) return;
      held.current = undefined;
      note?.(first === 0 ? undefined : ids[first]);
    },
    [note, hasActed],
  );
};
