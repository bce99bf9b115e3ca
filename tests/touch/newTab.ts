// Adds a tab to the page of an item: its file, its entry in the list of the area, and its name.

import type { TouchRow } from 'tests/touch/TouchRow.ts';

const TAB = 'src/domain/consult/notesTab.client.tsx';
const LIST = 'src/domain/consult/module.client.ts';
const MESSAGES = 'schemas/consult/messages.en.json';

export const newTab: TouchRow = {
  title: 'a tab of an item page',
  allowed: [TAB, LIST, MESSAGES],
  add: ({ write, replace }) => {
    write(
      TAB,
      `import type { TabProps } from 'src/client/extend.ts';

export const NotesPage = ({ item }: TabProps) => <p>{item.$label}</p>;
`,
    );
    const page = `lazyOf(async () => (await import('${TAB}')).NotesPage)`;
    replace(LIST, 'ItemTab[] = [', `ItemTab[] = [\n  { key: 'notes', isShown: () => true, page: ${page} },`);
    replace(MESSAGES, '{', '{\n  "tabs.notes": "Notes",');
  },
};
