// Declares a component of src/domain that is loaded when it is first rendered. It is separate from extend.ts, whose code loads with
// the component.

import { lazy, type FunctionComponent } from 'react';

/** `lazyOf(async () => (await import('src/domain/vocab/entryPart.client.tsx')).EntryPart)` */
export const lazyOf = <P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> =>
  lazy(async () => ({ default: await load() }));
