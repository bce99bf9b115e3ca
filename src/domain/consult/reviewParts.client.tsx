// Tabs and parts of item pages for the review of a request: the overlap with an area, the records picked in a search, the progress
// of each party and their answers.

import { lazy } from 'react';
import type { DraftPart, ItemTab, PagePart } from 'src/client/extend.ts';

const OverlapPage = lazy(() =>
  import('src/domain/consult/overlap/OverlapTab.client.tsx').then((module) => ({ default: module.OverlapPage })),
);
const OverlapSummary = lazy(() =>
  import('src/domain/consult/overlap/OverlapSummary.client.tsx').then((module) => ({ default: module.OverlapSummary })),
);
const PicksPage = lazy(() =>
  import('src/domain/consult/picks/PicksTab.client.tsx').then((module) => ({ default: module.PicksPage })),
);
const FillPartFromArea = lazy(() =>
  import('src/domain/consult/overlap/FillFromArea.client.tsx').then((module) => ({ default: module.FillPartFromArea })),
);
const FillFromPicks = lazy(() =>
  import('src/domain/consult/picks/FillFromPicks.client.tsx').then((module) => ({ default: module.FillFromPicks })),
);

const ProgressPart = lazy(() =>
  import('src/domain/consult/progressPart.client.tsx').then((module) => ({ default: module.ProgressPart })),
);
const AnswersPart = lazy(() =>
  import('src/domain/consult/answersPart.client.tsx').then((module) => ({ default: module.AnswersPart })),
);

export const reviewTabs: readonly ItemTab[] = [
  {
    key: 'overlap',
    isShown: ({ type, user }) => type.view.page?.overlap !== undefined && user !== undefined,
    page: OverlapPage,
  },
  {
    key: 'picks',
    isShown: ({ type, user }) => type.view.page?.picks !== undefined && user !== undefined,
    page: PicksPage,
    fills: true,
  },
];

export const reviewPageParts: readonly PagePart[] = [
  {
    key: 'overlap',
    isShown: ({ item, type, user }) => {
      const value = item[type.view.page?.overlap?.area ?? ''];
      return user !== undefined && value !== undefined && value !== null;
    },
    component: OverlapSummary,
    fallback: 'kk-overlap-summary',
  },
  {
    key: 'progress',
    isShown: ({ item, type }) => item[type.view.page?.progress?.path ?? ''] !== undefined,
    component: ProgressPart,
    isWork: true,
  },
  {
    key: 'answers',
    isShown: ({ type, user }) => type.view.page?.answers !== undefined && user !== undefined,
    component: AnswersPart,
    isWork: true,
  },
];

export const reviewDraftParts: readonly DraftPart[] = [
  {
    key: 'area',
    isShown: ({ view }) => view.page?.overlap?.counts !== undefined,
    component: FillPartFromArea,
  },
  {
    key: 'picks',
    isShown: ({ view }) => view.page?.picks?.summary !== undefined,
    component: FillFromPicks,
  },
];
