// Panels next to the map of a trip: the selected points, the segments with their ends, and the list of all points.

import { RangeSlider } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useMemo, useState, type ReactNode } from 'react';
import { Button, useMessages, type Messages } from 'src/client/extend.ts';
import type { PointSelection } from 'src/domain/geokeeper/review/PointSelection.client.ts';
import { PointList, pointName } from 'src/domain/geokeeper/review/pointList.client.tsx';
import { metresBetweenPositions } from 'src/domain/geokeeper/forms/positions.ts';
import { reviewIsJump, lengthOfLines, speedBetween } from 'src/domain/geokeeper/review/trackMeasures.ts';
import {
  moveSegmentEnds,
  removePoints,
  restorePoints,
  segmentEnds,
  tripLines,
  type EditedTrack,
  type StatedPoint,
} from 'src/domain/geokeeper/review/tripTrack.ts';

const REVIEW_KILOMETRE = 1_000;
const KMH = 3.6;

/** Returns metres below one kilometre, otherwise kilometres. */
export const distanceText = ({ intl }: Messages, metres: number): string =>
  metres < REVIEW_KILOMETRE
    ? intl.formatNumber(metres, { style: 'unit', unit: 'meter', maximumFractionDigits: 0 })
    : intl.formatNumber(metres / REVIEW_KILOMETRE, { style: 'unit', unit: 'kilometer', maximumFractionDigits: 1 });

interface PanelProps {
  readonly title: string;
  readonly children: ReactNode;
}

export const ReviewTripPanel = ({ title, children }: PanelProps) => (
  <section className="kk-trip-panel" aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
);

export interface TrackPanelProps {
  readonly track: EditedTrack;
  readonly points: readonly StatedPoint[];
  readonly selection: PointSelection;
  /** Undefined for a person who may not edit the trip. */
  readonly edit: ((track: EditedTrack) => void) | undefined;
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
            {distanceText(messages, metresBetweenPositions(before.position, position))}
            {speed !== undefined && ` · ${messages.format('fieldReview.speed', { speed: number(speed * KMH, 1) })}`}
          </PointFact>
        )}
      </dl>
    );
  },
);

/** Buttons that change the selected points. */
const PointActions = observer(
  ({ track, points, selection, edit }: TrackPanelProps & { readonly chosen: readonly StatedPoint[] }) => {
    const messages = useMessages();
    const chosen = chosenPoints(points, selection);
    const [first] = chosen;
    const last = chosen.at(-1);
    if (!edit || !first || !last) return null;
    const keys = chosen.map(({ key }) => key);
    const [from, to] = segmentEnds(track, first.segment);
    const isOne = chosen.length === 1;
    return (
      <div className="kk-trip-actions">
        {chosen.some(({ state }) => state !== 'DELETED') && (
          <Button size="small" icon="trash" onClick={() => edit(removePoints(track, keys))}>
            {messages.format('fieldReview.deletePoints', { count: chosen.length })}
          </Button>
        )}
        {chosen.some(({ state }) => state === 'DELETED') && (
          <Button size="small" icon="undo" onClick={() => edit(restorePoints(track, keys))}>
            {messages.format('fieldReview.restorePoints', { count: chosen.length })}
          </Button>
        )}
        {isOne && (
          <>
            <Button
              size="small"
              disabled={first.index === from}
              onClick={() => edit(moveSegmentEnds(track, first.segment, [first.index, Math.max(first.index, to)]))}
            >
              {messages.format('fieldReview.startHere')}
            </Button>
            <Button
              size="small"
              disabled={first.index === to}
              onClick={() => edit(moveSegmentEnds(track, first.segment, [Math.min(from, first.index), first.index]))}
            >
              {messages.format('fieldReview.endHere')}
            </Button>
          </>
        )}
        <Button
          size="small"
          active={selection.extending}
          aria-pressed={selection.extending}
          onClick={selection.extendNext}
        >
          {messages.format('fieldReview.extend')}
        </Button>
      </div>
    );
  },
);

const chosenPoints = (points: readonly StatedPoint[], { range }: PointSelection): readonly StatedPoint[] =>
  range === undefined ? [] : points.slice(range[0], range[1] + 1);

export const SelectedPointPanel = observer((props: TrackPanelProps) => {
  const messages = useMessages();
  const { points, selection } = props;
  const chosen = chosenPoints(points, selection);
  const [first] = chosen;
  if (!first) return null;
  const before = points[(selection.range?.[0] ?? 0) - 1];
  return (
    <ReviewTripPanel title={messages.format('fieldReview.selected', { count: chosen.length })}>
      {chosen.length === 1 && (
        <PointFacts point={first} before={before?.segment === first.segment ? before : undefined} />
      )}
      <PointActions {...props} chosen={chosen} />
    </ReviewTripPanel>
  );
});

interface SegmentProps extends Pick<TrackPanelProps, 'track' | 'points' | 'edit'> {
  readonly segment: number;
}

/** The ends of one segment. The slider moves while it is dragged; the trip changes when it is released. */
const Segment = observer(({ track, points, segment, edit }: SegmentProps) => {
  const messages = useMessages();
  const own = points.filter((point) => point.segment === segment);
  const ends = segmentEnds(track, segment);
  const [dragged, drag] = useState<readonly [number, number]>();
  const [first, last] = dragged ?? ends;
  const name = (index: number): string => {
    const point = own[index];
    return point ? pointName(messages, point) : '';
  };
  const label = messages.format('fieldReview.segment', { number: segment + 1 });
  return (
    <div className="kk-trip-segment" role="group" aria-label={label}>
      <p>
        <b>{label}</b>{' '}
        <span className="kk-soft">
          {messages.format('fieldReview.segmentTimes', { from: name(first), to: name(last), count: last - first + 1 })}
        </span>
      </p>
      {edit && own.length > 1 && (
        <RangeSlider
          min={0}
          max={own.length - 1}
          stepSize={1}
          labelStepSize={Math.max(1, own.length - 1)}
          labelRenderer={(index) => name(index)}
          value={[first, last]}
          handleHtmlProps={{
            start: { 'aria-label': messages.format('fieldReview.segmentStart', { number: segment + 1 }) },
            end: { 'aria-label': messages.format('fieldReview.segmentEnd', { number: segment + 1 }) },
          }}
          onChange={(range) => drag(range)}
          onRelease={(range) => {
            drag(undefined);
            edit(moveSegmentEnds(track, segment, range));
          }}
        />
      )}
    </div>
  );
});

export const SegmentsPanel = observer(({ track, points, edit }: Omit<TrackPanelProps, 'selection'>) => {
  const messages = useMessages();
  const metres = useMemo(() => lengthOfLines(tripLines(track)), [track]);
  return (
    <ReviewTripPanel title={messages.format('fieldReview.track', { length: distanceText(messages, metres) })}>
      {track.segments.map((_, segment) => (
        // oxlint-disable-next-line react/no-array-index-key -- segments are neither added nor moved
        <Segment key={segment} {...{ track, points, segment, edit }} />
      ))}
    </ReviewTripPanel>
  );
});

const FILTERS = ['ALL', 'OUTSIDE', 'DELETED', 'JUMP'] as const;
type PointFilter = (typeof FILTERS)[number];

/** Returns the points to which no person can have moved from the point before. */
const jumpsIn = (points: readonly StatedPoint[]): readonly StatedPoint[] =>
  points.filter((point, at) => {
    const before = points[at - 1];
    return before?.segment === point.segment && reviewIsJump(before.position, point.position);
  });

const reviewFiltered = (points: readonly StatedPoint[], filter: PointFilter): readonly StatedPoint[] => {
  if (filter === 'ALL') return points;
  return filter === 'JUMP' ? jumpsIn(points) : points.filter(({ state }) => state === filter);
};

export const PointsPanel = observer(({ points, selection }: Pick<TrackPanelProps, 'points' | 'selection'>) => {
  const messages = useMessages();
  const [filter, setFilter] = useState<PointFilter>('ALL');
  const counts = useMemo(() => new Map(FILTERS.map((each) => [each, reviewFiltered(points, each).length])), [points]);
  const shown = useMemo(() => reviewFiltered(points, filter), [points, filter]);
  return (
    <ReviewTripPanel title={messages.format('fieldReview.points')}>
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
    </ReviewTripPanel>
  );
});
