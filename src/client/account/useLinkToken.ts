// The secret part of a link in an email.

import { useEffect, useState } from 'react';

/** Returns the token of the link. It leaves the address bar at once, so that nobody reads it off a screen or a history. */
export const useLinkToken = (): string => {
  const [token] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    if (window.location.hash === '') return;
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', `${pathname}${search}`);
  }, []);
  return token;
};
