// The theme's buttons, for templates of RJSF that ask the registry for them.

import { getSubmitButtonOptions, TranslatableString, type IconButtonProps, type SubmitButtonProps } from '@rjsf/utils';
import { Button, IconButton } from 'src/client/ui/Button.tsx';

const iconButton = (icon: string, text: TranslatableString) => {
  const Made = ({ id, className, onClick, disabled, registry, title }: IconButtonProps) => (
    <IconButton
      id={id}
      className={className}
      size="small"
      icon={icon}
      disabled={disabled}
      label={title ?? registry.translateString(text)}
      onClick={(event) => onClick?.(event as never)}
    />
  );
  return Made;
};

const SubmitButton = ({ uiSchema }: SubmitButtonProps) => {
  const { norender, submitText, props } = getSubmitButtonOptions(uiSchema);
  return norender ? null : (
    <Button type="submit" intent="primary" variant="solid" disabled={props?.disabled}>
      {submitText}
    </Button>
  );
};

export const BUTTONS = {
  SubmitButton,
  AddButton: iconButton('plus', TranslatableString.AddButton),
  CopyButton: iconButton('duplicate', TranslatableString.CopyButton),
  MoveDownButton: iconButton('arrow-down', TranslatableString.MoveDownButton),
  MoveUpButton: iconButton('arrow-up', TranslatableString.MoveUpButton),
  RemoveButton: iconButton('trash', TranslatableString.RemoveButton),
  ClearButton: iconButton('cross', TranslatableString.ClearButton),
} as const;
