// A part of the page that is loaded when it is first drawn, as by React's lazy, and that can be fetched ahead: what has arrived by then
// is drawn at once. React's own shows its fallback even then, and keeps that for 300 ms.

import { type ComponentType, type FunctionComponent, lazy, useState } from 'react';

interface LazyPart<P extends object> {
  readonly Part: ComponentType<P>;
  readonly fetchAhead: () => Promise<void>;
}

export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> => {
  let loaded: ComponentType<P> | undefined;
  const fetch = async (): Promise<{ readonly default: ComponentType<P> }> => {
    loaded = await load();
    return { default: loaded };
  };
  const Lazy: ComponentType<P> = lazy(fetch);
  const Part = (props: P) => {
    // The rendered component is not replaced when the other one arrives: its state would be lost.
    const [Chosen] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return <Chosen {...props} />;
  };
  const fetchAhead = async (): Promise<void> => {
    try {
      await fetch();
    } catch {
      // Rendering the part loads it again and shows the error.
    }
  };
  return { Part, fetchAhead };
};

/** `lazyOf(async () => (await import('src/client/item/MetaView.tsx')).MetaView)` */
export const lazyOf = <P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> =>
  lazy(async () => ({ default: await load() }));
