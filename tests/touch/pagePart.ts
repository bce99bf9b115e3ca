// Adds a part to the page of an item: its file and its entry in the module of the area.

import type { TouchRow } from 'tests/touch/TouchRow.ts';

const PART = 'src/domain/vocab/notePart.client.tsx';
const LIST = 'src/domain/vocab/module.client.ts';

export const pagePart: TouchRow = {
  title: 'a part of an item page',
  allowed: [PART, LIST],
  add: ({ write, replace }) => {
    write(
      PART,
      `import type { PagePartProps } from 'src/client/extend.ts';

export const NotePart = ({ item }: PagePartProps) => <p>{item.$label}</p>;
`,
    );
    const component = `lazyOf(async () => (await import('${PART}')).NotePart)`;
    replace(
      LIST,
      'pageParts: [',
      `pageParts: [\n    { key: 'note', position: 'end', isShown: () => true, component: ${component} },`,
    );
  },
};
