// One panel: title, number of counted items, chart, and a table with the same numbers below the chart or to its right
// in a wide panel.

import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { BarsChart, MAX_CHART_BARS } from 'src/client/dashboard/BarsChart.tsx';
import { Figures } from 'src/client/dashboard/Figures.tsx';
import { MonthsChart } from 'src/client/dashboard/MonthsChart.tsx';
import { panelFacts, type PanelFacts } from 'src/client/dashboard/panelFacts.ts';
import { PanelTable } from 'src/client/dashboard/PanelTable.tsx';
import { saveCsv, savePicture } from 'src/client/dashboard/savePanel.ts';
import 'src/client/displays/displays.css';
import { RowSummary } from 'src/client/displays/RowSummary.tsx';
import 'src/client/intl/laterMessages.ts';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { IconButton } from 'src/client/ui/Button.tsx';
import { MenuButton } from 'src/client/ui/Menu.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { PanelAnswer } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';

const PanelRow = observer(({ id, order }: { readonly id: ItemId; readonly order: string | undefined }) => {
  const { items, registry } = useClient();
  const loaded = items.get(id);
  const type = registry.types[typeOfId(id)];
  return (
    <li>
      <div className="kk-fill">
        <ItemLink id={id} />
        {loaded.state === 'ready' && type && (
          <RowSummary item={loaded.item} type={type} display={type.view.row} order={order} />
        )}
      </div>
    </li>
  );
});

const PanelRows = ({ facts: { ids, order } }: { readonly facts: PanelFacts }) => (
  <ul className="kk-plain-list kk-lines-list kk-dash-rows">
    {ids.map((id) => (
      <PanelRow key={id} id={id} order={order} />
    ))}
  </ul>
);

const CHARTS: Readonly<Record<PanelAnswer['draw'], typeof BarsChart>> = {
  bars: BarsChart,
  stacks: BarsChart,
  months: MonthsChart,
  figures: Figures,
  rows: PanelRows,
};

const WITH_PICTURE: ReadonlySet<PanelAnswer['draw']> = new Set(['bars', 'stacks', 'months']);

interface ToolsProps {
  readonly facts: PanelFacts;
  readonly isTable: boolean;
  readonly toggle: () => void;
  readonly savePicture: () => void;
}

const PanelTools = ({ facts, isTable, toggle, savePicture: asPicture }: ToolsProps) => {
  const messages = useMessages();
  const { title, draw } = facts;
  const label = messages.format('dashboard.save', { panel: title });
  const names = { value: messages.format('dashboard.value'), count: messages.format('dashboard.count') };
  if (draw === 'rows') return null;
  return (
    <span className="kk-panel-tools">
      <IconButton
        size="small"
        icon="th"
        label={messages.format('dashboard.tableOf', { panel: title })}
        aria-pressed={isTable}
        active={isTable}
        onClick={toggle}
      />
      <MenuButton
        label={label}
        parts={[
          {
            key: 'csv',
            text: messages.format('dashboard.asTable'),
            icon: 'download',
            onClick: () => saveCsv(facts, names),
          },
          ...(WITH_PICTURE.has(draw) && facts.total > 0
            ? [{ key: 'png', text: messages.format('dashboard.asPicture'), icon: 'media', onClick: asPicture }]
            : []),
        ]}
        opener={(opener) => <IconButton {...opener} size="small" icon="more" label={label} />}
      />
    </span>
  );
};

interface PanelCardProps {
  readonly panel: PanelAnswer;
  /** Choice of the page for all panels; each panel can be switched separately. */
  readonly tables: boolean;
}

export const PanelCard = observer(({ panel, tables }: PanelCardProps) => {
  const client = useClient();
  const messages = useMessages();
  const chart = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState<{ readonly tables: boolean; readonly shown: boolean }>();
  const facts = panelFacts(panel, { client, messages });
  const { title, draw, total, to, values } = facts;
  const isTable = own?.tables === tables ? own.shown : tables;
  const Chart = CHARTS[draw];
  const isEmpty = total === 0 && draw !== 'figures';
  const hidden = Math.max(0, values.length - MAX_CHART_BARS) + facts.more;
  const asPicture = (): void => {
    const drawing = chart.current?.querySelector<HTMLElement>('.kk-chart');
    if (drawing) savePicture(drawing, title);
  };
  const all = messages.format('dashboard.all', { count: total });
  return (
    <section
      className={`kk-panel-card kk-dash-panel kk-dash-${panel.size === 'TWO_THIRDS' ? 'wide' : 'third'}`}
      aria-label={title}
      data-panel={panel.key}
      data-table={isTable}
    >
      <header>
        <h3 className="kk-fill">{title}</h3>
        <PanelTools
          facts={facts}
          isTable={isTable}
          toggle={() => setOwn({ tables, shown: !isTable })}
          savePicture={asPicture}
        />
      </header>
      {isEmpty ? (
        <p className="kk-soft kk-dash-empty">{messages.format('dashboard.empty')}</p>
      ) : (
        <div className="kk-dash-body">
          <div className="kk-dash-chart" ref={chart}>
            <Chart facts={facts} />
            {(draw === 'bars' || draw === 'stacks') && hidden > 0 && (
              <p className="kk-soft">{messages.format('dashboard.more', { count: hidden })}</p>
            )}
          </div>
          {draw !== 'rows' && <PanelTable facts={facts} shown={isTable} />}
        </div>
      )}
      <footer>
        {to === undefined ? <span className="kk-soft">{all}</span> : <ShellLink to={to}>{all}</ShellLink>}
      </footer>
    </section>
  );
});
