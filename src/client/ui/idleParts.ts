// Parts that a person is likely to open next, such as the edit form. They load while the browser is idle, after the page has shown its first
// rows or its first item, so that opening them needs no request. Nothing loads ahead on a connection that saves data.

import type { ComponentType, FunctionComponent } from 'react';
import { DELAYS, Loading } from 'src/client/ui/Loading.tsx';
import { fetchedPart } from 'src/client/ui/whenLoaded.tsx';

type Load = () => Promise<unknown>;

const waitingParts: Load[] = [];
let hasShown = false;
let isLoading = false;

/** Returns true when the person or the browser asks pages to load only what is needed. */
const isSavingData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;

const untilIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve);
    else setTimeout(resolve, DELAYS.frame);
  });

/** Loads one part after another. A part that does not arrive loads again when it is opened. */
const loadWaiting = async (): Promise<void> => {
  if (isLoading || !hasShown || isSavingData()) return;
  isLoading = true;
  for (let load = waitingParts.shift(); load; load = waitingParts.shift()) {
    await untilIdle();
    await load().catch(() => undefined);
  }
  isLoading = false;
};

/** Loads something once the browser is idle and the first rows are shown. */
export const loadWhenIdle = (load: Load): void => {
  waitingParts.push(load);
  void loadWaiting();
};

/** Called when the first rows or the first item are shown. */
export const noteShown = (): void => {
  hasShown = true;
  void loadWaiting();
};

/** Returns a part that loads when the browser is idle, or when it is first rendered. */
export const idlePart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  Waiting: ComponentType = Loading,
): FunctionComponent<P> => {
  const { Part, fetchAhead } = fetchedPart(load, Waiting);
  loadWhenIdle(fetchAhead);
  return Part;
};
