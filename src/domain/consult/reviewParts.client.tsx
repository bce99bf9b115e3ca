// What the review of a request adds to item pages: the overlap with an area, and the records picked in a search.

import { lazy } from 'react';
import type { DraftPart, ItemTab, PagePart } from 'src/client/extend.ts';

const OverlapTab = lazy(() =>
  import('src/domain/consult/overlap/OverlapTab.client.tsx').then((module) => ({ default: module.OverlapTab })),
);
const OverlapSummary = lazy(() =>
  import('src/domain/consult/overlap/OverlapSummary.client.tsx').then((module) => ({ default: module.OverlapSummary })),
);
const PicksTab = lazy(() =>
  import('src/domain/consult/picks/PicksTab.client.tsx').then((module) => ({ default: module.PicksTab })),
);
const FillFromArea = lazy(() =>
  import('src/domain/consult/overlap/FillFromArea.client.tsx').then((module) => ({ default: module.FillFromArea })),
);
const FillFromPicks = lazy(() =>
  import('src/domain/consult/picks/FillFromPicks.client.tsx').then((module) => ({ default: module.FillFromPicks })),
);

export const reviewTabs: readonly ItemTab[] = [
  {
    key: 'overlap',
    isShown: ({ type, user }) => type.view.page?.overlap !== undefined && user !== undefined,
    page: ({ goTo, ...props }) => <OverlapTab key={props.item.$id} {...props} edit={() => goTo('edit')} />,
  },
  {
    key: 'picks',
    isShown: ({ type, user }) => type.view.page?.picks !== undefined && user !== undefined,
    page: (props) => <PicksTab key={props.item.$id} {...props} />,
    fills: true,
  },
];

export const reviewPageParts: readonly PagePart[] = [
  {
    key: 'overlap',
    place: 'lead',
    isShown: ({ item, type, user }) => {
      const value = item[type.view.page?.overlap?.area ?? ''];
      return user !== undefined && value !== undefined && value !== null;
    },
    component: OverlapSummary,
    fallback: <div className="kk-overlap-summary" />,
  },
];

export const reviewDraftParts: readonly DraftPart[] = [
  {
    key: 'area',
    isShown: ({ view }) => view.page?.overlap?.counts !== undefined,
    component: ({ type, ...props }) => <FillFromArea {...props} paths={type.view.page?.overlap ?? {}} />,
  },
  {
    key: 'picks',
    isShown: ({ view }) => view.page?.picks?.summary !== undefined,
    component: ({ type, ...props }) => {
      const { picks } = type.view.page ?? {};
      return picks && <FillFromPicks {...props} picks={picks} />;
    },
  },
];
