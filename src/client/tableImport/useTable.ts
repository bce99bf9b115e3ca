// Uploads a table and holds what the server read of it. Asks again when the person changes how the file is read.

import { useMemo, useState } from 'react';
import { askedOnce } from 'src/base/askedOnce.ts';
import { readFailureOf, type ReadFailure } from 'src/client/geoFiles/useGeoFile.ts';
import type { TableParam } from 'src/client/tableImport/tableParam.ts';
import { useUploadedFile, type UploadedFile } from 'src/client/fields/useUploadedFile.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ImportSheet } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export type SheetInput = Endpoints['readSheet']['input'];

/** Choices of the person about how the file is read, and whose records it contains. */
export type TableChoices = Pick<
  SheetInput,
  'encoding' | 'delimiter' | 'sheet' | 'layers' | 'crs' | 'headerRow' | 'owner'
>;

export interface Table {
  readonly file: UploadedFile;
  readonly choices: TableChoices;
  readonly isReading: boolean;
  readonly sheet: ImportSheet | undefined;
  readonly failure: ReadFailure | undefined;
  readonly read: (choices: TableChoices) => void;
  readonly again: () => void;
  readonly choose: (file: File) => void;
  readonly forget: () => void;
}

const AS_READ: TableChoices = {};

interface TableOptions extends Pick<TableParam, 'kind' | 'upload'> {
  /** Language of the captions. */
  readonly language: string;
  /** Owner of the records until the person chooses one. */
  readonly owner: ItemId | undefined;
}

/** Reads nothing before a kind and a file are chosen. A component that calls it is an observer. */
export const useTable = ({ kind, upload, language, owner }: TableOptions): Table => {
  const { connection } = useClient();
  const file = useUploadedFile(upload);
  const [chosen, setChosen] = useState(AS_READ);
  const choices = { owner, ...chosen };
  const { key, state } = file;
  const isReady = key !== undefined && state === 'done' && kind !== undefined;
  const of = JSON.stringify({ upload: key, kind, language, ...choices });
  const question = useMemo(
    () =>
      // The file stays the same, and what the person mapped must not be lost when the connection is back.
      isReady
        ? { of, ask: askedOnce(() => connection.send('act/readSheet', JSON.parse(of) as SheetInput)) }
        : undefined,
    [connection, isReady, of],
  );
  const { answer: sheet, failure, loading, again } = useServerData(question);
  return {
    ...{ file, choices, sheet, isReading: loading },
    failure: failure === undefined ? undefined : readFailureOf(failure),
    read: setChosen,
    again: () => void again(),
    choose: (picked) => {
      setChosen(AS_READ);
      file.choose(picked);
    },
    forget: () => {
      setChosen(AS_READ);
      file.forget();
    },
  };
};
