// Sends files by tus with Uppy: in parts, three at a time, with retries after growing delays. Loaded by UploadStore when the first file is
// chosen. Not part of the first page.

import Uppy from '@uppy/core';
import Tus from '@uppy/tus';
import type { FileSender, SenderOptions } from 'src/client/upload/UploadStore.ts';

/** A part takes about 16 s at 1 Mbit/s. At most one part is sent twice. */
const UPLOAD_PART_BYTES = 2 * 1_048_576;
const PARALLEL_UPLOADS = 3;
/** Covers more than a minute without network. After that, the store starts again when the network returns. */
const RETRY_DELAYS_MS = [500, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000];

const logNothing = (): void => {};
const SILENT_LOGGER = { debug: logNothing, warn: logNothing, error: logNothing };

type Meta = { key: string; filename: string; filetype: string; fingerprint: string };

export const createFileSender = ({ token, onProgress, onDone, onFailed }: SenderOptions): FileSender => {
  const uppy = new Uppy<Meta, Record<string, never>>({ logger: SILENT_LOGGER });
  uppy.use(Tus, {
    endpoint: new URL('/api/upload', window.location.href).href,
    chunkSize: UPLOAD_PART_BYTES,
    limit: PARALLEL_UPLOADS,
    retryDelays: RETRY_DELAYS_MS,
    // Drafts remember pending uploads, not the browser.
    storeFingerprintForResuming: false,
    allowedMetaFields: ['key', 'filename', 'filetype', 'fingerprint'],
    onBeforeRequest: (request) => request.setHeader('Authorization', `Bearer ${token() ?? ''}`),
  });
  uppy.on('upload-progress', (file, { bytesUploaded }) => {
    if (file) onProgress(file.meta.key, bytesUploaded);
  });
  uppy.on('upload-success', (file) => {
    if (!file) return;
    // During this event, removing the file would also remove it from the server.
    queueMicrotask(() => uppy.removeFile(file.id));
    onDone(file.meta.key);
  });
  uppy.on('upload-error', (file, _error, response) => {
    if (!file) return;
    uppy.removeFile(file.id);
    onFailed(file.meta.key, response?.status);
  });
  const idOf = (key: string): string | undefined => uppy.getFiles().find(({ meta }) => meta.key === key)?.id;
  return {
    send({ key, file, begun, fingerprint = 'none' }) {
      const id = uppy.addFile({
        name: file.name,
        type: file.type,
        data: file,
        // The path makes each one a separate file, even when the same file is chosen twice.
        meta: { key, filename: file.name, filetype: file.type, fingerprint, relativePath: key } as Meta,
      });
      if (begun)
        uppy.setFileState(id, { tus: { uploadUrl: new URL(`/api/upload/${key}`, window.location.href).href } });
      uppy.upload().catch(logNothing); // failures are reported per file
    },
    stop(key) {
      const id = idOf(key);
      if (id !== undefined) uppy.removeFile(id);
    },
    end: () => uppy.pauseAll(),
  };
};
