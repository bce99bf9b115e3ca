// The parts that the areas add to the page of an item.

import { observer } from 'mobx-react-lite';
import { Suspense } from 'react';
import type { PagePart, PagePartProps } from 'src/client/ClientDomain.ts';
import { useClient } from 'src/client/useClient.ts';

/** Returns the parts of the item that this reader sees. */
export const usePageParts = ({ item, type }: Pick<PagePartProps, 'item' | 'type'>): readonly PagePart[] => {
  const { domain, registry, session } = useClient();
  const context = { item, type, registry, user: session.user };
  return (domain.pageParts ?? []).filter(({ isShown }) => isShown(context));
};

interface PagePartsProps extends PagePartProps {
  readonly parts: readonly PagePart[];
}

export const PageParts = observer(({ parts, ...props }: PagePartsProps) =>
  parts.map(({ key, component: Part, fallback }) => (
    <Suspense key={key} fallback={fallback === undefined ? null : <div className={fallback} />}>
      <Part key={props.item.$id} {...props} />
    </Suspense>
  )),
);
