// Media queries as React values, with the width steps of the layout.

import { useSyncExternalStore } from 'react';

export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );

export const useReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)');
