// Creates a record with files over HTTP, for tests of steps after the upload. Called by tests of viewers and of large files.

/** Runs one operation and throws if it is refused. */
const askServer = async (
  serverUrl: string,
  token: string,
  o: string,
  b: unknown = null,
): Promise<Record<string, unknown>> => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${serverUrl}/api/item`, { method: 'POST', headers, body: JSON.stringify({ o, b }) });
  const { b: said, erred } = (await answer.json()) as { b: Record<string, unknown>; erred?: boolean };
  if (erred) throw new Error(`${o} answered ${JSON.stringify(said)}`);
  return said;
};

/** Uploads a file in one part. Returns the value for a property with files. */
export const uploadFile = async (serverUrl: string, token: string, name: string, content: Buffer): Promise<string> => {
  const answer = await fetch(`${serverUrl}/api/upload`, {
    method: 'POST',
    headers: {
      ...{ 'tus-resumable': '1.0.0', authorization: `Bearer ${token}`, 'upload-length': String(content.length) },
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(content),
  });
  if (answer.status !== 201) throw new Error(`an upload answered ${answer.status}`);
  return `upload:${answer.headers.get('location')?.split('/').at(-1) ?? ''}`;
};

export interface Attached {
  readonly record: string;
  readonly files: readonly { readonly id: string; readonly fileID: string }[];
}

/** Creates a record with existing uploads. `values` are the results of those uploads. */
export const attachUploads = async (serverUrl: string, token: string, values: readonly string[]): Promise<Attached> => {
  const ask = (o: string, b?: unknown) => askServer(serverUrl, token, o, b);
  const { owner } = await ask('read/ArchiveEntry-9');
  const made = await ask('create/ArchiveEntry', { owner, title: 'Files of a test', attachments: values });
  const ids = made['attachments'] as string[];
  const files = await Promise.all(ids.map(async (id) => ({ id, fileID: String((await ask(`read/${id}`))['fileID']) })));
  return { record: String(made['$id']), files };
};

export const attachFiles = async (
  serverUrl: string,
  token: string,
  contents: Readonly<Record<string, Buffer>>,
): Promise<Attached> => {
  const values: string[] = [];
  for (const [name, content] of Object.entries(contents))
    values.push(await uploadFile(serverUrl, token, name, content));
  return await attachUploads(serverUrl, token, values);
};
