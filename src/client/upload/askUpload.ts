// Asks the server how much of a file it has. Called by UploadStore after a reload. Not part of the first page.

import type { Environment } from 'src/client/connection/environment.ts';

export interface UploadOnServer {
  readonly whole: boolean;
  /** Bytes. */
  readonly sent: number;
  /** Undefined when the server does not know the file. */
  readonly size: number | undefined;
  readonly name: string | undefined;
  readonly fingerprint: string | undefined;
}

/** Thrown when the server does not say how much it has. */
export class UploadStatusError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`${status}`);
    this.name = 'UploadStatusError';
    this.status = status;
  }
}

/** Returns a value of `Upload-Metadata` as the server returns it. */
const metadataIn = (metadata: string | null, name: 'filename' | 'fingerprint'): string | undefined => {
  const [, encoded] = new RegExp(`(?:^|,)${name} ([\\w+/=]+)`).exec(metadata ?? '') ?? [];
  if (encoded === undefined) return undefined;
  return new TextDecoder().decode(Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0)));
};

/** Throws when the server does not answer. */
export const askUpload = async (
  fetch: Environment['fetch'],
  key: string,
  token: string | undefined,
): Promise<UploadOnServer> => {
  const headers = { authorization: `Bearer ${token ?? ''}`, 'tus-resumable': '1.0.0' };
  const { status, ok, headers: said } = await fetch(`/api/upload/${key}`, { method: 'HEAD', headers });
  if (!ok && status !== 404) throw new UploadStatusError(status);
  const [sent = 0, size] = ['upload-offset', 'upload-length'].map((name) => Number(said.get(name) ?? NaN));
  const metadata = said.get('upload-metadata');
  return {
    whole: ok && sent === size,
    sent: ok ? sent : 0,
    size: ok ? size : undefined,
    name: metadataIn(metadata, 'filename'),
    fingerprint: metadataIn(metadata, 'fingerprint'),
  };
};
