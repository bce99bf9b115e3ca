// Requests an export, reads it as a stream and saves it as a download. An incomplete file is not saved.

import { ClientProblem } from 'src/client/connection/ClientProblem.ts';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import { keepFile } from 'src/client/exchange/keepFile.ts';
import type { ExportRequest } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';

interface Taking {
  readonly onBytes: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/** The exact name of RFC 8187. */
const nameIn = (disposition: string | null): string | undefined => {
  const name = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
};

/** The request carries the signal too, so a raised one ends the reading at once. */
const receivedBlob = async (answer: Response, { onBytes, signal }: Taking): Promise<Blob> => {
  const reader = answer.body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      parts.push(part.value);
      onBytes((bytes += part.value.length));
    }
  } catch {
    signal.throwIfAborted();
    throw new ClientProblem('generalFailure', 'export.broken');
  }
  signal.throwIfAborted();
  return new Blob(parts, { type: answer.headers.get('content-type') ?? '' });
};

/** The name of the kept file. Rejects with a Problem, or with the signal's reason. */
export const saveExport = async (
  connection: Pick<ServerConnection, 'postForFile'>,
  request: ExportRequest,
  taking: Taking,
): Promise<string> => {
  taking.signal.throwIfAborted();
  const answer = await connection.postForFile('/api/export', request as Json, taking.signal);
  const name = nameIn(answer.headers.get('content-disposition')) ?? `export.${request.format}`;
  keepFile(await receivedBlob(answer, taking), name);
  return name;
};
