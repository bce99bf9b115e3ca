// Archive sheets that are checked, imported and undone over HTTP, by the bench and the drill of imports.

import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { askWith } from 'tests/e2e/harness/askAs.ts';

export interface SheetSite {
  readonly url: string;
  readonly token: string;
  /** Organisation that the records belong to. */
  readonly owner: string;
}

export interface TimedImport {
  readonly milliseconds: number;
  readonly outcome: Readonly<Record<string, Json>>;
}

const POLLED_MS = 100;
const [NO_TITLE, NO_DATE] = [20, 33];

/** Rows of a catalogue, some of which are refused: without a title, or with a date that does not exist. */
export const archiveSheet = (rows: number, mark: string): string => {
  const line = (_: unknown, at: number): string => {
    const title = at % NO_TITLE === 7 ? '' : `Record ${at} of the ${mark} register`;
    const date = at % NO_DATE === 9 ? '31 February 1931' : `${(at % 28) + 1} May ${1900 + (at % 100)}`;
    const more = `"Letters, maps and minutes of meeting ${at % 400}",tides;moon;harbour ${at % 50},Author ${at % 300}`;
    return `${title},${mark}-${at},${date},${more}`;
  };
  return ['Title,Call number,Date,Description,Keywords,Creator', ...Array.from({ length: rows }, line)].join('\n');
};

/** Sends the table in one piece and returns the key of the upload. */
export const uploadSheet = async ({ url, token }: SheetSite, content: string): Promise<string> => {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const bytes = Buffer.from(content);
  const metadata = `filename ${Buffer.from('register.csv').toString('base64')}`;
  const made = await fetch(`${url}/api/upload`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  });
  const place = new URL(made.headers.get('location') ?? '', url);
  const patch = { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const { status } = await fetch(place, { method: 'PATCH', headers: patch, body: bytes });
  if (status !== 204) throw new Error(`the upload answered ${status}`);
  return place.pathname.split('/').at(-1) ?? '';
};

/** Runs a task of an import to its end. */
const timedTask = async ({ url, token }: SheetSite, action: string, body: Json): Promise<TimedImport> => {
  const ask = (o: string, b: Json) => askWith(url, token, [o, b]);
  const began = performance.now();
  const { key = null } = await ask(`act/${action}/async`, body);
  for (;;) {
    await pause(POLLED_MS);
    const { ids } = await ask('search/ids', { must: { _t: ['Task'], key: [key] } });
    const [id] = ids as readonly string[];
    const { state, error = null } = id === undefined ? { state: 'WAITING' } : await ask(`read/${id}`, null);
    if (state === 'FAILED' || state === 'STOPPED') throw new Error(`${action} ended: ${JSON.stringify(error)}`);
    if (state === 'DONE') break;
  }
  const milliseconds = performance.now() - began;
  return { milliseconds, outcome: await ask('act/importOutcome', { taskKey: key }) };
};

const targetOf = (id: string): Json => {
  const { type: _t, number: _i } = parseItemId(id);
  return { _t, _i };
};

export const timedImports = async (
  site: SheetSite,
  content: string,
  kind: Readonly<Record<string, Json>> = { kind: 'ARC_CSV', owner: site.owner },
) => {
  const upload = await uploadSheet(site, content);
  // An invitation belongs to the import, not to the reading of its table.
  const { invite: _, ...read } = kind;
  const { mapping = null } = await askWith(site.url, site.token, ['act/readSheet', { upload, ...read }]);
  const body = { upload, ...kind, columns: mapping };
  return {
    check: () => timedTask(site, 'checkImport', body),
    run: () => timedTask(site, 'runImport', body),
    undo: ({ outcome }: TimedImport) => timedTask(site, 'undoImport', targetOf(String(outcome['import']))),
  };
};

/** Returns the site of the sample community's staff. */
export const sheetSite = async (url: string, token: string): Promise<SheetSite> => {
  const { owner } = await askWith(url, token, ['read/ArchiveEntry-9', null]);
  return { url, token, owner: String(owner) };
};
