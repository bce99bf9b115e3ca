// Media queries as React values. The width steps are those of the spec's "medium-and-wider screens".

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
