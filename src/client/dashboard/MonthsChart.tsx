// A line over the months: one point for each, which leads to the items of that month.

import { scaleLinear, scalePoint } from 'd3-scale';
import { area, line } from 'd3-shape';
import { ChartLink, useChartFrame } from 'src/client/dashboard/chartParts.tsx';
import type { Fact, PanelFacts } from 'src/client/dashboard/panelFacts.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const HEIGHT = 220;
const EDGE = { top: 22, bottom: 42, start: 34, end: 14 } as const;
const TICKS = 4;
/** Width of the name of a month, in pixels. */
const NAME_WIDTH = 34;

export const MonthsChart = ({ facts }: { readonly facts: PanelFacts }) => {
  const { ref, width, mirrored } = useChartFrame();
  const messages = useMessages();
  const { values, title } = facts;
  const ends: [number, number] = mirrored ? [width - EDGE.start, EDGE.end] : [EDGE.start, width - EDGE.end];
  const across = scalePoint<number>()
    .domain(values.map((_, at) => at))
    .range(ends)
    .padding(0.4);
  const up = scaleLinear()
    .domain([0, Math.max(TICKS, ...values.map(({ count }) => count))])
    .nice(TICKS)
    .range([HEIGHT - EDGE.bottom, EDGE.top]);
  const x = (at: number): number => across(at) ?? 0;
  const points = values.map((fact, at) => ({ fact, at }));
  type Point = { readonly fact: Fact; readonly at: number };
  const path = line<Point>()
    .x(({ at }) => x(at))
    .y(({ fact }) => up(fact.count));
  const ground = area<Point>()
    .x(({ at }) => x(at))
    .y0(up(0))
    .y1(({ fact }) => up(fact.count));
  const step = Math.max(1, Math.ceil(NAME_WIDTH / Math.max(1, across.step())));
  const named = (value: Fact['value'], options: Intl.DateTimeFormatOptions): string =>
    messages.intl.formatDate(`${String(value)}-01`, { ...options, timeZone: 'UTC' });
  return (
    <div className="kk-chart" ref={ref}>
      <svg width={width} height={HEIGHT} role="group" aria-label={title}>
        {up.ticks(TICKS).map((tick) => (
          <g key={tick} aria-hidden>
            <line className="kk-grid-line" x1={ends[0]} x2={ends[1]} y1={up(tick)} y2={up(tick)} />
            <text className="kk-axis" x={mirrored ? width - 4 : EDGE.start - 8} y={up(tick) + 4} textAnchor="end">
              {messages.intl.formatNumber(tick)}
            </text>
          </g>
        ))}
        <path className="kk-line-ground" d={ground(points) ?? ''} />
        <path className="kk-line-path" d={path(points) ?? ''} />
        {points.map(({ fact: { value, label, count, to }, at }) => (
          <g key={String(value)}>
            {(values.length - 1 - at) % step === 0 && (
              <g aria-hidden>
                <text className="kk-axis" x={x(at)} y={HEIGHT - EDGE.bottom + 18} textAnchor="middle">
                  {named(value, { month: 'short' })}
                </text>
                {(at === 0 || String(value).endsWith('-01') || at < step) && (
                  <text className="kk-axis kk-axis-year" x={x(at)} y={HEIGHT - EDGE.bottom + 33} textAnchor="middle">
                    {named(value, { year: 'numeric' })}
                  </text>
                )}
              </g>
            )}
            <ChartLink to={to} label={messages.format('dashboard.open', { value: label, count })} className="kk-point">
              <circle className="kk-point-ground" cx={x(at)} cy={up(count)} r={13} />
              <circle className="kk-point-mark" cx={x(at)} cy={up(count)} r={4} />
            </ChartLink>
            {count > 0 && across.step() > NAME_WIDTH - 6 && (
              <text className="kk-point-count" x={x(at)} y={up(count) - 10} textAnchor="middle" aria-hidden>
                {messages.intl.formatNumber(count)}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
};
