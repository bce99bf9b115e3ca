// Saves a form as an XLSForm.

import { useEffect } from 'react';
import { keepFile, useClient, type ActionDialogProps } from 'src/client/extend.ts';
import 'src/domain/geokeeper/pageMessages/xlsFormMessages.client.ts';

const xlsBytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0);

/** Saves the file when it is shown, and closes. */
export const XlsFormExport = ({ item: { _t, _i }, close }: ActionDialogProps) => {
  const { alerts, connection } = useClient();
  useEffect(() => {
    let isGone = false;
    const save = async (): Promise<void> => {
      try {
        const { name, type, content } = await connection.send('act/exportXlsForm', { _t, _i });
        if (!isGone) keepFile(new Blob([xlsBytesOf(content)], { type }), name);
      } catch (error) {
        if (!isGone) alerts.error(error);
      }
      if (!isGone) close();
    };
    void save();
    return () => {
      isGone = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- runs once; the parent makes another `close` at each render
  }, [alerts, connection, _t, _i]);
  return null;
};
