// Objects: the root is laid out as declared (tabs, groups, rows); a nested object is a group of fields with its name.

import type { ObjectFieldTemplateProps, RJSFSchema, UiSchema } from '@rjsf/utils';
import { FormLayout } from 'src/client/forms/theme/FormLayout.tsx';
import { RequiredMark, useRequired } from 'src/client/fields/RequiredMark.tsx';
import { useLabel } from 'src/client/forms/theme/fieldLabels.ts';
import { useFormSession } from 'src/client/fields/session/useFormSession.ts';

const SHORT_TEXT = 40;
const LONG_TEXT = 150;

/** Returns the width of a member: short for numbers and dates, middle for names, the whole width for sentences and values with parts. */
const widthOf = (schema: unknown, uiSchema: UiSchema | undefined): 'short' | 'middle' | 'long' => {
  const { type, maxLength = SHORT_TEXT, format } = schema as RJSFSchema;
  if (type === 'object' || type === 'array' || uiSchema?.['ui:widget'] === 'textarea') return 'long';
  // The value is shown as a name.
  if (format === 'item-id') return 'middle';
  if (type === 'integer' || type === 'number' || format !== undefined) return 'short';
  if (maxLength > LONG_TEXT) return 'long';
  return maxLength <= SHORT_TEXT ? 'short' : 'middle';
};

const MemberFields = ({ properties, schema, uiSchema, fieldPathId, title, required }: ObjectFieldTemplateProps) => {
  const name = useLabel(title);
  const needed = useRequired({ required, fieldPathId });
  const inList = typeof fieldPathId.path.at(-1) === 'number';
  const fields = (
    <div className="kf-members-row">
      {properties.map(({ content, name: member, hidden }) => (
        <div
          key={member}
          className={`kf-member-${widthOf(schema.properties?.[member], uiSchema?.[member])}`}
          hidden={hidden}
        >
          {content}
        </div>
      ))}
    </div>
  );
  // An entry of a list is framed and named by the list itself.
  if (inList || title === '') return fields;
  return (
    <fieldset className="kf-members-set" id={fieldPathId.$id}>
      <legend className="kf-label">
        {name} <RequiredMark required={needed} />
      </legend>
      {fields}
    </fieldset>
  );
};

export const ObjectTemplate = (props: ObjectFieldTemplateProps) => {
  const session = useFormSession();
  if (session && props.fieldPathId.path.length === 0)
    return <FormLayout session={session} properties={props.properties} />;
  return <MemberFields {...props} />;
};
