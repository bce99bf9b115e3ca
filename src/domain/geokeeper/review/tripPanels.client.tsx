// Panels next to the map of a trip: the selected points, the segments with their ends, and the list of all points.

import { observer } from 'mobx-react-lite';
import { useMemo, useState, type ReactNode } from 'react';
import { Button, useMessages, type Messages } from 'src/client/extend.ts';
import type { PointSelection } from 'src/domain/geokeeper/review/PointSelection.client.ts';
import { PointList, pointName } from 'src/domain/geokeeper/review/pointList.client.tsx';
import { isJump, lengthOfLines, metresBetween, speedBetween } from 'src/domain/geokeeper/review/trackMeasures.ts';
import { segmentEnds, tripLines, type EditedTrack, type StatedPoint } from 'src/domain/geokeeper/review/tripTrack.ts';

const KILOMETRE = 1_000;
const KMH = 3.6;

/** Returns metres below one kilometre, otherwise kilometres. */
export const distanceText = ({ intl }: Messages, metres: number): string =>
  metres < KILOMETRE
    ? intl.formatNumber(metres, { style: 'unit', unit: 'meter', maximumFractionDigits: 0 })
    : intl.formatNumber(metres / KILOMETRE, { style: 'unit', unit: 'kilometer', maximumFractionDigits: 1 });

interface PanelProps {
  readonly title: string;
  readonly children: ReactNode;
}

export const TripPanel = ({ title, children }: PanelProps) => (
  <section className="kk-trip-panel" aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
);

export interface TrackPanelProps {
  readonly track: EditedTrack;
  readonly points: readonly StatedPoint[];
  readonly selection: PointSelection;
}

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
}

const PointFact = ({ name, children }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const PointFacts = observer(
  ({ point, before }: { readonly point: StatedPoint; readonly before: StatedPoint | undefined }) => {
    const messages = useMessages();
    const { position, state } = point;
    const { lat, lon, alt, accuracy, at } = position;
    const number = (value: number, digits: number): string =>
      messages.intl.formatNumber(value, { maximumFractionDigits: digits });
    const speed = before && speedBetween(before.position, position);
    return (
      <dl className="kk-trip-facts">
        <PointFact name={messages.format('fieldReview.state')}>
          {messages.format(`fieldReview.pointStates.${state}`)}
        </PointFact>
        {at !== undefined && (
          <PointFact name={messages.format('fieldReview.time')}>
            {messages.intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'medium' })}
          </PointFact>
        )}
        <PointFact name={messages.format('fieldReview.position')}>
          <span dir="ltr">
            {number(lat, 6)}, {number(lon, 6)}
          </span>
        </PointFact>
        <PointFact name={messages.format('fieldReview.accuracy')}>
          {accuracy === undefined ? messages.format('fieldReview.noAccuracy') : distanceText(messages, accuracy)}
        </PointFact>
        {alt !== undefined && (
          <PointFact name={messages.format('fieldReview.altitude')}>{distanceText(messages, alt)}</PointFact>
        )}
        {before && (
          <PointFact name={messages.format('fieldReview.fromPrevious')}>
            {distanceText(messages, metresBetween(before.position, position))}
            {speed !== undefined && ` · ${messages.format('fieldReview.speed', { speed: number(speed * KMH, 1) })}`}
          </PointFact>
        )}
      </dl>
    );
  },
);

const chosenPoints = (points: readonly StatedPoint[], { range }: PointSelection): readonly StatedPoint[] =>
  range === undefined ? [] : points.slice(range[0], range[1] + 1);

export const SelectedPointPanel = observer(({ points, selection }: Pick<TrackPanelProps, 'points' | 'selection'>) => {
  const messages = useMessages();
  const chosen = chosenPoints(points, selection);
  const [first] = chosen;
  if (!first) return null;
  const before = points[(selection.range?.[0] ?? 0) - 1];
  return (
    <TripPanel title={messages.format('fieldReview.selected', { count: chosen.length })}>
      {chosen.length === 1 && (
        <PointFacts point={first} before={before?.segment === first.segment ? before : undefined} />
      )}
      <div className="kk-trip-actions">
        <Button
          size="small"
          active={selection.extending}
          aria-pressed={selection.extending}
          onClick={selection.extendNext}
        >
          {messages.format('fieldReview.extend')}
        </Button>
      </div>
    </TripPanel>
  );
});

interface SegmentProps extends Pick<TrackPanelProps, 'track' | 'points'> {
  readonly segment: number;
}

/** The times and the number of points of one segment. */
const Segment = observer(({ track, points, segment }: SegmentProps) => {
  const messages = useMessages();
  const own = points.filter((point) => point.segment === segment);
  const [first, last] = segmentEnds(track, segment);
  const name = (index: number): string => {
    const point = own[index];
    return point ? pointName(messages, point) : '';
  };
  return (
    <p className="kk-trip-segment">
      <b>{messages.format('fieldReview.segment', { number: segment + 1 })}</b>{' '}
      <span className="kk-soft">
        {messages.format('fieldReview.segmentTimes', { from: name(first), to: name(last), count: last - first + 1 })}
      </span>
    </p>
  );
});

export const SegmentsPanel = observer(({ track, points }: Omit<TrackPanelProps, 'selection'>) => {
  const messages = useMessages();
  const metres = useMemo(() => lengthOfLines(tripLines(track)), [track]);
  return (
    <TripPanel title={messages.format('fieldReview.track', { length: distanceText(messages, metres) })}>
      {track.segments.map((_, segment) => (
        // oxlint-disable-next-line react/no-array-index-key -- segments are neither added nor moved
        <Segment key={segment} {...{ track, points, segment }} />
      ))}
    </TripPanel>
  );
});

const FILTERS = ['ALL', 'OUTSIDE', 'DELETED', 'JUMP'] as const;
type PointFilter = (typeof FILTERS)[number];

/** Returns the points to which no person can have moved from the point before. */
const jumpsIn = (points: readonly StatedPoint[]): readonly StatedPoint[] =>
  points.filter((point, at) => {
    const before = points[at - 1];
    return before?.segment === point.segment && isJump(before.position, point.position);
  });

const filtered = (points: readonly StatedPoint[], filter: PointFilter): readonly StatedPoint[] => {
  if (filter === 'ALL') return points;
  return filter === 'JUMP' ? jumpsIn(points) : points.filter(({ state }) => state === filter);
};

export const PointsPanel = observer(({ points, selection }: Pick<TrackPanelProps, 'points' | 'selection'>) => {
  const messages = useMessages();
  const [filter, setFilter] = useState<PointFilter>('ALL');
  const counts = useMemo(() => new Map(FILTERS.map((each) => [each, filtered(points, each).length])), [points]);
  const shown = useMemo(() => filtered(points, filter), [points, filter]);
  return (
    <TripPanel title={messages.format('fieldReview.points')}>
      <div className="kk-trip-actions" role="group" aria-label={messages.format('fieldReview.filter')}>
        {FILTERS.filter((each) => each === 'ALL' || each === filter || (counts.get(each) ?? 0) > 0).map((each) => (
          <Button
            key={each}
            size="small"
            active={each === filter}
            aria-pressed={each === filter}
            onClick={() => setFilter(each)}
          >
            {messages.format(`fieldReview.filters.${each}`, { count: counts.get(each) ?? 0 })}
          </Button>
        ))}
      </div>
      <PointList points={shown} selection={selection} />
    </TripPanel>
  );
});
