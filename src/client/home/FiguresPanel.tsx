// Figures and charts of the areas on home: the panels of the declared dashboard `figures` that are for the person.

import { observer } from 'mobx-react-lite';
import 'src/client/dashboard/dashboard.css';
import { PanelCard } from 'src/client/dashboard/PanelCard.tsx';
import { useDashboard } from 'src/client/dashboard/useDashboard.ts';
import { ListUnread } from 'src/client/home/ChangedLine.tsx';
import 'src/client/intl/laterMessages.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Screen } from 'src/model/schema/Registry.ts';

/** The dashboard whose panels home shows. */
const FIGURES = 'figures';

const FigureCards = observer(({ screen }: { readonly screen: Screen }) => {
  const messages = useMessages();
  const { panels, failure, load } = useDashboard(screen);
  if (!panels) return failure === undefined ? <Loading /> : <ListUnread again={load} failure={failure} />;
  const counted = panels.filter(({ total }) => total > 0);
  if (counted.length === 0) return <p className="kk-soft">{messages.format('home.figures.none')}</p>;
  return (
    <div className="kk-dash kk-home-figures">
      {counted.map((panel) => (
        <PanelCard key={panel.key} panel={panel} tables={false} />
      ))}
    </div>
  );
});

export const FiguresPanel = () => {
  const screen = useClient().registry.screens.find(({ path }) => path === FIGURES);
  return screen ? <FigureCards screen={screen} /> : null;
};
