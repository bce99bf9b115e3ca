// Speakers of a recording: the people whom its item names in the relation that the type declares (`page.entry.voices`).

import { observer } from 'mobx-react-lite';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { fileTypeOf } from 'src/client/viewers/fileFacts.ts';
import type { Item } from 'src/model/item/Item.ts';
import { valuesAt } from 'src/model/schema/paths.ts';

/** Renders nothing for a file of another kind, and when the reader may see none of them. */
export const Voices = observer(({ file }: { readonly file: Item }) => {
  const { items, registry } = useClient();
  const { property, intl } = useMessages();
  const { rel } = file;
  if (typeof rel !== 'string' || !/^(?:audio|video)\//.test(fileTypeOf(file))) return null;
  const loaded = items.get(rel);
  const { item } = loaded.state === 'ready' ? loaded : {};
  const path = item && registry.types[item._t]?.view.page?.entry?.voices;
  if (!item || path === undefined) return null;
  const names = valuesAt(item, path).flatMap((id) => items.label(String(id)) ?? []);
  if (names.length === 0) return null;
  return (
    <p className="kk-voices">
      <span className="kk-soft">{property(item._t, path)}</span> <bdi>{intl.formatList(names)}</bdi>
    </p>
  );
});
