// A source of rows that are not stored, for tests of single formats.

import type { ExportRow, ExportSource } from 'src/server/exchange/exportSource.ts';

type ExampleRow = Pick<ExportRow, 'item' | 'cells' | 'geometry'> & Partial<Pick<ExportRow, 'values'>>;

interface Example extends Partial<ExportSource> {
  readonly rows: readonly ExampleRow[];
}

export const exampleSource = ({ rows, ...source }: Example): ExportSource => ({
  ...{ title: 'Places', columns: [], origin: 'https://keeper.example.org', language: 'en' },
  ...{ now: new Date('2025-03-14T09:30:00Z'), forEditing: true },
  mappingOf: () => ({}),
  text: (message) => message,
  files: { of: () => Promise.resolve(new Map()), open: () => Promise.resolve({ leftOut: 'gone' }) },
  scratchFolder: () => Promise.reject(new Error('no folder')),
  async *pages(places) {
    const all = rows.map((row, at): ExportRow => ({ values: () => [], ...row, at }));
    yield await Promise.resolve(all.filter(({ at }) => places?.includes(at) ?? true));
  },
  ...source,
});

/** Returns the whole file. */
export const wholeFile = async (parts: AsyncIterable<string | Uint8Array>): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const part of parts) chunks.push(Buffer.from(part));
  return Buffer.concat(chunks);
};
