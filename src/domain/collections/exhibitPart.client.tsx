// An exhibition as a page to walk through: its introduction, then each member with its picture, caption and text. Members are those that
// people chose and those that its search finds. A visitor sees the public ones, because each query runs with the rights of the reader.

import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { isEmptyValue } from 'src/base/isEmptyValue.ts';
import {
  Band,
  ItemLink,
  PartFailed,
  PropertyValue,
  useAnswer,
  useClient,
  useColumn,
  useMessages,
  type PagePartProps,
} from 'src/client/extend.ts';
import { EditableValue } from 'src/client/extendPage.ts';
import { coverFileOf, FrontFile, RowSummary, useMembers } from 'src/client/extendListing.ts';
import 'src/domain/collections/exhibitPart.css';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';

/** The text of an exhibition and of each member. */
const EXHIBIT_TEXT = 'description';
const MOST_EXHIBITS = 100;
const IN_COLLECTION = 'collections';

/** Returns the members that were chosen, and after them those that the search finds. */
const useExhibits = (item: Item) => {
  const client = useClient();
  const contents = client.registry.types[item._t]?.view.page?.contents ?? [];
  const types = contents.filter(({ path }) => path === IN_COLLECTION).map(({ type }) => type);
  const members = useMembers(item);
  const found = members.query;
  const chosen = useAnswer(
    { must: { _t: types, [IN_COLLECTION]: [item.$id] }, max: MOST_EXHIBITS, labels: true },
    types,
  );
  const searched = useAnswer(found && { ...found, max: MOST_EXHIBITS, labels: true }, found?.must._t);
  const answers = found ? [chosen, searched] : [chosen];
  return {
    ids: [...new Set(answers.flatMap(({ answer }) => answer?.ids ?? []))].filter((id) => id !== item.$id),
    isKnown: members.isKnown && answers.every(({ answer }) => answer !== undefined),
    failed: [...(members.isKnown ? [] : [members]), ...answers].find(({ failure }) => failure !== undefined),
    leftOut: members.leftOut,
  };
};

/** Returns the stored file of the picture of an item; copies of one file have the same. Observable. */
const pictureFile = (client: ReturnType<typeof useClient>, id: ItemId): string | undefined => {
  const { items, registry } = client;
  const loaded = items.get(id);
  const type = registry.types[typeOfId(id)];
  const picture = loaded.state === 'ready' && type ? coverFileOf(client, type, loaded.item) : undefined;
  const file = picture === undefined ? undefined : items.get(picture);
  return file?.state === 'ready' && typeof file.item['fileID'] === 'string' ? file.item['fileID'] : undefined;
};

/** Returns whether the page shows the picture of the exhibition: not where one of the exhibits, which must be loaded, is that picture. Observable. */
const showsCover = (client: ReturnType<typeof useClient>, item: Item, ids: readonly ItemId[]): boolean => {
  const image = client.registry.types[item._t]?.view.image ?? '';
  if (isEmptyValue(item[image]) || ids.some((id) => client.items.get(id).state === 'loading')) return false;
  const own = pictureFile(client, item.$id);
  return own === undefined || !ids.some((id) => pictureFile(client, id) === own);
};

const Exhibit = observer(({ id }: { readonly id: ItemId }) => {
  const { items, registry } = useClient();
  const column = useColumn();
  const loaded = items.get(id);
  const type = registry.types[typeOfId(id)];
  if (loaded.state !== 'ready' || !type) return null;
  const { item } = loaded;
  const text = type.properties[EXHIBIT_TEXT];
  return (
    <li className="kk-exhibit">
      {!isEmptyValue(item[type.view.image ?? '']) && <FrontFile item={item} type={type} />}
      <div className="kk-exhibit-words">
        <h5>
          <ItemLink id={id} />
        </h5>
        <RowSummary item={item} type={type} display={type.view.row} />
        {text && !isEmptyValue(item[EXHIBIT_TEXT]) && (
          <PropertyValue type={type.name} property={text} value={item[EXHIBIT_TEXT]} item={item} from={column} />
        )}
      </div>
    </li>
  );
});

/** Names the members that are not shown, to people who may change the exhibition. */
const LeftOutExhibits = ({ ids, types }: { readonly ids: readonly ItemId[]; readonly types: readonly string[] }) => {
  const messages = useMessages();
  if (ids.length === 0 && types.length === 0) return null;
  return (
    <Band tone="warning">
      {types.length > 0
        ? messages.format('exhibit.leftOutTypes', {
            types: messages.intl.formatList(types.map((name) => messages.plural(name))),
          })
        : messages.format('exhibit.leftOut', { count: ids.length })}
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <ItemLink id={id} />
          </li>
        ))}
      </ul>
    </Band>
  );
};

export const ExhibitPart = observer(({ item, type, place }: PagePartProps) => {
  const messages = useMessages();
  const column = useColumn();
  const heading = useId();
  const { ids, isKnown, failed, leftOut } = useExhibits(item);
  const client = useClient();
  const text = type.properties[EXHIBIT_TEXT];
  const hasCover = (isKnown || failed !== undefined) && showsCover(client, item, ids);
  return (
    <section className="kk-exhibition" aria-labelledby={heading}>
      {hasCover && <FrontFile item={item} type={type} />}
      {text && !isEmptyValue(item[EXHIBIT_TEXT]) && (
        <div className="kk-exhibition-introduction">
          <EditableValue name={messages.property(type.name, EXHIBIT_TEXT)} property={text} place={place}>
            <PropertyValue type={type.name} property={text} value={item[EXHIBIT_TEXT]} item={item} from={column} />
          </EditableValue>
        </div>
      )}
      <h4 id={heading}>{messages.format('exhibit.title', { count: ids.length })}</h4>
      {failed && <PartFailed message="exhibit.failed" failure={failed.failure} again={failed.again} />}
      {isKnown && ids.length === 0 && <p className="kk-soft">{messages.format('exhibit.empty')}</p>}
      {place && leftOut && <LeftOutExhibits ids={leftOut.ids} types={leftOut.types} />}
      <ol className="kk-plain-list kk-exhibits">
        {ids.map((id) => (
          <Exhibit key={id} id={id} />
        ))}
      </ol>
    </section>
  );
});
