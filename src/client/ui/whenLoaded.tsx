// A view whose module comes when it is first shown, and which stands as soon as it has come. Suspense would hold it back until 300 ms after
// it began to wait, and a display asks for its data only once it stands. Called by the displays of listings.

import { useEffect, useState, type ComponentType } from 'react';
import { asError } from 'src/base/asError.ts';
import { Loading } from 'src/client/ui/Loading.tsx';

interface Loaded<P> {
  readonly view?: ComponentType<P>;
  readonly failure?: Error;
}

/** What cannot be loaded is thrown to the boundary around it, as with `lazy`. */
export const whenLoaded = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> => {
  let known: Loaded<P> = {};
  const WhenLoaded = (props: P) => {
    const [{ view: View, failure }, setLoaded] = useState(known);
    useEffect(() => {
      if (known.view) return undefined;
      let gone = false;
      load().then(
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
    }, []);
    if (failure !== undefined) throw failure;
    return View ? <View {...props} /> : <Loading />;
  };
  return WhenLoaded;
};
