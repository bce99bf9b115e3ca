// Bars that lie on their side, one for each value: its name and number above it, so that long names fit at every width. Divided by a
// second facet each bar is a stack, with a legend. The whole bar leads to its items; a part of it to its own, under the pointer.

import { scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import { useId } from 'react';
import { ChartLink, fittedLabel, Patterns, toneFill, toneOf, useChartFrame } from 'src/client/dashboard/chartParts.tsx';
import type { Fact, PanelFacts } from 'src/client/dashboard/panelFacts.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const BAR_ROW = 40;
const BAR = { top: 20, height: 12 } as const;
/** Gap between two parts of a bar. */
const BAR_GAP = 2;
/** More are in the table. */
export const MAX_CHART_BARS = 10;

interface Part {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns start and end of the parts of each bar, in items. A bar is as long as the sum of its parts, which may exceed
 * the number of items when items have several values in the second facet.
 */
const barParts = ({ values, series, cell }: PanelFacts): readonly (readonly Part[])[] => {
  if (series.length === 0) return values.map(({ count }) => [{ at: 0, from: 0, to: count }]);
  const stacked = stack<Fact, number>()
    .keys(series.map((_, at) => at))
    .value((fact, at) => cell(values.indexOf(fact), at).count)([...values]);
  return values.map((_, row) =>
    stacked.flatMap((layer, at) => {
      const [from = 0, to = 0] = layer[row] ?? [];
      return to > from ? [{ at, from, to }] : [];
    }),
  );
};

const Legend = ({ facts, prefix }: { readonly facts: PanelFacts; readonly prefix: string }) => (
  <ul className="kk-chart-legend">
    {facts.series.map(({ value, label }, at) => (
      <li key={String(value)}>
        <svg width={14} height={14} aria-hidden>
          <rect width={14} height={14} rx={3} fill={toneFill(prefix, toneOf(value, at))} />
        </svg>
        {label}
      </li>
    ))}
  </ul>
);

export const BarsChart = ({ facts }: { readonly facts: PanelFacts }) => {
  const { ref, width, mirrored } = useChartFrame();
  const messages = useMessages();
  const prefix = useId();
  const { values, series, title, cell } = facts;
  const shown = values.slice(0, MAX_CHART_BARS);
  const parts = barParts(facts);
  const length = scaleLinear()
    .domain([0, Math.max(1, ...parts.map((row) => row.at(-1)?.to ?? 0))])
    .range([0, width]);
  const leftOf = (from: number, to: number): number => (mirrored ? width - length(to) : length(from));
  return (
    <div className="kk-chart" ref={ref}>
      <svg width={width} height={Math.max(BAR_ROW, shown.length * BAR_ROW)} role="group" aria-label={title}>
        <Patterns prefix={prefix} />
        {shown.map(({ value, label, count, to }, row) => {
          const number = messages.intl.formatNumber(count);
          return (
            <g key={String(value)} transform={`translate(0 ${row * BAR_ROW})`}>
              <ChartLink to={to} label={messages.format('dashboard.open', { value: label, count })} className="kk-bar">
                <rect className="kk-bar-row" x={0} y={1} width={width} height={BAR_ROW - 4} rx={4} />
                <rect className="kk-bar-track" x={0} y={BAR.top} width={width} height={BAR.height} rx={3} />
                {series.length === 0 && count > 0 && (
                  <rect
                    className="kk-bar-fill"
                    x={leftOf(0, count)}
                    y={BAR.top}
                    width={Math.max(3, length(count))}
                    height={BAR.height}
                    rx={3}
                  />
                )}
              </ChartLink>
              <text className="kk-bar-name" x={mirrored ? width - 2 : 2} y={14} aria-hidden>
                {fittedLabel(label, width - 24 - number.length * 9)}
              </text>
              <text className="kk-bar-count" x={mirrored ? 2 : width - 2} y={14} textAnchor="end" aria-hidden>
                {number}
              </text>
              {series.length > 0 &&
                parts[row]?.map(({ at, from, to: end }) => (
                  <ChartLink
                    key={at}
                    pointerOnly
                    to={cell(row, at).to}
                    label={messages.format('dashboard.openBoth', {
                      value: label,
                      series: series[at]?.label ?? '',
                      count: end - from,
                    })}
                    className="kk-bar-part"
                  >
                    <rect
                      x={leftOf(from, end)}
                      y={BAR.top}
                      width={Math.max(2, length(end) - length(from) - BAR_GAP)}
                      height={BAR.height}
                      rx={2}
                      fill={toneFill(prefix, toneOf(series[at]?.value, at))}
                    />
                  </ChartLink>
                ))}
            </g>
          );
        })}
      </svg>
      {series.length > 0 && <Legend facts={facts} prefix={prefix} />}
    </div>
  );
};
