// Uploads a transcript and holds the server's preview of it. Asks for a new one when the person changes how the file is read.

import { useEffect, useMemo, useState } from 'react';
import { askedOnce } from 'src/base/askedOnce.ts';
import { useClient, useServerData } from 'src/client/extend.ts';
import { hrefOf } from 'src/client/extendMedia.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { Item } from 'src/model/item/Item.ts';

export type TranscriptPreview = Endpoints['previewTranscript']['answer'];
export type ReadingChoice = Pick<Endpoints['previewTranscript']['input'], 'encoding' | 'length' | 'translations'>;

interface PreviewedFile {
  readonly key: string | undefined;
  /** Undefined before a file is chosen. */
  readonly upload: 'asking' | 'sending' | 'done' | 'failed' | 'missing' | undefined;
  /** Uploaded share of the file, from 0 to 1. */
  readonly sent: number;
  readonly reading: boolean;
  readonly preview: TranscriptPreview | undefined;
  readonly failure: unknown;
  readonly choose: (file: File) => void;
  readonly again: () => Promise<void>;
}

/** Its component is an observer. */
export const useTranscriptPreview = ({ _t, _i }: Item, choice: ReadingChoice): PreviewedFile => {
  const { uploads, connection } = useClient();
  const [key, setKey] = useState<string>();
  const known = key === undefined ? undefined : uploads.get(key);
  const done = known?.state === 'done';
  const asked = JSON.stringify(choice);
  const question = useMemo(() => {
    if (!done || key === undefined) return undefined;
    const body = { _t, _i, upload: key, ...(JSON.parse(asked) as ReadingChoice) };
    return { of: `${key} ${asked}`, ask: askedOnce(() => connection.send('act/previewTranscript', body)) };
  }, [connection, done, key, asked, _t, _i]);
  const { answer, failure, loading, again } = useServerData(question);
  // The last preview of a file stays while the file is read again with another choice.
  const [last, setLast] = useState<{ readonly of: string | undefined; readonly preview: TranscriptPreview }>();
  if (answer && last?.preview !== answer) setLast({ of: key, preview: answer });
  const preview = answer ?? (last?.of === key ? last?.preview : undefined);
  return {
    ...{ key, upload: known?.state, sent: known?.size ? known.sent / known.size : 0 },
    ...{ reading: loading, preview, failure, again },
    choose: (file) => setKey(uploads.add(file, { quiet: true })),
  };
};

/** Returns the length of a recording in seconds, once the browser knows it. */
export const useRecordingLength = (recording: Item | undefined): number | undefined => {
  const [known, setKnown] = useState<{ readonly of: string; readonly seconds: number }>();
  const href = recording && hrefOf(recording);
  useEffect(() => {
    if (href === undefined) return undefined;
    const player = new Audio();
    player.preload = 'metadata';
    const note = (): void => {
      const seconds = Math.round(player.duration * 1000) / 1000;
      if (Number.isFinite(seconds)) setKnown({ of: href, seconds });
    };
    player.addEventListener('durationchange', note);
    player.src = href;
    return () => {
      player.removeEventListener('durationchange', note);
      player.removeAttribute('src');
    };
  }, [href]);
  return known?.of === href ? known?.seconds : undefined;
};
