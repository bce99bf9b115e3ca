// Buttons that fill the form of an open step from what is known: the area of its item, or the records that were picked in it. Loaded for such steps.

import { lazy, Suspense } from 'react';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

const FillFromArea = lazy(() =>
  import('src/client/overlap/FillFromArea.tsx').then((module) => ({ default: module.FillFromArea })),
);
const FillFromPicks = lazy(() =>
  import('src/client/picks/FillFromPicks.tsx').then((module) => ({ default: module.FillFromPicks })),
);

interface FillPartProps {
  readonly type: ItemType;
  readonly draft: ItemDraft;
  readonly edit: () => void;
}

export const FillPart = ({ type, draft, edit }: FillPartProps) => {
  const { overlap, picks } = type.view.page ?? {};
  if (!overlap?.counts && picks?.summary === undefined) return null;
  return (
    <Suspense fallback={null}>
      {overlap?.counts && <FillFromArea {...{ draft, edit }} paths={overlap} />}
      {picks?.summary !== undefined && <FillFromPicks {...{ draft, edit, picks }} />}
    </Suspense>
  );
};
