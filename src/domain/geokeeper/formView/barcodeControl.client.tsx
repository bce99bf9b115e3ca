// The control of barcodes: read from a photo where the browser can, and typed everywhere.

import { useState } from 'react';
import { useMessages } from 'src/client/extend.ts';
import { PickFile } from 'src/domain/geokeeper/formView/fileControls.client.tsx';
import type { AnswerControlProps } from 'src/domain/geokeeper/formView/formViewContext.client.ts';
import { TextControl } from 'src/domain/geokeeper/formView/textControls.client.tsx';

/** The part of the Barcode Detection API that is used. TypeScript does not declare it. */
interface Detector {
  readonly detect: (image: ImageBitmap) => Promise<readonly { readonly rawValue: string }[]>;
}

declare global {
  interface Window {
    readonly BarcodeDetector?: new () => Detector;
  }
}

export const BarcodeControl = (props: AnswerControlProps) => {
  const messages = useMessages();
  const [isUnread, setUnread] = useState(false);
  const { BarcodeDetector } = window;
  const read = async (file: File): Promise<void> => {
    if (!BarcodeDetector) return;
    try {
      const [code] = await new BarcodeDetector().detect(await createImageBitmap(file));
      setUnread(code === undefined);
      if (code) props.set(code.rawValue);
    } catch {
      setUnread(true);
    }
  };
  return (
    <>
      <TextControl {...props} />
      {BarcodeDetector && !props.node.readOnly && (
        <PickFile
          id={`${props.id}/camera`}
          icon="camera"
          message="fieldForms.scan"
          accept="image/*"
          capture="environment"
          disabled={false}
          describedBy={props.describedBy}
          take={(file) => void read(file)}
        />
      )}
      {isUnread && <p role="alert">{messages.format('fieldForms.noBarcode')}</p>}
    </>
  );
};
