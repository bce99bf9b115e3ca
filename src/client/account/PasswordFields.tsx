// The inputs of passwords: the one that is asked for again, and a new one with what it must be like.

import { AccountField } from 'src/client/account/AccountField.tsx';
import type { AccountForm } from 'src/client/forms/useAccountForm.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface PasswordFieldProps {
  readonly form: Pick<AccountForm, 'errorOf'>;
}

/** Named `current`. */
export const CurrentPasswordField = ({ form, label }: PasswordFieldProps & { readonly label: string }) => (
  <AccountField
    name="current"
    type="password"
    label={label}
    error={form.errorOf('current')}
    autoComplete="current-password"
    required
  />
);

/** Named `password`. */
export const NewPasswordField = ({ form }: PasswordFieldProps) => {
  const messages = useMessages();
  return (
    <AccountField
      name="password"
      type="password"
      label={messages.format('account.newPassword')}
      hint={messages.format('account.newPasswordHint')}
      error={form.errorOf('password')}
      autoComplete="new-password"
      required
    />
  );
};
