// Lets the browser's Back close what covers the page instead of leaving the page below it. Used by Dialog, Drawer and the filters of a list.

import { useEffect, useEffectEvent } from 'react';
import { openLayers } from 'src/client/ui/openLayers.ts';

/** `close` is called while the layer is open. It may return false if the layer does not cover the page now. */
export const useBackCloses = (open: boolean, close: () => boolean | void): void => {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!open) return undefined;
    const layer = (): boolean => closeNow() !== false;
    openLayers.add(layer);
    return () => void openLayers.delete(layer);
  }, [open]);
};
