// Uploads a geographic file and holds the server's preview of it. Asks for a new preview when the person changes how
// the file is read.

import { useMemo, useState } from 'react';
import { askedOnce } from 'src/base/askedOnce.ts';
import { messageOfThrown } from 'src/client/connection/ClientProblem.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { UploadState } from 'src/client/upload/UploadStore.ts';
import { useUploadedFile } from 'src/client/fields/useUploadedFile.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { GeoFilePreview, InvalidEntry } from 'src/model/generated/wire.ts';
import { isProblem } from 'src/model/problems.ts';

/** Settings that the person chooses when the file does not contain them. */
export interface ReadAs {
  readonly crs?: string;
  readonly encoding?: Endpoints['readGeoFile']['input']['encoding'];
}

export interface ReadFailure {
  readonly id: string;
  readonly params: Readonly<Record<string, string | number>> | undefined;
  /** `/crs` or `/encoding` where the person can say more. */
  readonly path: string;
}

export interface GeoFile {
  readonly key: string | undefined;
  readonly readAs: ReadAs;
  /** Undefined before a file is chosen. */
  readonly upload: UploadState | undefined;
  /** Uploaded share of the file, from 0 to 1. */
  readonly sent: number;
  readonly reading: boolean;
  readonly preview: GeoFilePreview | undefined;
  readonly failure: ReadFailure | undefined;
  readonly choose: (file: File) => void;
  readonly read: (as: ReadAs) => void;
  readonly again: () => void;
  readonly forget: () => void;
}

export const readFailureOf = (thrown: unknown): ReadFailure => {
  const errors = isProblem(thrown) && thrown.key === 'invalid' ? thrown.params?.['errors'] : undefined;
  const [first] = Array.isArray(errors) ? (errors as readonly InvalidEntry[]) : [];
  if (!first) return { id: messageOfThrown(thrown), params: undefined, path: '' };
  return { id: first.message, params: first.params as ReadFailure['params'], path: first.path };
};

/** `first`: the key of an upload of an earlier visit. Its component is an observer. */
export const useGeoFile = (first?: string): GeoFile => {
  const { connection } = useClient();
  const { key, state, sent, choose, forget } = useUploadedFile(first);
  const [readAs, setReadAs] = useState<ReadAs>({});
  const done = state === 'done';
  const { crs, encoding } = readAs;
  const question = useMemo(() => {
    if (!done || key === undefined) return undefined;
    const body = { upload: key, ...(crs !== undefined && { crs }), ...(encoding !== undefined && { encoding }) };
    // The file stays the same, and what the person chose in its preview must not be lost when the connection is back.
    return { of: `${key} ${crs} ${encoding}`, ask: askedOnce(() => connection.send('act/readGeoFile', body)) };
  }, [connection, done, key, crs, encoding]);
  const { answer: preview, failure, loading, again } = useServerData(question);
  return {
    ...{ key, readAs },
    upload: state,
    sent,
    reading: loading,
    preview,
    failure: failure === undefined ? undefined : readFailureOf(failure),
    choose: (file) => {
      setReadAs({});
      choose(file);
    },
    read: setReadAs,
    again: () => void again(),
    forget: () => {
      setReadAs({});
      forget();
    },
  };
};
