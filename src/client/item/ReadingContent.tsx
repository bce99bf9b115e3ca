// The values, pictures and texts of an item on its page: text and media first, facts next to or below them.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { EditInPlace } from 'src/client/ClientDomain.ts';
import { EditableValue } from 'src/client/forms/draft/EditableValue.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { coverFileOf, CoverImage, hasPicture } from 'src/client/viewers/CoverImage.tsx';
import { idsOfFiles } from 'src/client/viewers/fileIds.ts';
import { FilesInPlace, mayOrder } from 'src/client/item/FilesInPlace.tsx';
import { Gallery } from 'src/client/viewers/Gallery.tsx';
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

interface CoverProps extends ValuesProps {
  /** File whose picture is at the top of the page. */
  readonly cover?: ItemId | undefined;
}

interface PathsProps extends CoverProps {
  readonly paths: readonly string[];
}

export const Values = observer(({ item, type, paths, place, captions = false, cover }: PathsProps) => {
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
                cover={path === type.view.image ? cover : undefined}
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

interface GroupsProps extends CoverProps {
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
  const groups = readingGroups(item, type, { find: messages.find, admin, bare, covered });
  const only = (wide: boolean): readonly ShownGroup[] =>
    groups
      .map((group) => ({ ...group, paths: group.paths.filter((path) => isWide(type, path) === wide) }))
      .filter(({ paths }) => paths.length > 0);
  const texts = only(true);
  // A single text at the left has its own name as its heading, so the facts do not repeat it.
  const headings = new Set(texts.flatMap(({ paths }) => paths.map((path) => messages.property(type.name, path))));
  const facts = only(false).map((group) => (headings.has(group.title ?? '') ? { ...group, title: undefined } : group));
  const { image = '' } = type.view;
  const pictured = (hasPicture(type, item) && !covered.includes(image)) || type.name === SYSTEM_TYPES.file;
  const cover = pictured ? coverFileOf(client, type, item) : undefined;
  const pictureFiles = filesBelowPicture(values, cover);
  const hasText = texts.length > 0 || pictured || lead !== undefined;
  const layout = hasText ? `kk-page-split${worked ? ' kk-page-with-work' : ''}` : 'kk-page-whole';
  if (groups.length === 0 && !pictured)
    return worked ?? (covered.length === 0 && <Empty icon="document" title={messages.format('cells.noValues')} />);
  return (
    <div className={layout}>
      {aside}
      {hasText && (
        <div className="kk-page-told">
          {lead}
          {pictured && (
            <figure className={type.view.smallImage === true ? 'kk-page-picture kk-page-portrait' : 'kk-page-picture'}>
              <CoverImage item={item} type={type} />
              {pictureFiles.length > 0 && (
                <Gallery ids={pictureFiles} elsewhere="picture" captions={values.captions === true} />
              )}
            </figure>
          )}
          {type.name === SYSTEM_TYPES.file && <Gallery ids={[item.$id]} />}
          <ReadingGroups {...values} cover={cover} groups={texts} plain />
        </div>
      )}
      <div className="kk-page-side">
        <ReadingGroups {...values} cover={cover} groups={facts} />
      </div>
      {worked}
    </div>
  );
});
