// Shows its content only after a while, so that quick work does not flash. Delays: spec platform 9.

import { useEffect, useState, type ReactNode } from 'react';

export const DELAYS = {
  render: 200,
  busy: 200,
  input: 400,
  notice: 200,
  tooltip: 500,
  resize: 300,
  copyTick: 2000,
} as const;

export const Delayed = ({ by = DELAYS.busy, children }: { readonly by?: number; readonly children: ReactNode }) => {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), by);
    return () => clearTimeout(timer);
  }, [by]);
  return shown ? children : null;
};
