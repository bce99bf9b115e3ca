// The second step of signing in, or of a new password: a code of an authenticator app, a recovery code, or a passkey.

import { AccountField } from 'src/client/account/AccountField.tsx';
import { AccountFailure } from 'src/client/forms/AccountFailure.tsx';
import { useAccountForm } from 'src/client/forms/useAccountForm.ts';
import 'src/client/intl/laterMessages.ts';
import type { SecondFactorStep } from 'src/client/stores/SessionStore.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

interface SecondStepProps {
  readonly step: SecondFactorStep;
  readonly back: () => void;
}

export const SecondStep = ({ step: { key, kinds }, back }: SecondStepProps) => {
  const { session, connection } = useClient();
  const messages = useMessages();
  const form = useAccountForm();
  const byPasskey = async (): Promise<void> => {
    const { passkeyAnswer } = await import('src/client/connection/accountProofs.ts');
    await session.enter('/api/passkey', await passkeyAnswer(connection, key));
  };
  const takesCode = kinds.some((kind) => kind !== 'passkey');
  return (
    <form
      className="kk-account"
      onSubmit={form.submit((value) => session.enter('/api/second-factor', { key, code: value('code') }))}
    >
      <p>{messages.format('account.secondStep')}</p>
      <AccountFailure failure={form.failure} />
      {kinds.includes('passkey') && (
        <Button
          intent={takesCode ? 'none' : 'primary'}
          fill
          loading={form.busy}
          onClick={() => void form.run(byPasskey)}
        >
          {messages.format('account.usePasskey')}
        </Button>
      )}
      {takesCode && (
        <>
          <AccountField
            name="code"
            type="text"
            label={messages.format('account.code')}
            hint={messages.format('account.codeHint')}
            autoComplete="one-time-code"
            required
          />
          <Button type="submit" intent="primary" variant="solid" loading={form.busy} fill size="large">
            {messages.format('user.signIn')}
          </Button>
        </>
      )}
      <Button variant="minimal" onClick={back}>
        {messages.format('account.startAgain')}
      </Button>
    </form>
  );
};
