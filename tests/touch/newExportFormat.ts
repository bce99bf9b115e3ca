// Adds the export format `tsv`, a table with tabs between its cells.

import type { TouchRow } from 'tests/touch/TouchRow.ts';

const FILE = 'src/server/exchange/formats/tables/tsvFormat.ts';

export const newExportFormat: TouchRow = {
  title: 'an export format',
  allowed: [FILE],
  outputs: ['src/generated/openapi.json'],
  add: ({ write }) =>
    write(
      FILE,
      `import type { ExportFormat } from 'src/server/exchange/ExportFormat.ts';
import { captionsOf } from 'src/server/exchange/exportSource.ts';

export const tsvFormat: ExportFormat = {
  media: 'text/tab-separated-values; charset=utf-8',
  async *write(source) {
    yield \`\${captionsOf(source).join('\\t')}\\n\`;
    for await (const rows of source.pages()) yield rows.map(({ cells }) => \`\${cells.join('\\t')}\\n\`).join('');
  },
};
`,
    ),
  // Nothing has to be written to offer the format.
  use: () => undefined,
  check: ({ read }) => {
    for (const [path, text] of [
      ['src/model/generated/wire.ts', "'tsv'"],
      ['src/model/generated/exportFormats.ts', "tsv: 'tables'"],
      ['src/generated/messages.en.json', '"export.formats.tsv"'],
    ] as const)
      if (!read(path).includes(text)) throw new Error(`${path} does not have the new format.`);
  },
};
