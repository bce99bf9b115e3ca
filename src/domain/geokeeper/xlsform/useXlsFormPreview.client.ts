// Uploads an XLSForm and holds the server's preview of it.

import { useMemo, useState } from 'react';
import { askedOnce } from 'src/base/askedOnce.ts';
import { useClient, useServerData } from 'src/client/extend.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { Item } from 'src/model/item/Item.ts';

export type XlsFormPreview = Endpoints['previewXlsForm']['answer'];

interface PreviewedForm {
  readonly key: string | undefined;
  /** Undefined before a file is chosen. */
  readonly upload: 'asking' | 'sending' | 'done' | 'failed' | 'missing' | undefined;
  /** Uploaded share of the file, from 0 to 1. */
  readonly sent: number;
  readonly reading: boolean;
  readonly preview: XlsFormPreview | undefined;
  readonly failure: unknown;
  readonly choose: (file: File) => void;
}

/** Its component is an observer. */
export const useXlsFormPreview = ({ _t, _i }: Item): PreviewedForm => {
  const { uploads, connection } = useClient();
  const [key, setKey] = useState<string>();
  const known = key === undefined ? undefined : uploads.get(key);
  const isDone = known?.state === 'done';
  const question = useMemo(() => {
    if (!isDone || key === undefined) return undefined;
    return { of: key, ask: askedOnce(() => connection.send('act/previewXlsForm', { _t, _i, upload: key })) };
  }, [connection, isDone, key, _t, _i]);
  const { answer, failure, loading } = useServerData(question);
  return {
    ...{ key, upload: known?.state, sent: known?.size ? known.sent / known.size : 0 },
    ...{ reading: loading, preview: answer, failure },
    choose: (file) => setKey(uploads.add(file, { quiet: true })),
  };
};
