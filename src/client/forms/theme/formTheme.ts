// The RJSF theme on Blueprint, whole: every template, every widget that a declaration can reach, and our fields for whole values.

import type { ThemeProps } from '@rjsf/core';
import { FilesField } from 'src/client/forms/fields/FilesField.tsx';
import { GeometryField } from 'src/client/forms/fields/GeometryField.tsx';
import { LanguageField } from 'src/client/forms/fields/LanguageField.tsx';
import { ListField } from 'src/client/forms/fields/ListField.tsx';
import { PartialDateField } from 'src/client/forms/fields/PartialDateField.tsx';
import { RelationField } from 'src/client/forms/fields/RelationField.tsx';
import { TranslatedField } from 'src/client/forms/fields/TranslatedField.tsx';
import { ArrayItemButtons, ArrayItemTemplate, ArrayTemplate } from 'src/client/forms/theme/ArrayTemplate.tsx';
import { BUTTONS } from 'src/client/forms/theme/buttons.tsx';
import { FieldTemplate } from 'src/client/forms/theme/FieldTemplate.tsx';
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
import { ObjectTemplate } from 'src/client/forms/theme/ObjectTemplate.tsx';
import { ColorWidget } from 'src/client/forms/widgets/ColorWidget.tsx';
import {
  BaseInputTemplate,
  EmailWidget,
  HiddenWidget,
  PhoneWidget,
  TextWidget,
  UrlWidget,
} from 'src/client/forms/widgets/InputWidget.tsx';
import { LevelWidget } from 'src/client/forms/widgets/LevelWidget.tsx';
import { ManyWidget, RadioWidget } from 'src/client/forms/widgets/ManyWidget.tsx';
import { DateTimeWidget, DateWidget, TimeWidget } from 'src/client/forms/widgets/MomentWidgets.tsx';
import { SelectWidget } from 'src/client/forms/widgets/SelectWidget.tsx';
import { SwitchWidget } from 'src/client/forms/widgets/SwitchWidget.tsx';
import { TextareaWidget } from 'src/client/forms/widgets/TextareaWidget.tsx';

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
  date: DateWidget,
  dateTime: DateTimeWidget,
  time: TimeWidget,
  switch: SwitchWidget,
  select: SelectWidget,
  multiSelect: ManyWidget,
  level: LevelWidget,
  color: ColorWidget,
  email: EmailWidget,
  phone: PhoneWidget,
  url: UrlWidget,
};

/** Fields for whole values, single or many, by property kind. */
const FIELDS = {
  relation: RelationField,
  list: ListField,
  translated: TranslatedField,
  language: LanguageField,
  partialDate: PartialDateField,
  geometry: GeometryField,
  files: FilesField,
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
