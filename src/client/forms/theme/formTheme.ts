// The RJSF theme on Blueprint, whole: every template, every widget that a declaration can reach, and our fields for whole values.

import type { ThemeProps } from '@rjsf/core';
import { TranslatableString } from '@rjsf/utils';
import type { IntlShape } from 'react-intl';
import { FilesField } from 'src/client/forms/fields/FilesField.tsx';
import { GeometryField } from 'src/client/forms/fields/GeometryField.tsx';
import { LanguageField } from 'src/client/forms/fields/LanguageField.tsx';
import { ListField } from 'src/client/forms/fields/ListField.tsx';
import { PartialDateField } from 'src/client/forms/fields/PartialDateField.tsx';
import { RelationField } from 'src/client/forms/fields/RelationField.tsx';
import { SearchField } from 'src/client/forms/fields/SearchField.tsx';
import { TranslatedField } from 'src/client/forms/fields/TranslatedField.tsx';
import { ArrayItemButtons, ArrayItemTemplate, ArrayTemplate } from 'src/client/forms/theme/ArrayTemplate.tsx';
import { FieldTemplate } from 'src/client/forms/theme/FieldTemplate.tsx';
import { ObjectTemplate } from 'src/client/forms/theme/ObjectTemplate.tsx';
import { BUTTONS } from 'src/client/forms/theme/buttons.tsx';
import {
  ArrayDescriptionTemplate,
  ArrayTitleTemplate,
  CycleTemplate,
  DescriptionTemplate,
  FallbackTemplate,
  GridTemplate,
  MultiSchemaTemplate,
  OptionalDataTemplate,
  TitleTemplate,
  UnsupportedTemplate,
  WrapTemplate,
} from 'src/client/forms/theme/frames.tsx';
import {
  BaseInputTemplate,
  ColorWidget,
  EmailWidget,
  HiddenWidget,
  PhoneWidget,
  TextareaWidget,
  TextWidget,
  UrlWidget,
} from 'src/client/forms/widgets/InputWidget.tsx';
import { MarkdownWidget } from 'src/client/forms/widgets/MarkdownWidget.tsx';
import { LevelWidget } from 'src/client/forms/widgets/LevelWidget.tsx';
import {
  CapabilitiesWidget,
  ManyWidget,
  RadioWidget,
  SelectWidget,
  SwitchWidget,
} from 'src/client/forms/widgets/ChoiceWidgets.tsx';
import { DateTimeWidget, DateWidget, TimeWidget } from 'src/client/forms/widgets/MomentWidgets.tsx';

// RJSF's own words as message ids `forms.rjsf.{Name}`, with p1 and p2 for its %1 and %2.
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(TranslatableString).map(([name, english]) => [english, name]),
);

export const translateWith =
  (intl: IntlShape) =>
  (text: TranslatableString, params: readonly string[] = []): string =>
    intl.formatMessage({ id: `forms.rjsf.${NAMES.get(text) ?? text}` }, { p1: params[0] ?? '', p2: params[1] ?? '' });

/** Names and problems are drawn by the field template itself, with their ids, so these have nothing left to draw. */
const Nothing = () => null;

const RJSF_WIDGETS = {
  CheckboxWidget: SwitchWidget,
  CheckboxesWidget: ManyWidget,
  ColorWidget,
  DateWidget,
  DateTimeWidget,
  EmailWidget,
  HiddenWidget,
  RadioWidget,
  SelectWidget,
  TextWidget,
  TextareaWidget,
  TimeWidget,
  UpDownWidget: TextWidget,
  URLWidget: UrlWidget,
};

/** The names that declarations and the compiler use. */
const OUR_WIDGETS = {
  text: TextWidget,
  textarea: TextareaWidget,
  markdown: MarkdownWidget,
  date: DateWidget,
  dateTime: DateTimeWidget,
  time: TimeWidget,
  switch: SwitchWidget,
  select: SelectWidget,
  multiSelect: ManyWidget,
  capabilities: CapabilitiesWidget,
  level: LevelWidget,
  color: ColorWidget,
  email: EmailWidget,
  phone: PhoneWidget,
  url: UrlWidget,
};

/** Fields for whole values, single or many, by property kind; `search` by what the page declares. */
const FIELDS = {
  relation: RelationField,
  list: ListField,
  translated: TranslatedField,
  language: LanguageField,
  partialDate: PartialDateField,
  geometry: GeometryField,
  files: FilesField,
  search: SearchField,
};

export const THEME: ThemeProps = {
  templates: {
    ArrayFieldTemplate: ArrayTemplate,
    ArrayFieldDescriptionTemplate: ArrayDescriptionTemplate,
    ArrayFieldItemButtonsTemplate: ArrayItemButtons,
    ArrayFieldItemTemplate: ArrayItemTemplate,
    ArrayFieldTitleTemplate: ArrayTitleTemplate,
    BaseInputTemplate,
    ButtonTemplates: BUTTONS,
    CyclicSchemaExpandTemplate: CycleTemplate,
    DescriptionFieldTemplate: DescriptionTemplate,
    ErrorListTemplate: Nothing,
    FallbackFieldTemplate: FallbackTemplate,
    FieldErrorTemplate: Nothing,
    FieldHelpTemplate: Nothing,
    FieldTemplate,
    GridTemplate,
    MultiSchemaFieldTemplate: MultiSchemaTemplate,
    ObjectFieldTemplate: ObjectTemplate,
    OptionalDataControlsTemplate: OptionalDataTemplate,
    TitleFieldTemplate: TitleTemplate,
    UnsupportedFieldTemplate: UnsupportedTemplate,
    WrapIfAdditionalTemplate: WrapTemplate,
  },
  fields: FIELDS,
  widgets: { ...RJSF_WIDGETS, ...OUR_WIDGETS },
};
