// The sign-in page. Part of the first chunk; plain inputs, so that password managers and pasting work. The navigation
// decides where it leads afterwards (followSession).

import { observer } from 'mobx-react-lite';
import { lazy, type RefObject, useEffect, useRef, useState } from 'react';
import { AccountFailure } from 'src/client/forms/AccountFailure.tsx';
import { AccountField } from 'src/client/account/AccountField.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { headingId } from 'src/client/navigation/useColumnFocus.ts';
import { useAccountForm } from 'src/client/forms/useAccountForm.ts';
import { secondStepOf, type SecondFactorStep } from 'src/client/stores/SessionStore.ts';
import { Mark } from 'src/client/navigation/Mark.tsx';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { useForgetDevice } from 'src/client/navigation/useSignOut.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { Later } from 'src/client/ui/Later.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

const useSignIn = () => {
  const { session, connection } = useClient();
  const form = useAccountForm();
  const [step, setStep] = useState<SecondFactorStep>();
  const submit = form.submit(async (value) => {
    try {
      await session.signIn(value('email').trim(), value('password'));
    } catch (thrown) {
      const next = secondStepOf(thrown);
      if (!next) throw thrown;
      setStep(next);
    }
  });
  const byPasskey = (): void =>
    void form.run(async () => {
      const { passkeyAnswer } = await import('src/client/connection/accountProofs.ts');
      await session.enter('/api/passkey', await passkeyAnswer(connection, undefined));
    });
  return { ...form, step, back: () => setStep(undefined), submit, byPasskey };
};

const SecondStep = lazy(() =>
  import('src/client/account/SecondStep.tsx').then((module) => ({ default: module.SecondStep })),
);

const Ways = ({ busy, byPasskey }: Pick<ReturnType<typeof useSignIn>, 'busy' | 'byPasskey'>) => {
  const messages = useMessages();
  const { site } = useClient();
  const forget = useForgetDevice();
  return (
    <>
      <Button type="submit" intent="primary" variant="solid" loading={busy} fill size="large">
        {messages.format('user.signIn')}
      </Button>
      {'credentials' in navigator && (
        <Button fill disabled={busy} onClick={byPasskey}>
          {messages.format('account.byPasskey')}
        </Button>
      )}
      <p className="kk-account-links">
        <ShellLink to="/forgot-password">{messages.format('account.forgot')}</ShellLink>
        {site.registration === 'open' && <ShellLink to="/register">{messages.format('user.register')}</ShellLink>}
      </p>
      <p className="kk-account-links kk-soft">
        <ShellLink to="/terms">{messages.format('views.terms')}</ShellLink>
        <ShellLink to="/privacy-policy">{messages.format('views.privacy-policy')}</ShellLink>
      </p>
      <p className="kk-account-links">
        <Button size="small" variant="minimal" onClick={() => void forget()}>
          {messages.format('device.forget')}
        </Button>
      </p>
    </>
  );
};

/**
 * Focuses the first field for people with a keyboard; does not move an existing focus, and opens no on-screen keyboard.
 */
const useBeginTyping = (form: RefObject<HTMLFormElement | null>): void => {
  useEffect(() => {
    if (document.activeElement !== document.body || !window.matchMedia('(hover: hover)').matches) return;
    form.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [form]);
};

const AskedAddress = lazy(() =>
  import('src/client/account/AskedAddress.tsx').then((module) => ({ default: module.AskedAddress })),
);

/** Reserves the height of the text, which loads after the form. */
const AskedFor = observer(() => {
  const next = new URLSearchParams(useClient().navigation.address.split('?')[1] ?? '').get('next');
  if (next === null) return null;
  return (
    <div className="kk-account-asked">
      <Later>
        <AskedAddress next={next} />
      </Later>
    </div>
  );
});

const SignInForm = observer(() => {
  const messages = useMessages();
  const { session } = useClient();
  const column = useColumn();
  const form = useRef<HTMLFormElement>(null);
  useBeginTyping(form);
  const { failure, busy, submit, step, back, byPasskey } = useSignIn();
  const heading = (
    <h2 id={headingId(column)} tabIndex={-1}>
      {messages.format('views.sign-in')}
    </h2>
  );
  if (step)
    return (
      <div className="kk-account kk-panel-card">
        {heading}
        <Later wait>
          <SecondStep step={step} back={back} />
        </Later>
      </div>
    );
  return (
    <form ref={form} className="kk-account kk-panel-card" onSubmit={submit}>
      {heading}
      {session.state === 'SIGNOUT' && (
        <div role="status">
          <Band tone="success">{messages.format('account.signedOut')}</Band>
        </div>
      )}
      <AskedFor />
      <AccountFailure failure={failure} />
      <AccountField
        name="email"
        type="email"
        label={messages.format('account.email')}
        autoComplete="username"
        required
      />
      <AccountField
        name="password"
        type="password"
        label={messages.format('account.password')}
        autoComplete="current-password"
        required
      />
      <Ways busy={busy} byPasskey={byPasskey} />
    </form>
  );
});

const OpenToAll = lazy(() => import('src/client/home/OpenToAll.tsx').then((module) => ({ default: module.OpenToAll })));

export const SignInView = observer(() => {
  const messages = useMessages();
  const { site } = useClient();
  return (
    <div className="kk-cell-scroll kk-ground">
      <div className="kk-entry">
        <div className="kk-front">
          <Mark />
          <p className="kk-front-name">{site.siteName}</p>
          <p className="kk-front-words">{site.introduction ?? messages.format('home.visitorHint')}</p>
        </div>
        <SignInForm />
        <Later wait>
          <OpenToAll />
        </Later>
      </div>
    </div>
  );
});
