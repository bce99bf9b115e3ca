// Loads a part of the frame after the first paint. If it does not arrive, the rest of the page works without it. With `wait`, it leaves the
// network to the rest of the page for a moment, so that a visitor on a slow connection can sign in first.

import { Suspense, type ReactNode } from 'react';
import { Boundary } from 'src/client/ui/Boundary.tsx';
import { DELAYS, useDelayed } from 'src/client/ui/Loading.tsx';

interface LaterProps {
  readonly wait?: boolean;
  readonly children: ReactNode;
}

export const Later = ({ wait = false, children }: LaterProps) => {
  const waited = useDelayed(wait, DELAYS.frame);
  if (wait && !waited) return null;
  return (
    <Boundary instead={() => null}>
      <Suspense>{children}</Suspense>
    </Boundary>
  );
};
