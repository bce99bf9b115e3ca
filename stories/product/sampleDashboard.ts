// The server's answer for a dashboard with a panel of every chart type, for a person with all rights. The numbers are invented.

import messages from 'src/generated/messages.en.json' with { type: 'json' };
import type { FacetValue, PanelAnswer } from 'src/model/generated/wire.ts';
import { sampleItemsOfType } from 'stories/product/sampleItems.ts';
import { NOW } from 'stories/scripted/storyTime.ts';

const fact = (value: FacetValue['value'], count: number): FacetValue => ({ value, count });

const DUE = [fact('overdue', 4), fact('today', 1), fact('within a week', 6), fact('later', 13)];
const SCREEN = { screen: 'consult.responses', chosen: { state: ['PENDING'] } };

const monthsUntilNow = (): FacetValue[] =>
  [3, 5, 2, 8, 6, 0, 4, 9, 12, 7, 10, 6].map((count, index, all) => {
    const month = new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() + 1 - (all.length - index), 1));
    return fact(month.toISOString().slice(0, 7), count);
  });

const first = sampleItemsOfType('ConsultResponse').slice(0, 4);

const titled = (key: string): Pick<PanelAnswer, 'key' | 'message' | 'title'> => {
  const message = `panels.consult.dashboard.${key}`;
  return { key, message, title: (messages as Readonly<Record<string, string>>)[message] ?? key };
};

export const samplePanels: readonly PanelAnswer[] = [
  {
    ...titled('due'),
    draw: 'figures',
    size: 'THIRD',
    ...SCREEN,
    facet: 'requestedResponseDate',
    total: 24,
    values: DUE,
  },
  {
    ...{ ...titled('community'), draw: 'stacks', size: 'THIRD', ...SCREEN },
    ...{ facet: 'priority', by: 'requestedResponseDate', total: 24 },
    values: [fact('HIGH', 9), fact('NORMAL', 12), fact(null, 3)],
    series: DUE,
    cells: [
      [0, 0, 3],
      [0, 2, 4],
      [0, 3, 2],
      [1, 0, 1],
      [1, 1, 1],
      [1, 3, 10],
      [2, 2, 2],
      [2, 3, 1],
    ],
  },
  {
    ...{ ...titled('calendar'), draw: 'rows', size: 'THIRD', ...SCREEN, total: 24, values: [] },
    ids: first.map(({ $id }) => $id),
    labels: Object.fromEntries(first.map(({ $id, $label }) => [$id, $label])),
  },
  {
    ...{ ...titled('months'), draw: 'months', size: 'TWO_THIRDS', screen: 'consult.responses', chosen: {} },
    ...{ facet: 'distributed', total: 96, values: monthsUntilNow() },
  },
  {
    ...{ ...titled('regions'), draw: 'bars', size: 'THIRD', screen: 'consult.responses', chosen: {} },
    ...{ facet: 'state', total: 140, more: 3 },
    values: [fact('PENDING', 61), fact('RESPONDED', 48), fact('OFFLINE', 9), fact(null, 22)],
  },
  {
    ...{
      ...titled('outcomes'),
      draw: 'bars',
      size: 'THIRD',
      screen: 'consult.responses',
      chosen: { state: ['RESPONDED'] },
    },
    ...{ facet: 'outcome', total: 0, values: [] },
  },
];
