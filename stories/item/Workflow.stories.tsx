// The workflow of a record: its state with the available transitions, the next steps, all steps in their lanes, and the statutory clock.
// Also a template in its editor: its problems, and its questions to each participant.

import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Item, Json, Values } from 'src/model/item/Item.ts';
import { sampleItems, sampleItemsOfType } from 'stories/product/sampleItems.ts';
import { NOW } from 'stories/scripted/storyTime.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { AppWorld, isDark } from 'stories/shell/AppWorld.tsx';

const meta: Meta<typeof AppWorld> = {
  title: 'cells/Workflow',
  component: AppWorld,
  parameters: {
    usage:
      'Use to show steps in their order, with the people who act and the days until which they act. Not for a single state: a transition has a button. Accessibility: States are words and icons, not only colours.',
    layout: 'fullscreen',
  },
  render: (args, { globals }) => <AppWorld {...args} dark={isDark(globals)} />,
};
export default meta;

type Story = StoryObj<typeof AppWorld>;

const [person] = sampleItemsOfType('User');
const [owner] = sampleItemsOfType('Organization');
const me = person?.$id ?? '';
const community = owner?.$id ?? '';
const day = (after: number): string => new Date(NOW.getTime() + after * 86_400_000).toISOString().slice(0, 10);

const RESPONSE = 'ConsultResponse-9001';
const TEMPLATE = 'Workflow-9001';

const STEPS = [
  { kind: 'RWF_ASSIGN', type: 'RwfAssign', label: 'Who looks at it', group: 1, state: 'COMPLETE' },
  { kind: 'RWF_SPATIAL', type: 'RwfSpatial', label: 'Look at the land', group: 2, state: 'ACTIVE', due: -2 },
  { kind: 'RWF_RESEARCH', type: 'RwfResearch', label: 'Ask the elders', group: 2, state: 'ACTIVE', due: 6 },
  { kind: 'RWF_MEETING', type: 'RwfMeeting', label: 'Meet the engineers', group: 2, state: 'SKIP' },
  { kind: 'RWF_OUTCOME', type: 'RwfOutcome', label: 'Decide', group: 3, state: 'BLANK' },
] as const;

const steps = STEPS.map(({ type, kind, label, group, state, ...more }, at): Item => {
  const asked: Values = state === 'ACTIVE' && at === 1 ? { $assigned: [me] } : {};
  const done: Values =
    state === 'COMPLETE' ? { stamped: { by: me, at: NOW.toISOString() }, finished: NOW.toISOString() } : {};
  const due: Values = 'due' in more ? { $assignedDue: day(more.due) } : {};
  const reason: Values = state === 'SKIP' ? { reason: 'They answered by letter.' } : {};
  const values: Values = {
    of: RESPONSE,
    kind,
    key: `s${at}`,
    label,
    group,
    state,
    ...asked,
    ...done,
    ...due,
    ...reason,
  };
  return scriptedItem(`${type}-${9001 + at}`, values);
});

const clock: Json = {
  stops: [
    { from: `${day(-40)}T12:00:00Z`, until: `${day(-30)}T12:00:00Z`, reason: 'The map was missing.', by: me },
    { from: `${day(-3)}T12:00:00Z`, reason: 'They redraw the road.', by: me },
  ],
  due: day(20),
};
const response = scriptedItem(RESPONSE, {
  ...{ projectName: 'Crossing at the mouth of the river', community, state: 'PENDING', outcome: 'NO_CONCERNS' },
  ...{ distributed: `${day(-60)}T12:00:00Z`, requestedResponseDate: day(10), _clock: clock },
  _wf: {
    workflow: TEMPLATE,
    version: 2,
    state: 'IN_PROGRESS',
    done: 2,
    steps: 5,
    $assigned: [me],
    $assignedDue: day(-2),
  },
});

const planned = [
  {
    key: 'who',
    kind: 'RWF_ASSIGN',
    label: 'Who looks at it',
    group: 1,
    days: 2,
    working: true,
    assign: { capability: 'ConsultRespond' },
  },
  {
    ...{ key: 'land', kind: 'RWF_SPATIAL', label: 'Look at the land', group: 2, days: 10, working: true },
    when: {
      any: [
        { path: 'projectType', is: 'eq', value: 'BRIDGE' },
        { path: 'requestedResponseDate', is: 'filled' },
      ],
    },
    next: { NO_CONCERNS: ['decide'], CONCERNS: ['meet'] },
  },
  { key: 'meet', kind: 'RWF_MEETING', label: 'Meet the engineers', group: 3, days: 20, after: ['decide'] },
  { key: 'decide', kind: 'RWF_OUTCOME', label: 'Decide', group: 3, after: ['meet'] },
];
const template = scriptedItem(TEMPLATE, {
  ...{ label: 'How we answer', owner: community, of: 'ConsultResponse', state: 'DRAFT', version: 1 },
  steps: planned as unknown as Json,
});
const tried = (): Json => ({
  faults: [],
  steps: planned.map(({ key, kind, label, group }, at) => ({
    ...{ key, kind, label, group, needed: at === 2 ? 'depends' : 'yes', starts: day(at * 5), due: day(at * 5 + 5) },
    assignees: at === 0 ? [{ $id: me, label: person?.$label ?? '' }] : [],
  })) as unknown as Json,
});

const items = [...sampleItems, response, template, ...steps];

export const UnderWay: Story = { args: { path: `/i-${RESPONSE}?c0=workflow`, items } };
export const TemplateWithFaults: Story = {
  args: { path: `/i-${TEMPLATE}?c0=workflow`, items, operations: { 'act/dryRunWorkflow': tried } },
};
export const NothingSet: Story = {
  args: {
    path: `/i-${RESPONSE}?c0=workflow`,
    items: [...sampleItems, scriptedItem(RESPONSE, { projectName: 'Crossing', community, state: 'PENDING' })],
  },
};
