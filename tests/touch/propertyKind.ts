// Adds the property kind `duration`, an ISO 8601 duration such as `PT2H30M`, and a property of it in the toy world.

import type { TouchRow } from 'tests/touch/TouchRow.ts';

const MODEL = 'src/model/kinds/duration';
const CLIENT = 'src/client/kinds/duration';

const FILES: Readonly<Record<string, string>> = {
  [`${MODEL}/durationKind.ts`]: `// A duration, \`PT2H30M\`.

import { wordedKind, type Kind } from 'src/model/kinds/Kind.ts';

export const durationKind: Kind = wordedKind;
`,
  [`${MODEL}/durationCodec.ts`]: `import { plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';

const DURATION = /^PT(?=\\d)(?:\\d{1,4}H)?(?:\\d{1,4}M)?$/;

export const durationCodec: KindCodec = {
  ...plainCodec,
  declared: {},
  form: { widget: 'duration' },
  formats: { duration: { accepts: (text) => DURATION.test(text), message: 'errors.invalidValue' } },
  example: (_, { seed }) => \`PT\${String(1 + seed)}H\`,
  broken: ['two hours', 'errors.invalidValue'],
};
`,
  [`${CLIENT}/durationView.tsx`]: `import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';

const DurationValue = ({ value }: ValueProps) => <time dateTime={String(value)}>{String(value).slice(2)}</time>;

export const durationView: KindView = { read: DurationValue, look: { inline: true, unnamed: true } };
`,
  [`${CLIENT}/durationInput.ts`]: `import { COMPARED, type KindInput } from 'src/client/kinds/KindInput.ts';

export const durationInput: KindInput = { compared: COMPARED.equality };
`,
  [`${CLIENT}/durationEdit.ts`]: `import { TextWidget } from 'src/client/fields/widgets/InputWidget.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const durationEdit: KindEdit = { widgets: { duration: TextWidget } };
`,
};

const TOY = 'tests/toy/schemas/library';

export const propertyKind: TouchRow = {
  title: 'a property kind',
  allowed: [`${MODEL}/`, `${CLIENT}/`],
  add: ({ write }) => {
    for (const [path, text] of Object.entries(FILES)) write(path, text);
  },
  use: ({ replace }) => {
    replace(
      `${TOY}/Shelf.schema.json`,
      '"properties": {',
      '"properties": { "reach": { "type": "string", "format": "duration" },',
    );
  },
  check: ({ read }) => {
    if (!read('tests/toy/generated/registry.server.ts').includes('"reach":{"name":"reach","kind":"duration"'))
      throw new Error('The compiler did not recognise the new kind.');
  },
};
