// The passages that a player plays at this moment.

import { useEffect, useState, type RefObject } from 'react';

export interface TimedPassage {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

const isPlayed = ({ start, end }: TimedPassage, at: number): boolean => start <= at && at < end;

const PLAYER_EVENTS = ['timeupdate', 'seeking', 'seeked', 'loadedmetadata'] as const;

/** Returns the ids of the passages at the position of the player. `recording` names the player, which another recording replaces. */
export const usePlayedPassages = (
  media: RefObject<HTMLMediaElement | null>,
  passages: readonly TimedPassage[],
  recording: string | undefined,
): ReadonlySet<string> => {
  const [at, setAt] = useState(0);
  useEffect(() => {
    const player = media.current;
    if (!player || recording === undefined) return undefined;
    const note = (): void => setAt(player.currentTime);
    for (const name of PLAYER_EVENTS) player.addEventListener(name, note);
    note();
    return () => {
      for (const name of PLAYER_EVENTS) player.removeEventListener(name, note);
    };
  }, [media, recording]);
  if (recording === undefined) return new Set();
  return new Set(passages.filter((passage) => isPlayed(passage, at)).map(({ id }) => id));
};
