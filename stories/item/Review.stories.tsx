// The screens with which a community reviews a request: the records in and around the area as a map and a table, the statement of counts
// without places, and the selected records. Each is shown filled, empty, loading, failed and without permission.

import type { Meta, StoryObj } from '@storybook/react-vite';
import { observer } from 'mobx-react-lite';
import { OverlapTab } from 'src/domain/consult/overlap/OverlapTab.client.tsx';
import { PicksTab } from 'src/domain/consult/picks/PicksTab.client.tsx';
import { useClient } from 'src/client/useClient.ts';
import { problem } from 'src/model/problems.ts';
import type { Overlap } from 'src/model/generated/wire.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import { Frame, Sheet } from 'stories/product/Frame.tsx';
import { sampleItems, sampleItemsOfType } from 'stories/product/sampleItems.ts';
import {
  emptyOverlap,
  longOverlap,
  manyKindsOverlap,
  projectArea,
  sampleOverlap,
} from 'stories/product/sampleOverlap.ts';
import type { ScriptedClientOptions } from 'stories/scripted/createScriptedClient.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { AppWorld, isDark } from 'stories/shell/AppWorld.tsx';
import { pressButton, until } from 'stories/shell/play.ts';

const meta: Meta<typeof AppWorld> = {
  title: 'cells/Review',
  component: AppWorld,
  parameters: {
    usage:
      'Use to decide about one record of the field after the other, with the decision always in the same position. Not for decisions about many records at once: use a bulk change. Accessibility: After a decision, the focus moves to the next record and its name is announced.',
    layout: 'fullscreen',
  },
  render: (args, { globals }) => <AppWorld {...args} dark={isDark(globals)} />,
};
export default meta;

type Story = StoryObj<typeof AppWorld>;

const RESPONSE = 'ConsultResponse-9001';
const RESEARCH = 'RwfResearch-9001';
const LONG = 'The landing below the second bend where the alders stand in the water every spring';

const [owner] = sampleItemsOfType('Organization');
const response = scriptedItem(RESPONSE, {
  ...{ projectName: 'Crossing at the mouth of the river', community: owner?.$id ?? '', state: 'PENDING' },
  projectArea,
});
const records = sampleItemsOfType('ArchiveEntry').slice(0, 3);
const research = (relevant: Json): Item =>
  scriptedItem(RESEARCH, {
    ...{ of: RESPONSE, kind: 'RWF_RESEARCH', label: 'Ask the elders', state: 'ACTIVE' },
    relevant,
  });
const picked = research(
  records.map(({ $id }, at) => ({ record: $id, ...(at === 0 && { note: `Told at the kitchen table. ${LONG}.` }) })),
);

const items = [...sampleItems, response, picked];
const answered = (overlap: Overlap): ScriptedClientOptions => ({
  items,
  operations: { 'act/overlap': () => overlap as unknown as Json },
});
const refused = (params?: { readonly errors: readonly { readonly path: string; readonly message: string }[] }) =>
  ({
    items,
    operations: {
      'act/overlap': () => {
        throw params ? problem('invalid', params as never) : problem('timeout');
      },
    },
  }) satisfies ScriptedClientOptions;

const OverlapOf = observer(({ item }: { readonly item: Item }) => {
  const { registry } = useClient();
  const type = registry.types[item._t];
  return (
    <div className="kk-cell-scroll">
      <div className="kk-cell-body">
        {type && <OverlapTab item={item} type={type} draft={undefined} edit={() => {}} />}
      </div>
    </div>
  );
});

const PicksOf = observer(({ item }: { readonly item: Item }) => {
  const { registry } = useClient();
  const type = registry.types[item._t];
  return type && <PicksTab item={item} type={type} within={undefined} setWithin={() => {}} />;
});

const table = '.kk-overlap-table tbody button';

export const Overlap_: Story = {
  name: 'Overlap',
  args: { path: `/i-${RESPONSE}?c0=overlap`, ...answered(sampleOverlap) },
  play: async () => (await until(() => document.querySelector<HTMLElement>(table))).click(),
};
export const OverlapLongNames: Story = {
  args: { path: `/i-${RESPONSE}?c0=overlap`, ...answered(longOverlap) },
  play: Overlap_.play,
};
export const OverlapManyKinds: Story = { args: { ...Overlap_.args, ...answered(manyKindsOverlap) } };
export const OverlapRightToLeft: Story = { ...Overlap_, name: 'Overlap right to left', globals: { direction: 'rtl' } };
export const Statement: Story = {
  args: { path: `/i-${RESPONSE}?c0=overlap`, ...answered(sampleOverlap) },
  play: pressButton('Statement of counts'),
};

const OVERLAPS: readonly (readonly [name: string, options: ScriptedClientOptions, item?: Item])[] = [
  ['Nothing there', answered(emptyOverlap)],
  ['No area', answered(emptyOverlap), scriptedItem(RESPONSE, { projectName: 'Crossing', state: 'PENDING' })],
  ['Loading', { items, operations: { 'act/overlap': () => new Promise<never>(() => {}) } }],
  ['Failed', refused()],
  ['Too large', refused({ errors: [{ path: '/area', message: 'errors.overlap.tooLarge' }] })],
  ['Forbidden', { items: [], operations: { readMany: () => ({}) } }, scriptedItem('RwfSpatial-9001', { of: RESPONSE })],
];

export const OverlapStates: Story = {
  parameters: { layout: 'padded' },
  render: () => (
    <Sheet width={420}>
      {OVERLAPS.map(([name, options, item = response]) => (
        <Frame key={name} name={name} options={options} height={420}>
          <OverlapOf item={item} />
        </Frame>
      ))}
    </Sheet>
  ),
};

export const Picks: Story = { args: { path: `/i-${RESEARCH}?c0=picks`, items } };
export const PicksStates: Story = {
  parameters: { layout: 'padded' },
  render: () => (
    <Sheet width={420}>
      <Frame name="None picked" options={{ items: [...sampleItems, response] }} height={520}>
        <PicksOf item={research(null)} />
      </Frame>
      <Frame name="Not to change" options={{ items, allowed: { read: true } }} height={520}>
        <PicksOf item={picked} />
      </Frame>
      <Frame name="Right to left" options={{ items }} height={520} dir="rtl">
        <PicksOf item={picked} />
      </Frame>
    </Sheet>
  ),
};
