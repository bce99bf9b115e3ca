// The answers to a request on its page: files that were sent in its conversations, grouped by the party that sent them.

import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Item, Values } from 'src/model/item/Item.ts';
import { sampleItems, sampleItemsOfType } from 'stories/product/sampleItems.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { AppWorld, isDark } from 'stories/shell/AppWorld.tsx';
import { until } from 'stories/shell/play.ts';

const meta: Meta<typeof AppWorld> = {
  title: 'cells/Answers',
  component: AppWorld,
  parameters: {
    usage:
      'Use to read the answers of other parties next to the record that they are about. Not for the own answer, which has a form. Accessibility: Each answer is a section with the name of its party as heading.',
    layout: 'fullscreen',
  },
  render: (args, { globals }) => <AppWorld {...args} dark={isDark(globals)} />,
};
export default meta;

type Story = StoryObj<typeof AppWorld>;

const idOf = (type: string, at = 0): string => sampleItemsOfType(type)[at]?.$id ?? '';
const request = idOf('Consultation');
const LONG = 'The landing below the second bend where the alders stand in the water every spring';

const thread = (number: number, values: Values = {}): Item =>
  scriptedItem(`Thread-${number}`, {
    ...{ subject: 'Our response', context: request, purpose: 'CONSULT_RESPONSE', messageCount: 2 },
    ...values,
  });
const message = (number: number, of: number, values: Values): Item =>
  scriptedItem(`Message-${number}`, { thread: `Thread-${of}`, author: idOf('User'), ...values });

const files = sampleItemsOfType('Attachment')
  .slice(0, 2)
  .map(({ $id }) => $id);

/** Conversations with and without answers. Messages without a file and deleted messages are not answers. */
const answers = [
  thread(9001, { parties: [idOf('Organization')] }),
  message(9001, 9001, { body: `Our answer. ${LONG}.`, attachments: files }),
  message(9002, 9001, { body: 'Thank you', attachments: [] }),
  thread(9002, { parties: [idOf('Organization', 1), idOf('Organization', 2)] }),
  message(9003, 9002, { body: 'What we say together', attachments: files.slice(0, 1) }),
  message(9004, 9002, {
    ...{ body: 'Sent by mistake', attachments: files, struckAt: '2026-06-02T10:00:00Z' },
  }),
  thread(9003, { subject: 'Of no party that is named' }),
  message(9005, 9003, { body: 'From before', attachments: files.slice(0, 1) }),
];

const shown = (): Promise<HTMLElement> => until(() => document.querySelector<HTMLElement>('.kk-answers'));

export const OfSeveralParties: Story = {
  args: { path: `/i-${request}`, items: [...sampleItems, ...answers] },
  play: async () => {
    (await shown()).scrollIntoView();
  },
};
export const RightToLeft: Story = { ...OfSeveralParties, globals: { direction: 'rtl' } };
