// The secret part of a link in an email.

import { useEffect, useState } from 'react';

/**
 * Returns the token of the link and removes it from the address bar at once, so that it is not visible on the screen or
 * in the history.
 */
export const useLinkToken = (): string => {
  const [token] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    if (window.location.hash === '') return;
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', `${pathname}${search}`);
  }, []);
  return token;
};
