// Small templates of the theme: titles, descriptions, alternatives, optional parts, open-ended properties, and unsupported fields.

import { Callout, Card } from '@blueprintjs/core';
import {
  ADDITIONAL_PROPERTY_FLAG,
  TranslatableString,
  type ArrayFieldDescriptionProps,
  type ArrayFieldTitleProps,
  type CyclicSchemaExpandProps,
  type DescriptionFieldProps,
  type FallbackFieldTemplateProps,
  type GridTemplateProps,
  type MultiSchemaFieldTemplateProps,
  type OptionalDataControlsTemplateProps,
  type TitleFieldProps,
  type UnsupportedFieldProps,
  type WrapIfAdditionalTemplateProps,
} from '@rjsf/utils';
import { RequiredMark } from 'src/client/fields/RequiredMark.tsx';
import { useLabel } from 'src/client/forms/theme/fieldLabels.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export const TitleTemplate = ({ id, title, required, optionalDataControl }: TitleFieldProps) => (
  <legend id={id} className="kf-label">
    {useLabel(title)} <RequiredMark required={required === true} /> {optionalDataControl}
  </legend>
);

export const ArrayTitleTemplate = ({ title, fieldPathId, required, optionalDataControl }: ArrayFieldTitleProps) => {
  const name = useLabel(title ?? '');
  return title === undefined || title === '' ? null : (
    <legend id={`${fieldPathId.$id}__title`} className="kf-label">
      {name} <RequiredMark required={required === true} /> {optionalDataControl}
    </legend>
  );
};

/** Descriptions are message ids as well; one that is not known is left out rather than shown as an id. */
const useFieldDescription = (description: unknown): string | undefined => {
  const messages = useMessages();
  return typeof description === 'string' && description !== '' ? messages.find(description) : undefined;
};

export const DescriptionTemplate = ({ id, description }: DescriptionFieldProps) => {
  const text = useFieldDescription(description);
  return text === undefined ? null : (
    <p id={id} className="kf-help">
      {text}
    </p>
  );
};

export const ArrayDescriptionTemplate = ({ fieldPathId, description }: ArrayFieldDescriptionProps) => {
  const text = useFieldDescription(description);
  return text === undefined ? null : (
    <p id={`${fieldPathId.$id}__description`} className="kf-help">
      {text}
    </p>
  );
};

export const GridTemplate = ({ children, column, className, ...rest }: GridTemplateProps) => (
  <div className={`${column ? 'kf-cell' : 'kf-row'} ${typeof className === 'string' ? className : ''}`} {...rest}>
    {children}
  </div>
);

export const MultiSchemaTemplate = ({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) => (
  <Card compact className="kf-alternatives">
    {selector}
    {optionSchemaField}
  </Card>
);

export const FallbackTemplate = ({ typeSelector, schemaField }: FallbackFieldTemplateProps) => (
  <Card compact className="kf-alternatives">
    {typeSelector}
    {schemaField}
  </Card>
);

export const OptionalDataTemplate = ({ id, label, onAddClick, onRemoveClick }: OptionalDataControlsTemplateProps) => {
  if (onAddClick) return <IconButton id={id} icon="plus" size="small" label={label} onClick={onAddClick} />;
  if (onRemoveClick) return <IconButton id={id} icon="trash" size="small" label={label} onClick={onRemoveClick} />;
  return (
    <em id={id} className="kk-soft">
      {label}
    </em>
  );
};

/** Every declared property can be shown, so this appears only for a form made elsewhere. */
export const UnsupportedTemplate = ({ fieldPathId, reason, registry }: UnsupportedFieldProps) => (
  <Callout intent="warning" compact>
    {registry.translateString(TranslatableString.UnsupportedFieldWithIdAndReason, [fieldPathId.path.join('.'), reason])}
  </Callout>
);

export const CycleTemplate = ({ name, fieldPathId, registry, onExpand }: CyclicSchemaExpandProps) => (
  <div className="kf-alternatives">
    <p className="kf-help">{registry.translateString(TranslatableString.CycleDetected, [name])}</p>
    <Button size="small" onClick={() => onExpand(fieldPathId.$id)}>
      {registry.translateString(TranslatableString.ExpandButton)}
    </Button>
  </div>
);

export const WrapTemplate = ({
  id,
  label,
  schema,
  disabled,
  readonly,
  registry,
  onKeyRenameBlur,
  onRemoveProperty,
  children,
}: WrapIfAdditionalTemplateProps) => {
  const messages = useMessages();
  if (!(ADDITIONAL_PROPERTY_FLAG in schema)) return <>{children}</>;
  return (
    <div className="kf-additional">
      <div className="kf-field">
        <label htmlFor={`${id}-key`} className="kf-label">
          {registry.translateString(TranslatableString.KeyLabel, [label])}
        </label>
        <input
          key={label}
          id={`${id}-key`}
          className="bp6-input bp6-fill"
          type="text"
          defaultValue={label}
          disabled={disabled || readonly}
          onBlur={onKeyRenameBlur}
        />
      </div>
      {children}
      <IconButton
        icon="trash"
        label={messages.format('forms.remove', { name: label })}
        disabled={disabled || readonly}
        onClick={onRemoveProperty}
      />
    </div>
  );
};
