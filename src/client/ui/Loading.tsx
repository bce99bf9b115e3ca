// The one waiting sign. Appears after the render delay, so that what comes quickly does not flash.

import { Spinner } from '@blueprintjs/core';
import { type ReactNode, useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';

// Shows its content only after a while, so that quick work does not flash.
export const DELAYS = {
  render: 200,
  busy: 200,
  input: 400,
  notice: 200,
  tooltip: 500,
  resize: 300,
  copyTick: 2000,
  /** Ours: parts of the frame that a visitor can sign in without. */
  frame: 1000,
} as const;

/** True once `on` has been true for so many milliseconds; false at once. */
export const useDelayed = (on: boolean, by: number): boolean => {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!on) return undefined;
    const timer = setTimeout(() => setLate(true), by);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [on, by]);
  return on && late;
};

const Delayed = ({ by, children }: { readonly by: number; readonly children: ReactNode }) =>
  useDelayed(true, by) ? children : null;

export const Loading = () => (
  <div className="kk-loading">
    <Delayed by={DELAYS.render}>
      <Spinner size={28} aria-hidden />
      <p>
        <FormattedMessage id="app.loading" />
      </p>
    </Delayed>
  </div>
);

/** Placeholder of one word, such as the name of a stored value. Never shows the stored value itself. */
export const WordLoading = () => (
  <span className="kk-ghost-word">
    <span className="kk-unseen">
      <FormattedMessage id="app.loading" />
    </span>
  </span>
);
