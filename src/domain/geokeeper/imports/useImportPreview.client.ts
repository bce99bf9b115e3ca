// The uploads of an import of records, and the server's preview of it.

import { useMemo } from 'react';
import { askedOnce } from 'src/base/askedOnce.ts';
import { useClient, useServerData } from 'src/client/extend.ts';
import { useUploadedFile, type UploadedFile } from 'src/client/extendImports.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ItemKey } from 'src/model/item/itemKey.ts';

export type ImportPreview = Endpoints['previewFieldRecords']['answer'];

interface PreviewedImport {
  /** The export. */
  readonly file: UploadedFile;
  /** The zip of files that the export does not contain. */
  readonly media: UploadedFile;
  /** Undefined until all chosen files are uploaded and a form is chosen. */
  readonly input: Endpoints['previewFieldRecords']['input'] | undefined;
  readonly isReading: boolean;
  readonly preview: ImportPreview | undefined;
  readonly failure: unknown;
}

/** Its component is an observer. */
export const useImportPreview = (form: ItemKey | undefined): PreviewedImport => {
  const { connection } = useClient();
  const file = useUploadedFile();
  const media = useUploadedFile();
  const upload = file.state === 'done' ? file.key : undefined;
  const isWhole = media.key === undefined || media.state === 'done';
  const mediaKey = media.state === 'done' ? media.key : undefined;
  const [type, number] = [form?.type, form?.number];
  const input = useMemo(
    () =>
      upload === undefined || !isWhole ? undefined : { upload, ...(mediaKey !== undefined && { media: mediaKey }) },
    [upload, mediaKey, isWhole],
  );
  const question = useMemo(() => {
    if (!input || type === undefined || number === undefined) return undefined;
    const ask = askedOnce(() => connection.send('act/previewFieldRecords', { _t: type, _i: number, ...input }));
    return { of: JSON.stringify([type, number, input]), ask };
  }, [connection, input, type, number]);
  const { answer, failure, loading } = useServerData(question);
  return { file, media, input, isReading: loading, preview: question && answer, failure };
};
