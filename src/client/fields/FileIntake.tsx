// Input for files: chosen, dropped, pasted, or taken with the camera. Files that cannot be attached are reported at
// once; the server checks their content again.

import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useFileChoice } from 'src/client/fields/useFileChoice.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useMedia } from 'src/client/ui/useMedia.ts';
import { useClient } from 'src/client/useClient.ts';
import { contentFitsName, isEndingAccepted } from 'src/model/item/fileFits.ts';
import { mediaKind } from 'src/model/item/mediaKind.ts';
import type { FilesRule, Property } from 'src/model/schema/Property.ts';

const CameraDialog = lazy(() =>
  import('src/client/upload/CameraDialog.tsx').then((module) => ({ default: module.CameraDialog })),
);

const BYTES_PER_MEGABYTE = 1_000_000;

const ACCEPTED_OF_KIND = {
  IMAGE: 'image/*',
  AUDIO: 'audio/*',
  VIDEO: 'video/*',
  DOCUMENT: '.pdf,.txt,.csv,.rtf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.odt,.ods,.odp',
} as const;

const acceptOf = ({ accept, kinds }: FilesRule): string | undefined =>
  accept?.map((ending) => `.${ending}`).join(',') ??
  (kinds && !kinds.includes('OTHER')
    ? kinds.map((kind) => ACCEPTED_OF_KIND[kind as keyof typeof ACCEPTED_OF_KIND]).join(',')
    : undefined);

/** Extension of the pictures that the camera takes. */
const CAMERA_ENDING = 'jpg';

const takesPictures = ({ accept, kinds }: FilesRule): boolean =>
  (kinds === undefined || kinds.includes('IMAGE')) && (accept === undefined || accept.includes(CAMERA_ENDING));

/** Checks the signature of the content; text files have none. The server checks files that the browser cannot read. */
const isAsNamed = async (file: File): Promise<boolean> => {
  const { MEDIA_TYPE_BYTES, signOf } = await import('src/model/item/fileSigns.ts');
  const head = await file.slice(0, MEDIA_TYPE_BYTES).arrayBuffer();
  return contentFitsName(file.name, signOf(new Uint8Array(head)) ?? 'text/plain');
};

const carriesFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') === true;

/** Takes files that are dropped on the field or on an element with the class `kf-drop`, or pasted while the focus is in it. */
const useArrivals = (onFiles: (files: readonly File[]) => void) => {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(onFiles);
  const [over, setOver] = useState(false);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const field = place.current?.closest<HTMLElement>('.kf-drop') ?? place.current?.closest<HTMLElement>('.kf-field');
    if (!field) return undefined;
    const stop = new AbortController();
    const listen = <K extends keyof HTMLElementEventMap>(type: K, handle: (event: HTMLElementEventMap[K]) => void) =>
      field.addEventListener(type, handle, { signal: stop.signal });
    const take = (event: Event, data: DataTransfer | null): void => {
      // An inner element has taken them.
      if (!carriesFiles(data) || event.defaultPrevented) return;
      event.preventDefault();
      setOver(false);
      latest.current([...(data?.files ?? [])]);
    };
    listen('dragover', (event) => {
      if (!carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    });
    listen('dragleave', () => setOver(false));
    listen('drop', (event) => take(event, event.dataTransfer));
    listen('paste', (event) => take(event, event.clipboardData));
    return () => stop.abort();
  }, []);
  return { place, over };
};

interface FileIntakeProps {
  readonly property: Property;
  /** Number of files that may still be added. */
  readonly left: number;
  readonly most: number;
  /** True if a new file replaces the existing one. */
  readonly instead: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

export const FileIntake = ({ property, left, most, instead, onFiles }: FileIntakeProps) => {
  const { alerts } = useClient();
  const messages = useMessages();
  const { accept, kinds, maxSize } = property.files ?? {};
  const [camera, setCamera] = useState(false);
  const refusal = ({ name, type, size }: File): boolean => {
    const wrongKind = type !== '' && kinds !== undefined && !kinds.includes(mediaKind(type));
    const tooLarge = maxSize !== undefined && size > maxSize;
    const wrongEnding = !isEndingAccepted(name, accept);
    if (wrongEnding) alerts.warn('forms.upload.ending', { name });
    else if (wrongKind) alerts.warn('forms.upload.kind', { name });
    else if (tooLarge) alerts.warn('forms.upload.size', { name, megabytes: maxSize / BYTES_PER_MEGABYTE });
    return wrongEnding || wrongKind || tooLarge;
  };
  const keep = (fitting: readonly File[]): void => {
    if (fitting.length > left) alerts.warn('forms.upload.most', { count: most });
    if (fitting.length > 0 && left > 0) onFiles(fitting.slice(0, left));
  };
  // Reports each file whose content does not match its name; accepts all others.
  const looked = async (files: readonly File[]): Promise<void> => {
    const fit = await Promise.all(files.map((file) => isAsNamed(file).catch(() => true)));
    for (const [at, { name }] of files.entries())
      if (fit[at] === false) alerts.warn('forms.upload.notAsNamed', { name });
    latestKeep.current(files.filter((_, at) => fit[at] !== false));
  };
  const latestKeep = useRef(keep);
  useEffect(() => {
    latestKeep.current = keep;
  });
  const take = (files: readonly File[]): void => {
    const fitting = files.filter((file) => !refusal(file));
    if (accept) void looked(fitting);
    else keep(fitting);
  };
  const choice = useFileChoice({ accept: acceptOf(property.files ?? {}), multiple: left > 1, onFiles: take });
  const { place, over } = useArrivals(take);
  const pictures = kinds?.every((kind) => kind === 'IMAGE') === true;
  const isTouched = useMedia('(pointer: coarse)');
  const hasCamera =
    takesPictures(property.files ?? {}) &&
    (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia !== undefined;
  return (
    <div ref={place} className={over ? 'kf-intake kf-intake-over' : 'kf-intake'} hidden={left <= 0}>
      <Button icon={pictures ? 'media' : 'paperclip'} onClick={choice.open}>
        {messages.format(`forms.upload.${instead ? 'instead' : pictures && most === 1 ? 'attachPicture' : 'attach'}`)}
      </Button>
      {hasCamera && (
        <Button icon="camera" onClick={() => setCamera(true)}>
          {messages.format('forms.upload.camera')}
        </Button>
      )}
      {!isTouched && <span className="kf-help">{messages.format('forms.upload.hint')}</span>}
      {choice.input}
      {camera && (
        <Suspense>
          <CameraDialog
            onPicture={(picture) => {
              setCamera(false);
              take([picture]);
            }}
            onClose={() => setCamera(false)}
          />
        </Suspense>
      )}
    </div>
  );
};
