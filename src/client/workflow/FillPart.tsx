// Buttons of the areas that fill the form of an open step. Loaded for such steps.

import { Suspense } from 'react';
import type { DraftPartProps } from 'src/client/ClientDomain.ts';
import { useClient } from 'src/client/useClient.ts';

export const FillPart = (props: DraftPartProps) => {
  const parts = (useClient().domain.draftParts ?? []).filter(({ isShown }) => isShown(props.type));
  if (parts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      {parts.map(({ key, component: Part }) => (
        <Part key={key} {...props} />
      ))}
    </Suspense>
  );
};
