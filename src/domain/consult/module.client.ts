// The area of consultations. Its tabs and parts of item pages serve the review of a request: the overlap with an area, the records picked in
// a search, the progress of each party and their answers, the reader's own part, and what was requested and said lately.

import { isEmptyValue } from 'src/base/isEmptyValue.ts';
import type { ClientArea, DraftPart, ItemTab, PagePart } from 'src/client/extend.ts';
import { lazyOf } from 'src/client/extendLazy.ts';

const reviewTabs: readonly ItemTab[] = [
  {
    key: 'overlap',
    isShown: ({ type, user }) => type.view.page?.overlap !== undefined && user !== undefined,
    page: lazyOf(async () => (await import('src/domain/consult/overlap/OverlapTab.client.tsx')).OverlapPage),
  },
  {
    key: 'picks',
    isShown: ({ type, user }) => type.view.page?.picks !== undefined && user !== undefined,
    page: lazyOf(async () => (await import('src/domain/consult/picks/PicksTab.client.tsx')).PicksPage),
    fills: true,
  },
];

const reviewPageParts: readonly PagePart[] = [
  {
    ...{ key: 'own', position: 'work' },
    isShown: ({ type, user }) => type.view.page?.own !== undefined && user !== undefined,
    component: lazyOf(async () => (await import('src/domain/consult/ownPart.client.tsx')).OwnPart),
  },
  {
    ...{ key: 'requests', position: 'work', inWizard: true },
    isShown: ({ type, registry, user }) =>
      type.view.page?.requests !== undefined && registry.conversations !== undefined && user !== undefined,
    component: lazyOf(async () => (await import('src/domain/consult/requestsPart.client.tsx')).RequestsPart),
  },
  {
    ...{ key: 'progress', position: 'work' },
    isShown: ({ item, type }) => !isEmptyValue(item[type.view.page?.progress?.path ?? '']),
    covers: ({ view }) => (view.wizard?.steps ?? []).flatMap(({ choice }) => choice?.path ?? []),
    component: lazyOf(async () => (await import('src/domain/consult/progressPart.client.tsx')).ProgressPart),
  },
  {
    ...{ key: 'answers', position: 'work' },
    isShown: ({ type, user }) => type.view.page?.answers !== undefined && user !== undefined,
    component: lazyOf(async () => (await import('src/domain/consult/answersPart.client.tsx')).AnswersPart),
  },
  {
    ...{ key: 'overlap', position: 'values', fallback: 'kk-overlap-summary' },
    isShown: ({ item, type, user }) => {
      const value = item[type.view.page?.overlap?.area ?? ''];
      return user !== undefined && value !== undefined && value !== null;
    },
    component: lazyOf(
      async () => (await import('src/domain/consult/overlap/OverlapSummary.client.tsx')).OverlapSummary,
    ),
  },
  {
    ...{ key: 'about', position: 'values' },
    isShown: ({ type }) => type.view.page?.about !== undefined,
    component: lazyOf(async () => (await import('src/domain/consult/aboutPart.client.tsx')).AboutPart),
  },
  {
    ...{ key: 'recent', position: 'end' },
    isShown: ({ type, user }) => type.view.page?.recent !== undefined && user !== undefined,
    component: lazyOf(async () => (await import('src/domain/consult/recentPart.client.tsx')).RecentPart),
  },
];

const reviewDraftParts: readonly DraftPart[] = [
  {
    key: 'area',
    isShown: ({ view }) => view.page?.overlap?.counts !== undefined,
    component: lazyOf(
      async () => (await import('src/domain/consult/overlap/FillFromArea.client.tsx')).FillPartFromArea,
    ),
  },
  {
    key: 'picks',
    isShown: ({ view }) => view.page?.picks?.summary !== undefined,
    component: lazyOf(async () => (await import('src/domain/consult/picks/FillFromPicks.client.tsx')).FillFromPicks),
  },
];

export const consultClientArea: ClientArea = {
  tabs: reviewTabs,
  pageParts: reviewPageParts,
  draftParts: reviewDraftParts,
  actionDialogs: {
    consultationLog: lazyOf(async () => (await import('src/domain/consult/logDialog.client.tsx')).LogDialog),
  },
};
