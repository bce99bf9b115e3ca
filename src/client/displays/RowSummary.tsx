// The second line of a row or card: the declared summary values on one line, and the level.

import { isEmptyValue } from 'src/base/isEmptyValue.ts';
import { observer } from 'mobx-react-lite';
import type { CSSProperties, ReactNode } from 'react';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { hasPicture, imageAddress } from 'src/client/viewers/CoverImage.tsx';
import { KIND_VIEWS } from 'src/client/generated/kindViews.ts';
import { furtherDates, isRecordTime } from 'src/client/displays/askedDates.ts';
import { isByStep, OrderDay } from 'src/client/displays/OrderDay.tsx';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { LevelTag } from 'src/client/ui/LevelTag.tsx';
import { ShownItem } from 'src/client/ui/ShownItem.tsx';
import { When } from 'src/client/ui/When.tsx';
import { unreadIn } from 'src/model/conversations/messageCounts.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item } from 'src/model/item/Item.ts';
import { levelOf } from 'src/model/item/levelOf.ts';
import { itemNames } from 'src/client/kinds/relation/relationView.tsx';
import { SmallPicture } from 'src/client/ui/SmallPicture.tsx';
import { isDated, isNumeric } from 'src/model/kinds/kindTraits.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { DeclaredRow } from 'src/model/generated/declaredDisplays.ts';

// The small picture of a row, or the type's icon in its place.
export interface ThumbProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly variant?: 'small' | 'medium' | 'large';
}

export const Thumb = ({ item, type, variant = 'small' }: ThumbProps) => {
  const icon = (
    <span className="kk-type-icon" style={{ '--kk-type-color': type.view.color } as CSSProperties}>
      <Icon name={type.view.icon} />
    </span>
  );
  return (
    <span className="kk-row-thumb">
      {hasPicture(type, item) ? <SmallPicture src={imageAddress(item.$id, variant)} otherwise={icon} /> : icon}
    </span>
  );
};

/** One of several values. The style sheet puts a dot between two of them on one line (displays.css). */
const RowPart = ({ children, look = '' }: { readonly children: ReactNode; readonly look?: string }) => (
  <>
    <span className={`kk-row-part ${look}`}>
      <span className="kk-row-value">{children}</span>
    </span>{' '}
  </>
);

const FactName = ({ type, property }: { readonly type: string; readonly property: Property }) => {
  const messages = useMessages();
  return KIND_VIEWS[property.kind].look.unnamed ? (
    <span className="kk-row-fact-name">{messages.property(type, property.name)} </span>
  ) : null;
};

/** Returns true for dates and numbers that need the name of their property. A property `date` and the size of a file need none. */
const needsName = ({ name, kind, reads }: Property): boolean =>
  isDated(kind) ? name !== 'date' : isNumeric(kind) && reads === undefined;

interface ChangeTimeProps {
  readonly item: Item;
  /** The key of the order of the list. */
  readonly order: string | undefined;
}

/** Shows when the item was created in a list in that order, otherwise when it last changed. */
const ChangeTime = ({ item, order }: ChangeTimeProps) => <When at={order === 'created' ? item._c.ts : item.updated} />;

interface RowSummaryProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly display: DeclaredRow | undefined;
  /** True to show the type of the item, for lists of several types. */
  readonly named?: boolean;
  /** The key of the order of the list. */
  readonly order?: string | undefined;
  /** The keys by which the list is sorted and filtered (askedDates.ts). */
  readonly asked?: readonly string[] | undefined;
  /** True where a wide list shows further facts in columns (RowFacts). */
  readonly columned?: boolean;
}

interface PartProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly path: string;
}

/** A value with the name of its property where it needs one. */
const SummaryValue = ({ item, type, path }: PartProps) => {
  const column = useColumn();
  const property = type.properties[path];
  if (!property) return null;
  return (
    <>
      {needsName(property) && <FactName type={type.name} property={property} />}
      <PropertyValue type={type.name} property={property} value={item[path]} item={item} compact from={column} />
    </>
  );
};

interface AskedDatesProps extends Pick<RowSummaryProps, 'item' | 'type' | 'columned'> {
  readonly paths: readonly string[];
}

/** Shows the dates by which the reader sorts or filters. A wide list leaves out those that it shows in a column. */
const AskedDates = ({ item, type, columned = false, paths }: AskedDatesProps) => {
  const { format } = useMessages();
  return paths.map((path) => {
    if (isRecordTime(path))
      return (
        <RowPart key={path}>
          <span className="kk-row-fact-name">{format(`sorts.${path}`)} </span>
          <When at={path === 'created' ? item._c.ts : item.updated} />
        </RowPart>
      );
    if (isEmptyValue(item[path])) return null;
    const at = columned ? factPaths(type).indexOf(path) : -1;
    return (
      <RowPart key={path} look={at > 0 ? `kk-row-until-${MAX_FACTS - at + 1}` : ''}>
        <SummaryValue {...{ item, type, path }} />
      </RowPart>
    );
  });
};

export const RowSummary = (props: RowSummaryProps) => {
  const { item, type, display, named = false, order, asked = [], columned = false } = props;
  const messages = useMessages();
  // The owner has a column of its own there (MixedFacts).
  const shown = (display?.summary ?? []).filter(
    (path) => type.properties[path] && !isEmptyValue(item[path]) && !(named && path === type.read.owner),
  );
  const { registry } = useClient();
  return (
    <div className="kk-row-summary kk-row-parts">
      {registry.conversations?.thread === type.name && <UnreadCount item={item} />}
      {isByStep(type, order) && (
        <RowPart>
          <OrderDay item={item} />
        </RowPart>
      )}
      {named && (
        <RowPart>
          <span className="kk-row-type">{messages.type(type.name)}</span>
        </RowPart>
      )}
      {!named && shown.length === 0 && (
        <>
          <RowPart>{messages.type(type.name)}</RowPart>
          <RowPart>
            <ChangeTime {...{ item, order }} />
          </RowPart>
        </>
      )}
      {shown.map((path) => (
        <RowPart key={path}>
          <SummaryValue {...{ item, type, path }} />
        </RowPart>
      ))}
      <AskedDates {...{ item, type, columned }} paths={furtherDates(type, asked, shown)} />
    </div>
  );
};

/** Shows the number of unread messages of a conversation, and nothing for other items. */
const UnreadCount = observer(({ item }: { readonly item: Item }) => {
  const { readMarks, session } = useClient();
  const messages = useMessages();
  const count = unreadIn(item, readMarks.get(item.$id), session.user);
  return count > 0 ? (
    <RowPart>
      <span className="kk-new-count">{messages.format('conversations.unread', { count })}</span>
    </RowPart>
  ) : null;
});

const MAX_FACTS = 3;

export const isFact = ({ properties }: ItemType, path: string): boolean => {
  const kind = properties[path]?.kind;
  return kind !== undefined && !KIND_VIEWS[kind].look.wide;
};

interface FactProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly property: Property;
}

/** One value of a row, as plain words where its kind has them: links here would stop the keyboard on its way to the next row. */
export const RowFact = observer(({ item, type, property }: FactProps) => {
  const column = useColumn();
  const { items } = useClient();
  const { text } = KIND_VIEWS[property.kind];
  const value = item[property.name];
  if (text && value !== undefined)
    return (
      <ShownItem id={item.$id} property={property.name}>
        {text(value, items)}
      </ShownItem>
    );
  return (
    <>
      <FactName type={type.name} property={property} />
      <PropertyValue type={type.name} property={property} value={value} item={item} compact from={column} />
    </>
  );
});

/**
 * Returns the paths of the columns of a wide list: a longer text (or undefined), and columns of the type's table that are not in the
 * summary.
 */
export const factPaths = (type: ItemType): readonly (string | undefined)[] => {
  const { row, card, grid, headers, title } = type.view;
  const others = new Set([...(row?.summary ?? []), type.levelPath]);
  const columns = [...new Set([...headers, ...(grid?.columns ?? [])])];
  const further = columns.filter((path) => !others.has(path) && !title.includes(`{${path}}`) && isFact(type, path));
  // A longer text that a card shows comes first, in the space that the widest lists have.
  const words = (card?.summary ?? []).find((path) => type.properties[path] && !others.has(path) && !isFact(type, path));
  return [words, ...further.slice(-MAX_FACTS)];
};

/** The facts of a row, shown in columns where the list is wide (displays.css). */
export const RowFacts = ({ item, type }: { readonly item: Item; readonly type: ItemType }) =>
  factPaths(type).map((path, at) => {
    const property = path === undefined ? undefined : type.properties[path];
    if (path === undefined) return null;
    return (
      <div key={path} className={`kk-row-fact kk-row-fact-${at === 0 ? 'words' : MAX_FACTS - at + 1}`}>
        {property && !isEmptyValue(item[path]) && <RowFact {...{ item, type, property }} />}
      </div>
    );
  });

interface MixedFactsProps extends ChangeTimeProps {
  readonly type: ItemType;
}

/** Columns of a list of several types: the owner and the time of the last change or of the creation, which all types have. */
export const MixedFacts = observer(({ item, type, order }: MixedFactsProps) => {
  const { items } = useClient();
  const owner = item[type.read.owner ?? ''];
  return (
    <>
      <div className="kk-row-fact kk-row-fact-2">{itemNames(owner, items)}</div>
      <div className="kk-row-fact kk-row-fact-1">
        <ChangeTime {...{ item, order }} />
      </div>
    </>
  );
});

interface RowLevelProps {
  readonly item: Item;
  /** Keeps the space also for a type without such a value, so that columns align. */
  readonly keepsPlace?: boolean;
}

export const RowLevel = ({ item, keepsPlace = false }: RowLevelProps) => {
  const level = levelOf(useClient().registry.types[item._t], item);
  if (level) return <LevelTag level={level} />;
  return keepsPlace ? <span className="kk-row-fact kk-row-fact-1 kk-row-no-level" /> : null;
};
