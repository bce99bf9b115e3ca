// Forms that no item type declares: a list of fields gives the schema, the uiSchema, the layout and the rules of the form. The same
// controls and messages serve as in the forms of items.

import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import { useEffect, useMemo, useRef, type ComponentType } from 'react';
import { isBlankValue } from 'src/base/isEmptyValue.ts';
import type { OwnControlProps } from 'src/client/fields/ControlField.tsx';
import type { Choices } from 'src/client/fields/Choices.ts';
import type { FormProblem } from 'src/client/fields/rules/FormProblem.ts';
import { textListsIn } from 'src/client/fields/session/formValues.ts';
import type { FormPlan } from 'src/client/fields/session/FormSession.ts';
import { brokenKeywords, hiddenNames } from 'src/client/fields/session/layout.ts';
import type { PropertyKind } from 'src/model/generated/kindNames.ts';
import { CODECS } from 'src/model/generated/kindCodecs.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { fieldUi } from 'src/model/schema/fieldUi.ts';
import type { LoadedForm } from 'src/model/schema/LoadedForm.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { ruleOfError } from 'src/model/schema/ruleOfError.ts';
import type { LayoutField } from 'src/model/schema/TypeView.ts';
import { pointerOf } from 'src/model/text/jsonPointer.ts';

/** A field is a property with its words and layout. The kind is `text` unless the field says otherwise. */
export interface FormField extends Partial<Omit<Property, 'name'>>, Pick<LayoutField, 'width' | 'when'> {
  /** Name of the value, and so the first part of the path at which the server refuses it. */
  readonly name: string;
  /** Message id, or the words themselves. */
  readonly label: string;
  /** Message id, or the words themselves. */
  readonly help?: string | undefined;
  /** Puts the field into the row of the field before it. */
  readonly sameRow?: boolean;
  /** Replaces the choices of the kind. */
  readonly choices?: Choices | undefined;
  /** Message id of the choice of nothing; null for no such choice. */
  readonly none?: string | null;
  /** Replaces the widget of the kind. */
  readonly widget?: string;
  readonly control?: ComponentType<OwnControlProps>;
  /** Language tag of the text, if it is not that of the page. */
  readonly language?: string;
  /** Name of the value that the browser may fill in, as the HTML attribute `autocomplete` has it. */
  readonly autoComplete?: string;
  /** Returns what is wrong with a value: a message id, also with its values. */
  readonly fault?: (value: Json, values: Values) => string | Omit<FormProblem, 'path'> | undefined;
}

const propertyOfField = ({ name, kind = 'text', ...field }: FormField): Property => ({
  ...{ many: false, required: false, readOnly: false },
  ...field,
  ...{ name, kind },
});

/** Keywords of the schema that a property answers for. */
const LIMITS = ['minLength', 'maxLength', 'minimum', 'maximum'] as const;
const LIST_LIMITS = ['minItems', 'maxItems'] as const;

const limitsIn = (property: Property, names: readonly (keyof Property)[]): Record<string, Json> =>
  Object.fromEntries(names.flatMap((name) => (typeof property[name] === 'number' ? [[name, property[name]]] : [])));

/** A field for whole values needs no type. */
const jsonTypeOf = (kind: PropertyKind, isChosen: boolean): { readonly type?: string } => {
  const { declared, form } = CODECS[kind];
  return form.field === undefined || isChosen ? { type: declared.type ?? 'string' } : {};
};

type Schema = Readonly<Record<string, Json>>;

const schemaOf = (field: FormField): Schema => {
  if (field.control) return {};
  const property = propertyOfField(field);
  const { kind, many, values } = property;
  const one = {
    ...jsonTypeOf(kind, field.choices !== undefined),
    ...limitsIn(property, LIMITS),
    ...(values && { enum: [...values] }),
  };
  return many ? { type: 'array', items: one, ...limitsIn(property, LIST_LIMITS) } : one;
};

const uiOf = (field: FormField): Record<string, unknown> => {
  const property = propertyOfField(field);
  const { label, help, choices, none, control, autoComplete, language } = field;
  const ui: Readonly<Record<string, unknown>> = fieldUi(property, label);
  const widget = field.widget ?? (choices && (property.many ? 'multiSelect' : 'select'));
  return {
    ...ui,
    'ui:options': { ...(ui['ui:options'] as object), help, choices, none, control, autoComplete, language },
    ...(widget !== undefined && { 'ui:widget': widget, 'ui:field': undefined }),
    ...(control && { 'ui:field': 'control' }),
  };
};

/** Checks what the browser can check. The server checks everything. */
const problemsOf = (field: FormField, values: Values): readonly FormProblem[] => {
  const property = propertyOfField(field);
  const value = values[field.name];
  const path = pointerOf([field.name]);
  if (value === undefined || isBlankValue(value))
    return property.required ? [{ path, message: 'errors.required' }] : [];
  const fault = field.fault?.(value, values);
  if (fault !== undefined) return [{ path, ...(typeof fault === 'string' ? { message: fault } : fault) }];
  if (field.control) return [];
  const { enum: _, items: __, ...schema } = schemaOf(field);
  const broken = brokenKeywords(value, schema)[0];
  if (broken !== undefined) {
    const params = { limit: schema[broken], type: schema['type'] };
    const problem = ruleOfError({ keyword: broken, params, instancePath: path });
    return problem ? [problem] : [];
  }
  const { declared, formats } = CODECS[property.kind];
  const rules = declared.type === undefined ? Object.values(formats) : [];
  const isRight = typeof value !== 'string' || rules.some(({ accepts }) => accepts(value));
  return isRight ? [] : rules.slice(0, 1).map(({ message }) => ({ path, message }));
};

/** Schemas of fields have no conditions, which are all that RJSF asks a validator for here. */
export const NO_VALIDATOR: ValidatorType = {
  isValid: () => true,
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({}),
};

export interface FieldForm {
  readonly form: Pick<LoadedForm, 'schema' | 'uiSchema'>;
  readonly plan: FormPlan;
}

export const fieldForm = (fields: readonly FormField[]): FieldForm => {
  const names = fields.map(({ name }) => name);
  const rows: LayoutField[][] = [];
  for (const { name, width, when, sameRow } of fields) {
    const cell = { path: name, ...(width && { width }), ...(when && { when }) };
    if (sameRow) rows.at(-1)?.push(cell);
    else rows.push([cell]);
  }
  const layout = [{ key: 'main', groups: [{ key: 'main', rows }] }];
  const schema: RJSFSchema = {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, { ...schemaOf(field), title: field.label }])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
  return {
    form: { schema, uiSchema: Object.fromEntries(fields.map((field) => [field.name, uiOf(field)])) },
    plan: {
      ...{ type: '', layout, lifted: [], names, needed: new Set(), shown: new Set(names) },
      textLists: textListsIn(schema.properties),
      check: (values) => {
        const hidden = hiddenNames(layout, values);
        return fields.flatMap((field) => (hidden.has(field.name) ? [] : problemsOf(field, values)));
      },
    },
  };
};

/** Returns the form of the fields, the same one while they are equal. Its check uses the functions of the newest fields. */
export const useFieldForm = (fields: readonly FormField[]): FieldForm => {
  const newest = useRef(fields);
  useEffect(() => {
    newest.current = fields;
  });
  const key = JSON.stringify(fields);
  return useMemo(() => {
    const { form, plan } = fieldForm(fields);
    return { form, plan: { ...plan, check: (values) => fieldForm(newest.current).plan.check(values) } };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says whether the fields are the same
  }, [key]);
};

/** Returns what the person answered: texts without the spaces around them, and nothing for what is empty or not shown. */
export const answersIn = (fields: readonly FormField[], values: Values): Values => {
  const { plan } = fieldForm(fields);
  const hidden = hiddenNames(plan.layout, values);
  return Object.fromEntries(
    fields.flatMap(({ name }): [string, Json][] => {
      const value = values[name];
      if (value === undefined || isBlankValue(value) || hidden.has(name)) return [];
      return [[name, typeof value === 'string' ? value.trim() : value]];
    }),
  );
};
