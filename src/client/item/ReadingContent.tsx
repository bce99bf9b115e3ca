// The values, pictures and texts of an item on its page: text and media first, facts next to or below them.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { Client } from 'src/client/Client.ts';
import type { EditInPlace } from 'src/client/ClientDomain.ts';
import { EditableValue } from 'src/client/forms/draft/EditableValue.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { coverFileOf, CoverImage, hasPicture } from 'src/client/viewers/CoverImage.tsx';
import { isRecording } from 'src/client/viewers/fileFacts.ts';
import { idsOfFiles } from 'src/client/viewers/fileIds.ts';
import { FilesInPlace, mayOrder } from 'src/client/item/FilesInPlace.tsx';
import { Gallery, isListed, Sound } from 'src/client/viewers/Gallery.tsx';
import { useShell } from 'src/client/menu/ShellStore.ts';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import { ValueRow } from 'src/client/forms/ValueRow.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { readingGroups, isWide, shownAbove, type ShownGroup } from 'src/client/item/readingGroups.ts';

export interface ValuesProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly place: EditInPlace | undefined;
  /** Captions of files are edited in place. */
  readonly captions?: boolean;
}

interface AboveProps extends ValuesProps {
  /** Files at the top of the page: that of the picture, and recordings. */
  readonly above?: readonly ItemId[];
}

interface PathsProps extends AboveProps {
  readonly paths: readonly string[];
}

export const Values = observer(({ item, type, paths, place, captions = false, above }: PathsProps) => {
  const messages = useMessages();
  const column = useColumn();
  const shell = useShell();
  return (
    <dl className="kk-values">
      {paths.map((path) => {
        const property = type.properties[path];
        if (!property) return null;
        const name = messages.property(type.name, path);
        return (
          <ValueRow
            key={path}
            property={property}
            name={
              <>
                {name}
                {shell.debug && <code> {path}</code>}
              </>
            }
          >
            {property.files ? (
              <FilesInPlace
                item={item}
                property={property}
                place={place}
                captions={captions}
                above={above}
                elsewhere={shownAbove(item, type, path)}
              />
            ) : (
              <EditableValue name={name} property={property} place={place}>
                <PropertyValue type={type.name} property={property} value={item[path]} item={item} from={column} />
              </EditableValue>
            )}
          </ValueRow>
        );
      })}
    </dl>
  );
});

interface GroupsProps extends AboveProps {
  readonly groups: readonly ShownGroup[];
  /** Each value is headed by its own name. */
  readonly plain?: boolean;
}

const ReadingGroups = ({ groups, plain = false, ...values }: GroupsProps) =>
  groups.map(({ key, title, paths }) => (
    <section key={key} className="kk-group">
      {title !== undefined && groups.length > 1 && !plain && <h4>{title}</h4>}
      <Values {...values} paths={paths} />
    </section>
  ));

/** Returns the file that is named below the large picture; none where the list of files names it, because this person may change its order. */
const filesBelowPicture = ({ item, type, place }: ValuesProps, cover: ItemId | undefined): readonly ItemId[] => {
  const { image = '' } = type.view;
  if (shownAbove(item, type, image) === 'picture') return idsOfFiles(item[image]);
  const property = type.properties[image];
  return cover === undefined || !property || mayOrder(property, place) ? [] : [cover];
};

interface OfPath extends AboveProps {
  readonly path: string;
}

/** Returns true for a list of files which are all shown in other parts of the page. Observable. */
const listsNothing = ({ items }: Pick<Client, 'items'>, { item, type, place, above = [], path }: OfPath): boolean => {
  const property = type.properties[path];
  if (!property?.files) return false;
  const elsewhere = shownAbove(item, type, path);
  const named = mayOrder(property, place) ? [] : above;
  return idsOfFiles(item[path]).every((id) => named.includes(id) || !isListed(items, { id, elsewhere }));
};

/** Returns the files with sound or film, without those in the head of an entry. Observable. */
const recordingsIn = ({ items }: Pick<Client, 'items'>, { item, type, path }: OfPath): readonly ItemId[] => {
  if (!type.properties[path]?.files || shownAbove(item, type, path) === 'sound') return [];
  return idsOfFiles(item[path]).filter((id) => {
    const loaded = items.get(id);
    return loaded.state === 'ready' && isRecording(loaded.item);
  });
};

/** Recordings at the top of the page: people open its record to play it. Their names are in the list of files where the person may change its order. */
const Recordings = observer(({ paths, ...values }: PathsProps) => {
  const { type, place, captions = false } = values;
  const client = useClient();
  return paths.map((path) => {
    const property = type.properties[path];
    const ids = recordingsIn(client, { ...values, path });
    if (!property || ids.length === 0) return null;
    if (!mayOrder(property, place)) return <Gallery key={path} ids={ids} captions={captions} />;
    return ids.map((id) => <Sound key={id} id={id} films />);
  });
});

/** Returns the groups with only the paths that the condition permits, without empty groups. */
const groupsWith = (groups: readonly ShownGroup[], isPermitted: (path: string) => boolean): readonly ShownGroup[] =>
  groups.map((group) => ({ ...group, paths: group.paths.filter(isPermitted) })).filter(({ paths }) => paths.length > 0);

interface ContentProps extends ValuesProps {
  readonly bare: boolean;
  /** Properties that other parts of the page show. */
  readonly covered?: readonly string[];
  /** Shown above the texts. */
  readonly lead?: ReactNode;
  /** Shown first on a narrow page, and above the facts on a wide one. */
  readonly aside?: ReactNode;
  /** Items that people edit from this page: below the text, next to the facts where there is space. */
  readonly worked?: ReactNode;
}

/** Shows text and media first, at the left where there is space; facts next to or below them. */
export const ReadingContent = observer(({ bare, covered = [], lead, aside, worked, ...values }: ContentProps) => {
  const { item, type } = values;
  const messages = useMessages();
  const client = useClient();
  const admin = client.session.user?.admin === true;
  const { image = '' } = type.view;
  const pictured = (hasPicture(type, item) && !covered.includes(image)) || type.name === SYSTEM_TYPES.file;
  const cover = pictured ? coverFileOf(client, type, item) : undefined;
  const found = readingGroups(item, type, { find: messages.find, admin, bare, covered });
  const paths = found.flatMap((group) => group.paths);
  const recordings = paths.flatMap((path) => recordingsIn(client, { ...values, path }));
  const above = [...(cover === undefined ? [] : [cover]), ...recordings];
  const groups = groupsWith(found, (path) => !listsNothing(client, { ...values, above, path }));
  const only = (wide: boolean): readonly ShownGroup[] => groupsWith(groups, (path) => isWide(type, path) === wide);
  const texts = only(true);
  // A single text at the left has its own name as its heading, so the facts do not repeat it.
  const headings = new Set(texts.flatMap(({ paths }) => paths.map((path) => messages.property(type.name, path))));
  const facts = only(false).map((group) => (headings.has(group.title ?? '') ? { ...group, title: undefined } : group));
  const pictureFiles = filesBelowPicture(values, cover);
  const hasText = recordings.length > 0 || texts.length > 0 || pictured || lead !== undefined;
  const layout = hasText ? `kk-page-split${worked ? ' kk-page-with-work' : ''}` : 'kk-page-whole';
  if (groups.length === 0 && !pictured && recordings.length === 0)
    return worked ?? (covered.length === 0 && <Empty icon="document" title={messages.format('cells.noValues')} />);
  return (
    <div className={layout}>
      {aside}
      {hasText && (
        <div className="kk-page-told">
          {lead}
          <Recordings {...values} paths={paths} />
          {pictured && (
            <figure className={type.view.smallImage === true ? 'kk-page-picture kk-page-portrait' : 'kk-page-picture'}>
              <CoverImage item={item} type={type} />
              {pictureFiles.length > 0 && (
                <Gallery ids={pictureFiles} elsewhere="picture" captions={values.captions === true} />
              )}
            </figure>
          )}
          {type.name === SYSTEM_TYPES.file && <Gallery ids={[item.$id]} />}
          <ReadingGroups {...values} above={above} groups={texts} plain />
        </div>
      )}
      <div className="kk-page-side">
        <ReadingGroups {...values} above={above} groups={facts} />
      </div>
      {worked}
    </div>
  );
});
