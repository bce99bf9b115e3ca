// A part of the frame that is loaded after the first paint. Should it not arrive, the rest of the page works without it.

import { Suspense, type ReactNode } from 'react';
import { Boundary } from 'src/client/ui/Boundary.tsx';

export const Later = ({ children }: { readonly children: ReactNode }) => (
  <Boundary instead={() => null}>
    <Suspense>{children}</Suspense>
  </Boundary>
);
