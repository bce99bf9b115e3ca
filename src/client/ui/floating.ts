// Loads popovers, tooltips and menus (FloatingParts.tsx) after the first page, or when one is first needed.

import { useEffect, useState } from 'react';
import type * as Parts from 'src/client/ui/FloatingParts.tsx';
import { DELAYS } from 'src/client/ui/Loading.tsx';

type FloatingParts = typeof Parts;

let loaded: FloatingParts | undefined;
let loading: Promise<FloatingParts> | undefined;
let isScheduled = false;

/** Loads the parts once. After a failure, the next call tries again. */
export const loadFloatingParts = async (): Promise<FloatingParts> => {
  loading ??= import('src/client/ui/FloatingParts.tsx');
  try {
    loaded = await loading;
    return loaded;
  } catch (thrown) {
    loading = undefined;
    throw thrown;
  }
};

const doNothing = (): void => {};

/** Leaves the network to the rest of the page for a moment, then loads the parts, so that the first menu opens without waiting. */
const loadSoon = (): void => {
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(() => void loadFloatingParts().catch(doNothing), DELAYS.frame);
};

/** Returns the parts when they are loaded. `wanted` loads them at once; `failed` is called when they cannot be loaded. */
export const useFloatingParts = (wanted: boolean, failed: () => void = doNothing): FloatingParts | undefined => {
  const [, setLoaded] = useState(loaded);
  useEffect(() => {
    if (loaded) return undefined;
    if (!wanted) {
      loadSoon();
      return undefined;
    }
    let isShown = true;
    loadFloatingParts().then(
      (parts) => isShown && setLoaded(parts),
      () => isShown && failed(),
    );
    return () => {
      isShown = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `failed` is another function at each render
  }, [wanted]);
  return loaded;
};
