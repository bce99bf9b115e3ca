// The area of an item on its page: the map of what lies there, and the number of records of knowledge in each distance. The tab of the overlap has the kinds.

import { observer } from 'mobx-react-lite';
import 'src/client/intl/laterMessages.ts';
import type { TabProps } from 'src/client/item/ItemPage.tsx';
import 'src/client/overlap/overlap.css';
import { OverlapMap } from 'src/client/overlap/OverlapMap.tsx';
import { bandName, isCounted, totalOf } from 'src/client/overlap/overlapWords.ts';
import { useOverlap } from 'src/client/overlap/useOverlap.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { PartFailed } from 'src/client/ui/PartFailed.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { PageOverlap } from 'src/model/schema/TypeView.ts';

interface SummaryProps extends Pick<TabProps, 'item' | 'goTo'> {
  readonly overlap: PageOverlap;
}

const ignore = (): void => undefined;

export const OverlapSummary = observer(({ item, overlap: { area: path = '', bands = [0] }, goTo }: SummaryProps) => {
  const client = useClient();
  const messages = useMessages();
  const { answer: overlap, failure, again } = useOverlap({ item, path, bands });
  if (failure !== undefined) return <PartFailed message="overlap.failed" failure={failure} again={again} />;
  if (!overlap) return <Loading />;
  const distances = overlap.bands.map(({ within }) => within);
  const rows = overlap.rows.filter(({ type }) => isCounted(client, type));
  const total = (at: number): number => rows.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0);
  return (
    <section className="kk-overlap-summary" aria-label={messages.format('tabs.overlap')}>
      <OverlapMap
        {...{ label: item.$label, area: item[path] ?? null, overlap, count: totalOf(rows) }}
        pointed={undefined}
        onMap={ignore}
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
    </section>
  );
});
