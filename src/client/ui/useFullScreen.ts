// Showing a part of the page on the whole screen, which Escape ends by itself.

import { useEffect, useRef, useState } from 'react';

export const useFullScreen = <T extends HTMLElement = HTMLDivElement>() => {
  const element = useRef<T>(null);
  const [on, setOn] = useState(false);
  useEffect(() => {
    const note = (): void => setOn(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', note);
    return () => document.removeEventListener('fullscreenchange', note);
  }, []);
  // Where the browser refuses, the page stays as it is.
  const toggle = (): void =>
    void (on ? document.exitFullscreen() : element.current?.requestFullscreen())?.catch(() => undefined);
  return { element, on, toggle, possible: document.fullscreenEnabled };
};
