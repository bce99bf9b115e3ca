// A part of the page that is loaded when it is first rendered. Its surrounding Suspense shows the fallback meanwhile.

import { type FunctionComponent, lazy } from 'react';

/** `lazyOf(async () => (await import('src/client/item/MetaView.tsx')).MetaView)` */
export const lazyOf = <P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> =>
  lazy(async () => ({ default: await load() }));
