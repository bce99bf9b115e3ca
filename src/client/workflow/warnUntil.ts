// A warning about something that the person can correct on the page. It closes once that is done.

import { when } from 'mobx';
import type { Alert, AlertStore } from 'src/client/stores/AlertStore.ts';

/** `isMended` is observable. */
export const warnUntil = (
  alerts: AlertStore,
  isMended: () => boolean,
  { message, values = {} }: Pick<Alert, 'message' | 'values'>,
): void => {
  const key = alerts.warn(message, values);
  const isGone = (): boolean => !alerts.alerts.some((each) => each.key === key);
  when(
    () => isGone() || isMended(),
    () => alerts.dismiss(key),
  );
};
