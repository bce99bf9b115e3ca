// One file that the person uploads for a page. A component that calls it is an observer.

import { useState } from 'react';
import type { UploadState } from 'src/client/upload/UploadStore.ts';
import { useClient } from 'src/client/useClient.ts';

export interface UploadedFile {
  readonly key: string | undefined;
  /** Undefined before a file is chosen. */
  readonly state: UploadState | undefined;
  /** Uploaded share of the file, from 0 to 1. */
  readonly sent: number;
  readonly choose: (file: File) => void;
  readonly forget: () => void;
}

/** `first`: the key of an upload of an earlier visit. */
export const useUploadedFile = (first?: string): UploadedFile => {
  const { uploads } = useClient();
  const [key, setKey] = useState(first);
  const known = key === undefined ? undefined : uploads.get(key);
  return {
    key,
    state: known?.state,
    sent: known?.size ? known.sent / known.size : 0,
    choose: (file) => setKey(uploads.add(file, { quiet: true })),
    forget: () => setKey(undefined),
  };
};
