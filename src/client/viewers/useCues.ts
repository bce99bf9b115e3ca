// Captions of a recording: WebVTT files of the same item, read by the browser's tracks.

import { useEffect, useState, type RefObject } from 'react';
import type { CaptionTrack } from 'src/client/viewers/fileFacts.ts';

export interface Cue {
  readonly id: string;
  readonly start: number;
  readonly text: string;
  readonly now: boolean;
}

/** Removes markup of voices and styles, because a transcript needs only the words. One pass over any text. */
export const cueWords = (text: string): string => text.replace(/<[^<>]*>/g, '').trim();

const cuesOf = (track: TextTrack): readonly Cue[] => {
  const active = new Set(track.activeCues ?? []);
  return [...(track.cues ?? [])].map((cue, at) => ({
    id: `${at}`,
    start: cue.startTime,
    text: cueWords((cue as VTTCue).text),
    now: active.has(cue),
  }));
};

/** Returns the cues of the chosen track, initially the first one; empty without captions. */
export const useCues = (media: RefObject<HTMLMediaElement | null>, tracks: readonly CaptionTrack[]): readonly Cue[] => {
  const [cues, setCues] = useState<readonly Cue[]>([]);
  const count = tracks.length;
  useEffect(() => {
    const list = media.current?.textTracks;
    if (!list || count === 0) return undefined;
    const chosen = (): TextTrack | undefined => [...list].find(({ mode }) => mode !== 'disabled') ?? list[0];
    const note = (): void => {
      const track = chosen();
      if (track) setCues(cuesOf(track));
    };
    const tracked = [...list];
    // A hidden track is loaded without being shown, unlike a disabled one.
    const [first] = tracked;
    if (first?.mode === 'disabled') first.mode = 'hidden';
    const elements = [...(media.current?.querySelectorAll('track') ?? [])];
    for (const element of elements) element.addEventListener('load', note);
    for (const track of tracked) track.addEventListener('cuechange', note);
    list.addEventListener('change', note);
    note();
    return () => {
      for (const element of elements) element.removeEventListener('load', note);
      for (const track of tracked) track.removeEventListener('cuechange', note);
      list.removeEventListener('change', note);
    };
  }, [media, count]);
  return cues;
};
