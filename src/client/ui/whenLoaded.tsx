// Views whose modules are loaded when they are first shown. They render as soon as the module has arrived: React's lazy would delay them
// until 300 ms after a fallback was shown anywhere on the page, and a view requests its data only once it is rendered.

import { useLayoutEffect, useState, type ComponentType, type FunctionComponent } from 'react';
import { asError } from 'src/base/asError.ts';
import { Loading } from 'src/client/ui/Loading.tsx';

interface Loaded<P> {
  readonly view?: ComponentType<P>;
  readonly failure?: Error;
}

export interface FetchedPart<P extends object> {
  readonly Part: FunctionComponent<P>;
  /** Loads the module before the part is shown. */
  readonly fetchAhead: () => Promise<void>;
}

/** Returns a view, and a function that loads it ahead. A failure to load is thrown to the surrounding boundary, as with `lazy`. */
export const fetchedPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  Waiting: ComponentType = Loading,
): FetchedPart<P> => {
  let known: Loaded<P> = {};
  const fetch = async (): Promise<Loaded<P>> => {
    known = { view: await load() };
    return known;
  };
  const Part = (props: P) => {
    const [{ view: View, failure }, setLoaded] = useState(known);
    useLayoutEffect(() => {
      if (View) return undefined;
      let gone = false;
      const show = (loaded: Loaded<P>): void => {
        if (!gone) setLoaded(loaded);
      };
      // It may have arrived since this was rendered.
      if (known.view) show(known);
      else fetch().then(show, (thrown: unknown) => show({ failure: asError(thrown) }));
      return () => {
        gone = true;
      };
    }, [View]);
    if (failure !== undefined) throw failure;
    return View ? <View {...props} /> : <Waiting />;
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

/** `whenLoaded(async () => (await import('src/client/home/HomeView.tsx')).HomeView)` */
export const whenLoaded = <P extends object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> =>
  fetchedPart(load).Part;
