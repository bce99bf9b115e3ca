// Stores the files of an answer and finds the address of a stored file.

import { useEffect, useState } from 'react';
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
  readonly failed: boolean;
  readonly store: (blob: Blob, name: string) => void;
}

/** Stores a file and hands over its name. A failure leaves the answer as it is. */
export const useStoredFile = (question: string, take: (name: string) => void): FileStoring => {
  const { files } = useFormView();
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const store = (blob: Blob, name: string): void => {
    if (!files) return setFailed(true);
    setBusy(true);
    setFailed(false);
    files
      .add(question, blob, name)
      .then(take, () => setFailed(true))
      .finally(() => setBusy(false));
  };
  return { isBusy, failed, store };
};
