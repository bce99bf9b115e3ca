// Stores the files of an answer and finds the address of a stored file.

import { useEffect, useState } from 'react';
import { FileRefusedError } from 'src/domain/geokeeper/formView/FileSource.client.ts';
import { useFormView } from 'src/domain/geokeeper/formView/formViewContext.client.ts';

/** Returns the address of a stored file; undefined while it is not known. */
export const useFileUrl = (name: string | undefined): string | undefined => {
  const { files } = useFormView();
  const [found, setFound] = useState<{ readonly name: string; readonly url: string }>();
  useEffect(() => {
    if (name === undefined || !files) return;
    let isWanted = true;
    files.urlOf(name).then(
      (url) => isWanted && setFound({ name, url }),
      () => isWanted && setFound(undefined),
    );
    return () => {
      isWanted = false;
    };
  }, [files, name]);
  return found !== undefined && found.name === name ? found.url : undefined;
};

interface FileStoring {
  readonly isBusy: boolean;
  /** Message id of the reason for which the last file was not stored. */
  readonly failure: string | undefined;
  readonly store: (blob: Blob, name: string) => void;
}

/** Stores a file and hands over its name. A failure leaves the answer as it is. */
export const useStoredFile = (question: string, take: (name: string) => void): FileStoring => {
  const { files } = useFormView();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const store = (blob: Blob, name: string): void => {
    if (!files) return setFailure('fieldForms.notStored');
    setBusy(true);
    setFailure(undefined);
    files
      .add(question, blob, name)
      .then(take, (thrown: unknown) =>
        setFailure(thrown instanceof FileRefusedError ? thrown.messageId : 'fieldForms.notStored'),
      )
      .finally(() => setBusy(false));
  };
  return { isBusy, failure, store };
};
