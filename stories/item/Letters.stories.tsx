// A letter in each of its states, the choice of its template, how it is sent, and its page while the server creates it and after that
// failed. Also a template: the actions of its page, and the insertion of fields.

import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Item, Values } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { sampleItems, sampleItemsOfType } from 'stories/product/sampleItems.ts';
import { NOW } from 'stories/scripted/storyTime.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { AppWorld, isDark } from 'stories/shell/AppWorld.tsx';
import { pressButton } from 'stories/shell/play.ts';

const meta: Meta<typeof AppWorld> = {
  title: 'cells/Letters',
  component: AppWorld,
  parameters: {
    usage:
      'Use for texts that leave as documents and keep the look of the paper. Not for messages within the product: use a conversation. Accessibility: The editor announces its toolbar, and the text is read in the order of the paper.',
    layout: 'fullscreen',
  },
  render: (args, { globals }) => <AppWorld {...args} dark={isDark(globals)} />,
};
export default meta;

type Story = StoryObj<typeof AppWorld>;

const LETTER = 'Letter-9001';
const LONG = 'The landing below the second bend where the alders stand in the water every spring';

const idOf = (type: string, at = 0): string => sampleItemsOfType(type)[at]?.$id ?? '';
const person = idOf('User');
const pending = sampleItemsOfType('ConsultResponse').find(({ state }) => state === 'PENDING');

const letter = (state: string, values: Values = {}): Item =>
  scriptedItem(LETTER, {
    ...{ context: pending?.$id ?? '', owner: idOf('Organization'), to: idOf('Organization', 2), date: '2026-06-03' },
    ...{ subject: 'Our answer about the crossing', title: 'Our answer about the crossing', state },
    body: `Twenty days are left.\n\n${LONG}.\n\nWe ask you to wait until the run is over.`,
    signature: 'For the council',
    ...values,
  });
const approved: Values = { approvedBy: person };
const sent: Values = {
  ...{ ...approved, sentBy: person, sent: NOW.toISOString(), by: 'EMAIL' },
  sentAs: ['pdf', 'docx'].map((ending, at) => ({
    ...{ name: `Our answer about the crossing.${ending}`, sha256: String(at + 3).repeat(64) },
  })),
};
const shown = (item: Item): Story['args'] => ({
  path: `/i-${LETTER}`,
  items: [...sampleItems, item],
  allowed: { ...{ read: true, update: true, delete: true, preview: true, send: true } },
});

export const Proposed: Story = { args: shown(letter('PROPOSED')) };
export const Approved: Story = { args: shown(letter('APPROVED', approved)) };
export const Sent: Story = { args: shown(letter('SENT', sent)) };
export const LongNames: Story = { args: shown(letter('APPROVED', { ...approved, subject: LONG, title: LONG })) };
export const RightToLeft: Story = { ...Approved, globals: { direction: 'rtl' } };
export const Editing: Story = { args: { ...shown(letter('PROPOSED')), path: `/i-${LETTER}?c0=edit` } };
export const ForWhoMayOnlyRead: Story = { args: { ...shown(letter('APPROVED', approved)), allowed: { read: true } } };
export const Sending: Story = {
  args: { ...Approved.args, operations: { 'act/letterContacts': () => ({ contacts: [idOf('Contact')] }) } },
  play: pressButton('Send'),
};
export const PreviewOnItsWay: Story = {
  args: { ...shown(letter('PROPOSED')), operations: { 'act/previewLetter': () => new Promise<never>(() => {}) } },
  play: pressButton('Preview as a page'),
};
export const PreviewFailed: Story = {
  args: {
    ...shown(letter('PROPOSED')),
    operations: {
      'act/previewLetter': () => {
        throw problem('timeout');
      },
    },
  },
  play: pressButton('Preview as a page'),
};
export const ChoosingATemplate: Story = {
  args: { path: `/i-${pending?.$id ?? ''}` },
  play: pressButton('Write a letter'),
};

const template = idOf('LetterTemplate');

export const Template: Story = { args: { path: `/i-${template}` } };
export const TemplateForWhoMayOnlyRead: Story = { args: { path: `/i-${template}`, allowed: { read: true } } };
export const TemplateEditing: Story = { args: { path: `/i-${template}?c0=edit` } };
export const TemplateEditingRightToLeft: Story = { ...TemplateEditing, globals: { direction: 'rtl' } };
