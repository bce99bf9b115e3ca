// Takes a picture with the camera of this device. Loaded on demand. The camera is switched off when the dialog is closed.

import { useEffect, useRef, useState } from 'react';
import { Button } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface CameraDialogProps {
  readonly onPicture: (picture: File) => void;
  readonly onClose: () => void;
}

/** Shows the camera in the element. Returns undefined while permission is pending, and false when the camera cannot be used. */
const useCamera = () => {
  const video = useRef<HTMLVideoElement>(null);
  const [works, setWorks] = useState<boolean>();
  useEffect(() => {
    let stream: MediaStream | undefined;
    let wanted = true;
    const stop = (): void => stream?.getTracks().forEach((track) => track.stop());
    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1920 } } })
      .then(async (opened) => {
        stream = opened;
        if (!wanted) return stop();
        const { current } = video;
        if (current) {
          current.srcObject = opened;
          await current.play();
        }
        setWorks(true);
      })
      .catch(() => setWorks(false));
    return () => {
      wanted = false;
      stop();
    };
  }, []);
  return { video, works };
};

export const CameraDialog = ({ onPicture, onClose }: CameraDialogProps) => {
  const messages = useMessages();
  const { video, works } = useCamera();
  const capture = (): void => {
    const { current } = video;
    if (!current) return;
    const canvas = document.createElement('canvas');
    canvas.width = current.videoWidth;
    canvas.height = current.videoHeight;
    canvas.getContext('2d')?.drawImage(current, 0, 0);
    canvas.toBlob((picture) => {
      const date = messages.intl.formatDate(new Date(), { dateStyle: 'short', timeStyle: 'medium' });
      const name = messages.format('forms.upload.captured', { date }).replaceAll(/[/\\:]/g, '-');
      if (picture) onPicture(new File([picture], `${name}.jpg`, { type: 'image/jpeg' }));
    }, 'image/jpeg');
  };
  const foot = (
    <>
      <Button onClick={onClose}>{messages.format('app.cancel')}</Button>
      <Button variant="solid" intent="primary" icon="camera" disabled={works !== true} onClick={capture}>
        {messages.format('forms.upload.camera')}
      </Button>
    </>
  );
  return (
    <Dialog open title={messages.format('forms.upload.camera')} onClose={onClose} footer={foot}>
      {works === false && <Band tone="danger">{messages.format('forms.upload.cameraAllowed')}</Band>}
      <video ref={video} className="kf-camera" muted playsInline hidden={works === false} />
    </Dialog>
  );
};
