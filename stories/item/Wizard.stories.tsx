// A form in declared steps: a new item, a step in the middle with its state and the states of the others, suggestions, problems, and the
// last step with and without missing values. Also the progress of the people who were asked.

import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Item } from 'src/model/item/Item.ts';
import { AppWorld, isDark } from 'stories/shell/AppWorld.tsx';
import { pressButton, until } from 'stories/shell/play.ts';
import { sampleItemsOfType, sampleItemsWith } from 'stories/product/sampleItems.ts';

const meta: Meta<typeof AppWorld> = {
  title: 'cells/Wizard',
  component: AppWorld,
  parameters: {
    usage:
      'Use for a record that is written once, by people who do it rarely. Not for a record that is changed again and again: use its form. Accessibility: The current step is marked for screen readers, and each step has a name at every width.',
    layout: 'fullscreen',
  },
  render: (args, { globals }) => <AppWorld {...args} dark={isDark(globals)} />,
};
export default meta;

type Story = StoryObj<typeof AppWorld>;

const TYPE = 'Consultation';
const inState = (state: string): Item | undefined => sampleItemsOfType(TYPE).find((item) => item['state'] === state);
const draftId = inState('DRAFT')?.$id ?? '';
const at = (step: string, values: Parameters<typeof sampleItemsWith>[0] = {}): Story['args'] => ({
  path: `/i-${draftId}?c0=${step}`,
  items: sampleItemsWith(values, ({ $id }) => $id === draftId),
  operations: {
    'act/previewSubmission': () => ({ errors: [], lines: [] }),
    'act/suggestCommunities': () => ({
      communities: [
        { id: 'Organization-1', name: 'Tamber Inlet' },
        { id: 'Organization-2', name: 'Ostermay Shoals' },
      ],
    }),
  },
});
const shows = (text: RegExp) => async (): Promise<void> => {
  await until(() => text.test(document.querySelector('.kk-wizard')?.textContent ?? ''));
};

export const New: Story = { args: { path: `/i-${TYPE}-0-1` } };
export const Step: Story = { args: at('3-5'), play: shows(/Attach files/) };
export const Wrong: Story = {
  args: at('1-6', { projectStartDt: '2031-05-02', projectEndDt: '2031-05-01' }),
  play: async (context) => {
    await shows(/Needs correction/)();
    await pressButton('Next')(context);
  },
};
export const Suggested: Story = {
  args: at('5', { asked: null, projectArea: { type: 'Point', coordinates: [-139.2, 50.3] } }),
  play: shows(/2 of 2 chosen/),
};
export const Missing: Story = { args: at('6', { projectDescription: null }), play: shows(/missing or wrong/) };
export const Progress: Story = {
  args: { path: `/i-${inState('CONSULTING')?.$id ?? ''}` },
  play: async () => void (await until(() => document.querySelector('.kk-progress'))),
};
