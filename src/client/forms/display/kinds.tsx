// How each property kind is read: one entry per kind, so a new kind is one line here and one component.

import type { ComponentType } from 'react';
import { useIntl } from 'react-intl';
import { EnumValue, LevelValue, ListValue } from 'src/client/forms/display/choiceValues.tsx';
import { DateTimeValue, DateValue, PartialDateValue, TimeValue } from 'src/client/forms/display/dateValues.tsx';
import { FilesValue } from 'src/client/forms/display/FilesValue.tsx';
import { GeometryValue } from 'src/client/forms/display/GeometryValue.tsx';
import { ColourValue, EmailValue, PhoneValue, UrlValue } from 'src/client/forms/display/links.tsx';
import { RelationValue } from 'src/client/forms/display/RelationValue.tsx';
import { LanguageValue, LongTextValue, TextValue, TranslatedValue } from 'src/client/forms/display/texts.tsx';
import type { ValueProps } from 'src/client/forms/display/ValueProps.ts';
import type { PropertyKind } from 'src/model/schema/Property.ts';

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
