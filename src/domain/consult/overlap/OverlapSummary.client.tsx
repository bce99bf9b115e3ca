// The area of an item on its page: the map of what lies there, and the number of records of knowledge in each distance. The tab of the overlap has the kinds.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Button, Loading, PartFailed, type PagePartProps, useClient, useMessages } from 'src/client/extend.ts';
import type { MapController } from 'src/client/extendMap.ts';
import { OtherSwitches } from 'src/domain/consult/overlap/OtherLayer.client.tsx';
import 'src/domain/consult/overlap/overlap.css';
import { OverlapMap } from 'src/domain/consult/overlap/OverlapMap.client.tsx';
import { bandName, isCounted, uncountedNote } from 'src/domain/consult/overlap/overlapWords.client.ts';
import { useOverlap } from 'src/domain/consult/overlap/useOverlap.client.ts';

export const OverlapSummary = observer(({ item, type: { view }, goTo }: PagePartProps) => {
  const { area: path = '', bands = [0] } = view.page?.overlap ?? {};
  const client = useClient();
  const [map, setMap] = useState<MapController>();
  const [others, showOthers] = useState<readonly string[]>([]);
  const messages = useMessages();
  const { answer: overlap, failure, again } = useOverlap({ item, path, bands });
  if (failure !== undefined) return <PartFailed message="overlap.failed" failure={failure} again={again} />;
  if (!overlap) return <Loading />;
  const distances = overlap.bands.map(({ within }) => within);
  const rows = overlap.rows.filter(({ type }) => isCounted(client, type));
  const uncounted = uncountedNote(client, messages, overlap);
  const total = (at: number): number => rows.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0);
  return (
    <section className="kk-overlap-summary" aria-label={messages.format('tabs.overlap')}>
      <OverlapMap
        {...{ label: item.$label, area: item[path] ?? null, overlap, others }}
        pointed={undefined}
        onMap={setMap}
      />
      <div className="kk-overlap-totals">
        <dl>
          {distances.map((within, at) => (
            <div key={within}>
              <dt>{bandName(messages, distances, at)}</dt>
              <dd>{messages.intl.formatNumber(total(at))}</dd>
            </div>
          ))}
        </dl>
        <Button size="small" icon="map" onClick={() => goTo('overlap')}>
          {messages.format('overlap.open')}
        </Button>
      </div>
      {uncounted !== undefined && (
        <details className="kk-overlap-uncounted">
          <summary>{uncounted}</summary>
          <OtherSwitches overlap={overlap} dark={map?.theme.dark === true} shown={others} show={showOthers} />
        </details>
      )}
    </section>
  );
});
