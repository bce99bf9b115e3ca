// Dialogs and sheets that cover the page, the last opened one last: the browser's Back closes it instead of leaving the page below it.
// One page has one stack. Used by Dialog, Drawer and the filters of a list; NavigationStore asks before it follows the browser.

import { useEffect, useEffectEvent } from 'react';

/** Closes a layer. Returns false if it does not cover the page now. */
type CloseLayer = () => boolean;

const layers = new Set<CloseLayer>();

/** Closes the layer on top, if there is one. */
export const closeTopLayer = (): boolean => [...layers].reverse().some((close) => close());

/** Lets Back close a layer while it is open. `close` may return false if the layer does not cover the page now. */
export const useBackCloses = (open: boolean, close: () => boolean | void): void => {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!open) return undefined;
    const layer = (): boolean => closeNow() !== false;
    layers.add(layer);
    return () => void layers.delete(layer);
  }, [open]);
};
