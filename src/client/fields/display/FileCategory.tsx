// The category of a file as read: the word of the list that is named where the file hangs.

import { observer } from 'mobx-react-lite';
import { useClient } from 'src/client/useClient.ts';
import type { Client } from 'src/client/Client.ts';
import type { Item } from 'src/model/item/Item.ts';
import { propertyAt } from 'src/model/schema/paths.ts';

/** Returns undefined for a file without a category, and while the list is read. Observable. */
export const categoryOf = ({ registry, lists }: Pick<Client, 'registry' | 'lists'>, file: Item): string | undefined => {
  const { category, relType, relProp } = file;
  const holder = registry.types[String(relType)];
  const list = holder && propertyAt(holder.properties, String(relProp))?.files?.categories;
  return list === undefined || typeof category !== 'string' ? undefined : lists.labelAmong(list, [], category);
};

interface UploadCategoryProps {
  readonly list: string | undefined;
  readonly category: string | undefined;
}

/** The category of a file that is not an item yet. */
export const UploadCategory = observer(({ list, category }: UploadCategoryProps) => {
  const { lists } = useClient();
  if (list === undefined || category === undefined) return null;
  return <span className="kk-soft"> {lists.labelAmong(list, [], category)}</span>;
});
