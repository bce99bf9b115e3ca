// Reports the reason why a player could not load its file. A player begins to load when it is created, and may fail before it is a part of
// the page; React ignores events of an element that is not yet mounted, so the state of the player is checked after that.

import { useEffect, type RefObject } from 'react';
import { viewerFailure, type FileFailure } from 'src/client/viewers/fileFailure.ts';

/** `onFailure` must keep its identity. */
export const useMediaFailure = (
  media: RefObject<HTMLMediaElement | null>,
  href: string,
  onFailure: (failure: FileFailure) => void,
): void => {
  useEffect(() => {
    const player = media.current;
    if (!player) return undefined;
    const report = (): void => void viewerFailure(href, 'broken').then(onFailure);
    if (player.error) report();
    player.addEventListener('error', report);
    return () => player.removeEventListener('error', report);
  }, [media, href, onFailure]);
};
