// F6 and Shift+F6 walk the regions of the page (header, columns, banner); the last place in each is remembered by the browser's focus.
// Called once by Shell.

import { useEffect } from 'react';

const REGION = '[data-kk-region]';
const HEADING = 'h2[tabindex]';
const FIRST_CONTROL = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]';

const focusRegion = (region: HTMLElement): void => {
  const target = region.querySelector<HTMLElement>(HEADING) ?? region.querySelector<HTMLElement>(FIRST_CONTROL);
  target?.focus();
};

/** Moves the focus to the next region, or the one before. */
export const cycleRegion = (back: boolean): void => {
  const regions = [...document.querySelectorAll<HTMLElement>(REGION)].filter(
    (region) => region.offsetParent !== null || region === document.body,
  );
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const next = regions[(at + (back ? -1 : 1) + regions.length) % regions.length];
  if (next) focusRegion(next);
};

export const useRegionKeys = (): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      cycleRegion(event.shiftKey);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
};
