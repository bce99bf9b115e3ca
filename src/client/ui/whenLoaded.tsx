// A view whose module is loaded when it is first shown, and which renders as soon as it has arrived. Suspense would
// delay it until 300 ms after it began to wait, and a display requests its data only once it is rendered. Called by the
// displays of listings.

import { useEffect, useState, type ComponentType } from 'react';
import { asError } from 'src/base/asError.ts';
import { Loading } from 'src/client/ui/Loading.tsx';

interface Loaded<P> {
  readonly view?: ComponentType<P>;
  readonly failure?: Error;
}

/** A failure to load is thrown to the surrounding boundary, as with `lazy`. */
export const whenLoaded = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> => {
  let known: Loaded<P> = {};
  const WhenLoaded = (props: P) => {
    const [{ view: View, failure }, setLoaded] = useState(known);
    useEffect(() => {
      if (View) return undefined;
      let gone = false;
      // It may have arrived since this was rendered.
      (known.view ? Promise.resolve(known.view) : load()).then(
        (view) => {
          known = { view };
          if (!gone) setLoaded(known);
        },
        (thrown: unknown) => {
          if (!gone) setLoaded({ failure: asError(thrown) });
        },
      );
      return () => {
        gone = true;
      };
    }, [View]);
    if (failure !== undefined) throw failure;
    return View ? <View {...props} /> : <Loading />;
  };
  return WhenLoaded;
};
