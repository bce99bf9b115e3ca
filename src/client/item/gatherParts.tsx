// "Add to my …" in the menu of a record: every type in whose items people gather such records, for each person who may create one. The
// dialog loads when it is opened.

import { Suspense, useState, type ReactNode } from 'react';
import { lazyOf } from 'src/client/ui/lazyOf.ts';
import type { MenuPart } from 'src/client/ui/Menu.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item } from 'src/model/item/Item.ts';
import { mayCreate } from 'src/model/listing/mayCreate.ts';
import type { ItemType, Registry } from 'src/model/schema/Registry.ts';
import type { PageGathers } from 'src/model/schema/TypeView.ts';

const GatherDialog = lazyOf(async () => (await import('src/client/item/GatherDialog.tsx')).GatherDialog);

export interface Gatherer {
  readonly type: ItemType;
  readonly gathers: PageGathers;
}

const gatherersOf = ({ types }: Registry, name: string): readonly Gatherer[] =>
  Object.values(types).flatMap((type) => {
    const { gathers } = type.view.page ?? {};
    return gathers && type.properties[gathers.path]?.rel?.to.includes(name) === true ? [{ type, gathers }] : [];
  });

/** Returns the entries of the menu and the dialog that they open. */
export const useGatherParts = (item: Item): readonly [parts: readonly MenuPart[], dialog: ReactNode] => {
  const { registry, session } = useClient();
  const messages = useMessages();
  const [gatherer, open] = useState<Gatherer>();
  const offered = gatherersOf(registry, item._t).filter(({ type }) => mayCreate(type, session.user));
  const parts = offered.map((each) => ({
    key: `gather-${each.type.name}`,
    icon: each.type.view.icon,
    text: messages.format('gather.part', { type: messages.typeInSentence(each.type.name) }),
    onClick: () => open(each),
  }));
  const dialog = gatherer && (
    <Suspense fallback={null}>
      <GatherDialog item={item} gatherer={gatherer} close={() => open(undefined)} />
    </Suspense>
  );
  return [parts, dialog];
};
