// A dashboard: the declared screen with the view `dashboard`. One answer contains all panels with their numbers; they update after changes.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { ListFailed } from 'src/client/navigation/ListFailed.tsx';
import type { ScreenViewProps } from 'src/client/ClientDomain.ts';
import 'src/client/dashboard/dashboard.css';
import { PanelCard } from 'src/client/dashboard/PanelCard.tsx';
import { useDashboard, type Dashboard } from 'src/client/dashboard/useDashboard.ts';
import { usePackedRows } from 'src/client/dashboard/usePackedRows.ts';
import 'src/client/intl/laterMessages.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { PartFailed } from 'src/client/ui/PartFailed.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface PanelsProps {
  readonly dashboard: Dashboard;
  readonly tables: boolean;
}

const Panels = ({ dashboard: { panels, failure, load }, tables }: PanelsProps) => {
  const messages = useMessages();
  const grid = usePackedRows(panels?.map(({ key }) => key).join(' ') ?? '');
  if (!panels) return failure === undefined ? <Loading /> : <ListFailed failure={failure} again={() => void load()} />;
  if (panels.length === 0)
    return (
      <Empty icon="info-sign" title={messages.format('dashboard.noPanels')}>
        {messages.format('dashboard.noPanelsHint')}
      </Empty>
    );
  return (
    <>
      {failure !== undefined && <PartFailed message="dashboard.stale" failure={failure} again={load} />}
      <p className="kk-soft kk-dash-guide">{messages.format('dashboard.guide')}</p>
      <div ref={grid} className="kk-dash-grid">
        {panels.map((panel) => (
          <PanelCard key={panel.key} panel={panel} tables={tables} />
        ))}
      </div>
    </>
  );
};

export const DashboardView = observer(({ screen }: ScreenViewProps) => {
  const messages = useMessages();
  const dashboard = useDashboard(screen);
  const [tables, setTables] = useState(false);
  const hasPanels = (dashboard.panels?.length ?? 0) > 0;
  return (
    <div className="kk-cell-fill kk-ground">
      <CellHead
        title={messages.screen(screen.path)}
        tools={
          hasPanels && (
            <span className="kk-dash-tools">
              <Button size="small" variant="minimal" icon="th" aria-pressed={tables} onClick={() => setTables(!tables)}>
                {messages.format(tables ? 'dashboard.charts' : 'dashboard.tables')}
              </Button>
              <Button size="small" variant="minimal" icon="print" onClick={() => window.print()}>
                {messages.format('dashboard.print')}
              </Button>
            </span>
          )
        }
      />
      <div className="kk-cell-scroll">
        <div className="kk-cell-body kk-dash">
          <Panels dashboard={dashboard} tables={tables} />
        </div>
      </div>
    </div>
  );
});
