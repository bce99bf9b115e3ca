// Every chart type of a dashboard panel: as a chart and as a table, without numbers, with long names, and from right to left.

import type { Meta, StoryObj } from '@storybook/react-vite';
import 'src/client/dashboard/dashboard.css';
import { PanelCard } from 'src/client/dashboard/PanelCard.tsx';
import type { PanelAnswer } from 'src/model/generated/wire.ts';
import { Frame } from 'stories/product/Frame.tsx';
import { samplePanels } from 'stories/product/sampleDashboard.ts';

interface PanelsProps {
  readonly panels: readonly PanelAnswer[];
  readonly tables?: boolean;
  readonly dir?: 'rtl';
}

const Panels = ({ panels, tables = false, dir }: PanelsProps) => (
  <main>
    <Frame name="Panels" {...(dir && { dir })}>
      <div className="kk-cell-body kk-dash">
        <div className="kk-dash-grid">
          {panels.map((panel) => (
            <PanelCard key={panel.key} panel={panel} tables={tables} />
          ))}
        </div>
      </div>
    </Frame>
  </main>
);

const meta: Meta<typeof Panels> = {
  title: 'dashboard/Panels',
  component: Panels,
  parameters: {
    usage:
      'Use a panel to answer one question with one figure, chart or list. Not for numbers that people compare exactly: show a table. Accessibility: Charts have patterns in addition to colours, and their values as text.',
  },
};
export default meta;

type Story = StoryObj<typeof Panels>;

const LONG = 'The landing below the second bend where the alders stand in the water every spring';

const emptied = (panel: PanelAnswer): PanelAnswer => {
  const { ids: _ids, series: _series, cells: _cells, more: _more, ...rest } = panel;
  return { ...rest, total: 0, values: [] };
};
const lengthened = (panel: PanelAnswer): PanelAnswer => ({
  ...panel,
  title: `${panel.title}: ${LONG}`,
  ...(panel.draw === 'bars' || panel.draw === 'stacks'
    ? { facet: 'region', values: panel.values.map((fact, at) => ({ ...fact, value: `${LONG} ${at + 1}` })) }
    : {}),
});

export const Charts: Story = { args: { panels: samplePanels } };
export const Tables: Story = { args: { panels: samplePanels, tables: true } };
export const Empty: Story = { args: { panels: samplePanels.map(emptied) } };
export const LongNames: Story = { args: { panels: samplePanels.map(lengthened) } };
export const RightToLeft: Story = { args: { panels: samplePanels, dir: 'rtl' } };
