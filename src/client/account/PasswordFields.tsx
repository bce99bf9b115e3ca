// The input of a new password on the pages that a visitor opens, and the fields of passwords on the page of the own account.

import { useState } from 'react';
import { AccountField } from 'src/client/account/AccountField.tsx';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import type { AccountForm } from 'src/client/forms/useAccountForm.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface PasswordFieldProps {
  readonly form: Pick<AccountForm, 'errorOf'>;
}

/** Named `password`. */
export const NewPasswordField = ({ form }: PasswordFieldProps) => {
  const messages = useMessages();
  const [isShown, setShown] = useState(false);
  return (
    <>
      <AccountField
        name="password"
        type={isShown ? 'text' : 'password'}
        label={messages.format('account.newPassword')}
        hint={messages.format('account.newPasswordHint')}
        error={form.errorOf('password')}
        autoComplete="new-password"
        required
      />
      <label className="kk-check">
        <input type="checkbox" checked={isShown} onChange={({ target }) => setShown(target.checked)} />
        <span>{messages.format('account.showPassword')}</span>
      </label>
    </>
  );
};

export const currentPassword = (label: string): FormField => ({
  ...{ name: 'current', label, required: true, widget: 'password', autoComplete: 'current-password' },
});

export const NEW_PASSWORD: FormField = {
  ...{ name: 'password', label: 'account.newPassword', help: 'account.newPasswordHint', required: true },
  ...{ widget: 'password', autoComplete: 'new-password' },
};

export const CODE: FormField = {
  ...{ name: 'code', label: 'account.code', required: true, autoComplete: 'one-time-code' },
};
