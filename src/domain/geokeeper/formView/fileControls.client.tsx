// Controls for answers that are files: photos from the camera, recordings, and any other files.

import { useEffect, useRef, useState } from 'react';
import { Button, useMessages } from 'src/client/extend.ts';
import { looksLike } from 'src/domain/geokeeper/formView/formLabels.ts';
import { type AnswerControlProps, useFormView } from 'src/domain/geokeeper/formView/formViewContext.client.ts';
import { useFileUrl, useStoredFile } from 'src/domain/geokeeper/formView/useAnswerFile.client.ts';
import type { QuestionType } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

const ACCEPTED: Partial<Record<QuestionType, string>> = { photo: 'image/*', audio: 'audio/*', video: 'video/*' };

export const FilePreview = ({ name, type }: { readonly name: string; readonly type: QuestionType }) => {
  const url = useFileUrl(name);
  if (url === undefined) return <p className="kf-hint">{name}</p>;
  if (type === 'audio') {
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a recording of the person has no captions
    return <audio className="kf-recording" src={url} controls aria-label={name} />;
  }
  if (type === 'video') {
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a recording of the person has no captions
    return <video className="kf-picture" src={url} controls aria-label={name} />;
  }
  if (type === 'file') {
    return (
      <a href={url} download={name}>
        {name}
      </a>
    );
  }
  return <img className="kf-picture" src={url} alt={name} />;
};

interface PickProps {
  readonly id: string;
  readonly message: string;
  readonly icon: string;
  readonly accept: string | undefined;
  readonly capture?: 'environment' | 'user';
  readonly disabled: boolean;
  readonly describedBy: string | undefined;
  readonly take: (file: File) => void;
}

/** A button that opens the camera or the files of the device. */
export const PickFile = ({ id, message, icon, accept, capture, disabled, describedBy, take }: PickProps) => {
  const messages = useMessages();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        {...{ accept, capture, disabled }}
        data-picks={id}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same photo can be chosen again after it was removed.
          target.value = '';
          if (file) take(file);
        }}
      />
      <Button
        id={id}
        icon={icon}
        disabled={disabled}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        {messages.format(message)}
      </Button>
    </>
  );
};

const canRecord = (): boolean =>
  typeof MediaRecorder === 'function' &&
  (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia !== undefined;

interface RecordProps {
  readonly disabled: boolean;
  readonly take: (blob: Blob, name: string) => void;
}

const RecordSound = ({ disabled, take }: RecordProps) => {
  const messages = useMessages();
  const [recorder, setRecorder] = useState<MediaRecorder>();
  const [failed, setFailed] = useState(false);
  // A recording that runs when the question disappears is stopped, which stores it.
  useEffect(
    () => () => {
      if (recorder?.state === 'recording') recorder.stop();
    },
    [recorder],
  );
  const start = async (): Promise<void> => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const begun = new MediaRecorder(stream);
      const parts: Blob[] = [];
      begun.ondataavailable = ({ data }) => parts.push(data);
      begun.onstop = () => {
        stream.getTracks().forEach((track) => track.stop());
        const type = begun.mimeType.split(';')[0] ?? 'audio/webm';
        take(new Blob(parts, { type }), `recording.${type.split('/')[1] ?? 'webm'}`);
        setRecorder(undefined);
      };
      begun.start(1_000);
      setFailed(false);
      setRecorder(begun);
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      <Button
        icon={recorder ? 'stop' : 'record'}
        intent={recorder ? 'danger' : undefined}
        disabled={disabled}
        onClick={() => (recorder ? recorder.stop() : void start())}
      >
        {messages.format(recorder ? 'fieldForms.stopRecording' : 'fieldForms.record')}
      </Button>
      {failed && <p role="alert">{messages.format('fieldForms.noMicrophone')}</p>}
    </>
  );
};

const CAMERA_MESSAGES: Partial<Record<QuestionType, string>> = {
  photo: 'fieldForms.takePhoto',
  video: 'fieldForms.takeVideo',
};

export const FileControl = ({ node, id, labelId, describedBy, set }: AnswerControlProps) => {
  const { files } = useFormView();
  const messages = useMessages();
  const { name, type, appearance } = node.question;
  const { isBusy, failure, store } = useStoredFile(name, set);
  const disabled = node.readOnly || isBusy || !files;
  const stored = typeof node.value === 'string' ? node.value : undefined;
  const camera = CAMERA_MESSAGES[type];
  const take = (file: File): void => store(file, file.name);
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={describedBy} className="kf-file">
      {stored !== undefined && <FilePreview name={stored} type={type} />}
      {!node.readOnly && (
        <div className="kf-row">
          {camera !== undefined && (
            <PickFile
              {...{ id, disabled, take, describedBy }}
              icon={type === 'photo' ? 'camera' : 'video'}
              message={stored === undefined ? camera : `${camera}Again`}
              accept={ACCEPTED[type]}
              capture={looksLike(appearance, 'new-front') ? 'user' : 'environment'}
            />
          )}
          {type === 'audio' && canRecord() && <RecordSound disabled={disabled} take={store} />}
          {!looksLike(appearance, 'new') && (
            <PickFile
              {...{ disabled, take, describedBy }}
              id={camera === undefined ? id : `${id}/file`}
              icon="document"
              message="fieldForms.chooseFile"
              accept={ACCEPTED[type]}
            />
          )}
          {stored !== undefined && (
            <Button variant="minimal" icon="cross" onClick={() => set(undefined)}>
              {messages.format('fieldForms.removeFile')}
            </Button>
          )}
        </div>
      )}
      {!files && !node.readOnly && <p className="kf-hint">{messages.format('fieldForms.noFiles')}</p>}
      {failure !== undefined && <p role="alert">{messages.format(failure)}</p>}
    </div>
  );
};
