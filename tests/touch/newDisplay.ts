// Adds the display `SHEETS` with a member of its own and a preference, and uses it in the toy world.

import type { TouchRow } from 'tests/touch/TouchRow.ts';

const FOLDER = 'src/client/displays/sheets';

const declaration = {
  $schema: '../../../../schemas/meta/display.schema.json',
  ...{ position: 9, icon: 'grid-view', viewMember: 'sheet' },
  parameters: ['sheet'],
  preferences: { 'sheets.wide': { type: ['boolean', 'null'] } },
  needs: { heading: { fits: 'any', as: 'a heading', unrestricted: true } },
  declares: {
    type: 'object',
    properties: { heading: { $ref: '/schemas/meta/view#/$defs/path' } },
    required: ['heading'],
    additionalProperties: false,
  },
};

const FILES: Readonly<Record<string, string>> = {
  'declaration.json': `${JSON.stringify(declaration, undefined, 2)}\n`,
  'sheetsMode.ts': `import type { DisplayParts } from 'src/client/displays/Display.ts';
import { SheetsDisplay } from 'src/client/displays/sheets/SheetsDisplay.tsx';

export const display: DisplayParts = { mode: 'SHEETS', component: SheetsDisplay };
`,
  'sheetsPrint.ts': `import type { DisplayPrint } from 'src/client/displays/Display.ts';
import { PrintList } from 'src/client/displays/PrintList.tsx';

export const print: DisplayPrint = { mode: 'SHEETS', rows: PrintList };
`,
  'SheetsDisplay.tsx': `import { observer } from 'mobx-react-lite';
import type { DisplayProps } from 'src/client/displays/Display.ts';
import { withParameter } from 'src/model/listing/listingState.ts';

export const SheetsDisplay = observer(({ store, change }: DisplayProps) => (
  <section aria-label={store.plan.types.map(({ view }) => view.sheet?.heading).join()}>
    <button type="button" onClick={() => change(withParameter(store.state, 'sheet', 'wide'))}>{store.ids.join()}</button>
  </section>
));
`,
};

export const newDisplay: TouchRow = {
  title: 'a display',
  allowed: [`${FOLDER}/`],
  // The mode is a value of saved searches.
  outputs: ['src/generated/openapi.json'],
  add: ({ write }) => {
    for (const [name, text] of Object.entries(FILES)) write(`${FOLDER}/${name}`, text);
  },
  use: ({ replace }) =>
    replace(
      'tests/toy/schemas/library/Shelf.view.json',
      '"displays": {',
      '"displays": { "SHEETS": { "heading": "name" },',
    ),
  check: ({ read }) => {
    for (const [path, text] of [
      ['tests/toy/generated/registry.server.ts', '"sheet":{"heading":"name"}'],
      ['src/generated/messages.en.json', '"displays.SHEETS": "Sheets"'],
      ['src/model/generated/endpoints.ts', "'sheets.wide'"],
    ] as const)
      if (!read(path).includes(text)) throw new Error(`${path} does not have ${text}.`);
  },
};
