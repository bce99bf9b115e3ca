// The RJSF theme on Blueprint, whole: every template, every widget that a declaration can reach, and our fields for whole values.

import type { ThemeProps } from '@rjsf/core';
import { TranslatableString } from '@rjsf/utils';
import type { IntlShape } from 'react-intl';
import { KIND_EDITS } from 'src/client/generated/kindEdits.ts';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';
import { ControlField } from 'src/client/fields/ControlField.tsx';
import { SearchField } from 'src/client/fields/SearchField.tsx';
import { TagsField } from 'src/client/fields/TagsField.tsx';
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
  PasswordWidget,
  TextareaWidget,
  TextWidget,
  UrlWidget,
} from 'src/client/fields/widgets/InputWidget.tsx';
import { ManyWidget, RadioWidget, SelectWidget, SwitchWidget } from 'src/client/fields/widgets/ChoiceWidgets.tsx';

// RJSF's own words as message ids `forms.rjsf.{Name}`, with p1 and p2 for its %1 and %2.
const TEXT_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(TranslatableString).map(([name, english]) => [english, name]),
);

export const translateWith =
  (intl: IntlShape) =>
  (text: TranslatableString, params: readonly string[] = []): string =>
    intl.formatMessage(
      { id: `forms.rjsf.${TEXT_NAMES.get(text) ?? text}` },
      { p1: params[0] ?? '', p2: params[1] ?? '' },
    );

/** Names and problems are drawn by the field template itself, with their ids, so these have nothing left to draw. */
const RendersNothing = () => null;

const RJSF_WIDGETS = {
  CheckboxWidget: SwitchWidget,
  CheckboxesWidget: ManyWidget,
  ColorWidget,
  EmailWidget,
  HiddenWidget,
  PasswordWidget,
  RadioWidget,
  SelectWidget,
  TextWidget,
  TextareaWidget,
  UpDownWidget: TextWidget,
  URLWidget: UrlWidget,
};

/** Widgets by the names that declarations and the compiler use. */
const KIND_WIDGETS = Object.assign(
  {},
  ...Object.values(KIND_EDITS).map(({ widgets }) => widgets),
) as KindEdit['widgets'];

/** Fields for whole values, single or many, by property kind; `search` by what the page declares, `tags` by the facets, `control` by the form. */
const FIELDS = {
  ...Object.fromEntries(
    Object.entries(KIND_EDITS).flatMap(([kind, { field }]) => (field ? [[kind, field] as const] : [])),
  ),
  search: SearchField,
  tags: TagsField,
  control: ControlField,
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
    ErrorListTemplate: RendersNothing,
    FallbackFieldTemplate: FallbackTemplate,
    FieldErrorTemplate: RendersNothing,
    FieldHelpTemplate: RendersNothing,
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
  widgets: { ...RJSF_WIDGETS, ...KIND_WIDGETS },
};
