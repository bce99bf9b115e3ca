// How each property kind is read: one entry per kind, so a new kind is one line here and one component.

import { WordLoading } from 'src/client/ui/Loading.tsx';
import { observer } from 'mobx-react-lite';
import { type ComponentType, lazy, Suspense } from 'react';
import { useIntl } from 'react-intl';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { FilesValue } from 'src/client/forms/display/FilesValue.tsx';
import type { ValueProps } from 'src/client/forms/display/ValueProps.ts';
import { ColourValue, EmailValue, PhoneValue, UrlValue } from 'src/client/forms/display/links.tsx';
import { LanguageValue, LongTextValue, TextValue, TranslatedValue } from 'src/client/forms/display/texts.tsx';
import { itemIn, ownerOf } from 'src/client/forms/rules/ownerOf.ts';
import { asPoint, boundsOf, geometryType } from 'src/client/forms/text/geometry.ts';
import { formatPartialDate } from 'src/client/forms/text/partialDate.ts';
import { LevelTag } from 'src/client/ui/LevelTag.tsx';
import { formatDate, formatRelative } from 'src/client/ui/dates.ts';
import { readableName } from 'src/model/text/readableName.ts';
import { stateWord } from 'src/client/ui/stateWord.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { isLevel } from 'src/model/access/levels.ts';
import { isOther, otherText } from 'src/model/item/otherMarker.ts';
import type { PropertyKind } from 'src/model/generated/kindNames.ts';

const PlaceMap = lazy(() => import('src/client/map/PlaceMap.tsx').then((module) => ({ default: module.PlaceMap })));

/** On a page with a small map; in a row of values in words alone. */
const GeometryValue = (props: ValueProps) => {
  const words = <GeometryWords {...props} />;
  if (props.compact || typeof CanvasRenderingContext2D !== 'function') return words;
  return (
    <div className="kf-place">
      <Suspense fallback={null}>
        <PlaceMap {...props} />
      </Suspense>
      {words}
    </div>
  );
};

// A geometry in words: where a point is, or what kind of shape lies between which bounds.
const GeometryWords = ({ value }: ValueProps) => {
  const intl = useIntl();
  const number = (degrees: number): string =>
    intl.formatNumber(degrees, { maximumFractionDigits: 5, signDisplay: 'auto' });
  const point = asPoint(value);
  if (point) {
    return (
      <bdi dir="ltr">
        {intl.formatMessage(
          { id: 'forms.geometry.point' },
          { latitude: number(point[1]), longitude: number(point[0]) },
        )}
      </bdi>
    );
  }
  const bounds = boundsOf(value);
  const type = geometryType(value);
  if (!bounds || !type) return null;
  const [west, south, east, north] = bounds.map(number);
  const kind = intl.formatMessage({ id: `forms.geometry.kinds.${type}` });
  return (
    <bdi>
      {intl.formatMessage(
        { id: 'forms.geometry.within' },
        { kind, west: west ?? '', south: south ?? '', east: east ?? '', north: north ?? '' },
      )}
    </bdi>
  );
};

// A related item as a link with its label. An item the reader may not see is not shown at all.
const RelationValue = observer(({ value }: ValueProps) => {
  const { items } = useClient();
  if (typeof value !== 'string') return null;
  const label = items.label(value);
  if (items.isAbsent(value)) return null;
  return <ItemLink id={value}>{label === undefined ? undefined : <span dir="auto">{label}</span>}</ItemLink>;
});

// Dates and times as read: DD-MMM-YYYY, how long ago in the tooltip, the exact value for machines.
const Dated = ({ value, withTime }: { readonly value: string; readonly withTime: boolean }) => {
  const intl = useIntl();
  return (
    <time dateTime={value} title={formatRelative(intl, value)} className="kf-date">
      {formatDate(intl, value, withTime)}
    </time>
  );
};

const DateValue = ({ value }: ValueProps) => <Dated value={String(value)} withTime={false} />;

const DateTimeValue = ({ value }: ValueProps) => <Dated value={String(value)} withTime />;

/** `09:30:00` reads 09:30; seconds are shown only when there are any. */
const TimeValue = ({ value }: ValueProps) => (
  <time dateTime={String(value)}>{String(value).replace(/^(\d{2}:\d{2})(?::00(?:\.0+)?)?(?:Z)?$/, '$1')}</time>
);

const PartialDateValue = ({ value }: ValueProps) => {
  const intl = useIntl();
  return (
    <time dateTime={String(value)} className="kf-date">
      {formatPartialDate(intl, String(value))}
    </time>
  );
};

// Chosen values as read: enum keys, values of a value list, visibility levels. The stored key is never shown where a label is known.
const EnumValue = ({ type, path, value, item }: ValueProps) => {
  const messages = useMessages();
  const declared = useClient().registry.types[type];
  const key = String(value);
  if (declared?.states?.property === path) return <>{stateWord(messages, declared, { state: key, item })}</>;
  return <>{messages.find(`types.${type}.enum.${path}.${key}`) ?? readableName(key)}</>;
};

const ListValue = observer(({ property: { list }, value, item }: ValueProps) => {
  const { lists, items } = useClient();
  const messages = useMessages();
  const key = String(value);
  if (isOther(key)) return <span dir="auto">{otherText(key) || messages.format('forms.otherValue')}</span>;
  const owner = list && ownerOf(list, item, (id) => itemIn(items.get(id)));
  if (!list) return <span dir="auto">{key}</span>;
  // Whose value it is may be hidden, or not read yet.
  const label = owner ? lists.label(list.list, owner, key) : lists.labelAmong(list.list, [], key);
  return <span dir="auto">{label ?? <WordLoading />}</span>;
});

const LevelValue = ({ value }: ValueProps) => (isLevel(value) ? <LevelTag level={value} /> : <>{String(value)}</>);

/** Objects are read by PropertyValue itself, since their members may be of any kind. */
export type LeafKind = Exclude<PropertyKind, 'object'>;

const NumberValue = ({ value }: ValueProps) => {
  const intl = useIntl();
  return (
    <>
      {typeof value === 'number'
        ? intl.formatNumber(value, { maximumFractionDigits: 20, useGrouping: Math.abs(value) >= 10_000 })
        : String(value)}
    </>
  );
};

const BooleanValue = ({ value }: ValueProps) => {
  const intl = useIntl();
  return <>{intl.formatMessage({ id: value === true ? 'forms.yes' : 'forms.no' })}</>;
};

export const KINDS: Readonly<Record<LeafKind, ComponentType<ValueProps>>> = {
  text: TextValue,
  longText: LongTextValue,
  translated: TranslatedValue,
  language: LanguageValue,
  integer: NumberValue,
  number: NumberValue,
  boolean: BooleanValue,
  date: DateValue,
  dateTime: DateTimeValue,
  time: TimeValue,
  partialDate: PartialDateValue,
  enum: EnumValue,
  list: ListValue,
  level: LevelValue,
  relation: RelationValue,
  email: EmailValue,
  phone: PhoneValue,
  url: UrlValue,
  color: ColourValue,
  geometry: GeometryValue,
  files: FilesValue,
};
