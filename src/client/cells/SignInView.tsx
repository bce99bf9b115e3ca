// Signing in. Part of the first chunk; plain inputs, so that password managers and pasting work.
// Where it leads afterwards is the navigation's matter (followSession).

import { observer } from 'mobx-react-lite';
import {
  type FormEvent,
  type HTMLInputAutoCompleteAttribute,
  lazy,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useColumn } from 'src/client/cells/ColumnContext.ts';
import { headingId } from 'src/client/cells/useColumnFocus.ts';
import { messageOfThrown } from 'src/client/connection/ClientProblem.ts';
import { Mark } from 'src/client/shell/Mark.tsx';
import { ShellLink } from 'src/client/shell/ShellLink.tsx';
import { useForgetDevice } from 'src/client/shell/useSignOut.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { Later } from 'src/client/ui/Later.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

// A labelled text input of the account pages: plain HTML, so that the first chunk needs no form library.
interface FieldProps {
  readonly name: string;
  readonly type: 'text' | 'email' | 'password';
  readonly label: string;
  readonly hint?: string;
  readonly autoComplete: HTMLInputAutoCompleteAttribute;
  readonly required?: boolean;
  readonly minLength?: number;
}

const Field = ({ name, type, label, hint, autoComplete, required, minLength }: FieldProps) => {
  const id = useId();
  return (
    <div className="kk-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        className="bp6-input bp6-fill"
        autoComplete={autoComplete}
        autoCapitalize="off"
        spellCheck={false}
        required={required}
        minLength={minLength}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      {hint !== undefined && (
        <span id={`${id}-hint`} className="kk-soft">
          {hint}
        </span>
      )}
    </div>
  );
};

const useSignIn = () => {
  const { session } = useClient();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setFailure(undefined);
    try {
      await session.signIn(String(form.get('email') ?? '').trim(), String(form.get('password') ?? ''));
    } catch (thrown) {
      setFailure(messageOfThrown(thrown));
    } finally {
      setBusy(false);
    }
  };
  return { failure, busy, submit };
};

/** Who comes with a keyboard can type at once; nobody is taken from where they are, and no keys open over a small screen. */
const useBeginTyping = (form: RefObject<HTMLFormElement | null>): void => {
  useEffect(() => {
    if (document.activeElement !== document.body || !window.matchMedia('(hover: hover)').matches) return;
    form.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [form]);
};

const OpenToAll = lazy(() =>
  import('src/client/cells/OpenToAll.tsx').then((module) => ({ default: module.OpenToAll })),
);

export const SignInView = observer(() => {
  const messages = useMessages();
  const { failure, busy, submit } = useSignIn();
  const form = useRef<HTMLFormElement>(null);
  useBeginTyping(form);
  const forget = useForgetDevice();
  const { site, session } = useClient();
  const column = useColumn();
  return (
    <div className="kk-cell-scroll">
      <div className="kk-entry">
        <div className="kk-front">
          <Mark />
          <p className="kk-front-name">{site.siteName}</p>
          <p className="kk-front-words">{site.introduction ?? messages.format('home.visitorHint')}</p>
        </div>
        <form ref={form} className="kk-account kk-panel-card" onSubmit={(event) => void submit(event)}>
          <h2 id={headingId(column)} tabIndex={-1}>
            {messages.format('views.sign-in')}
          </h2>
          {session.state === 'SIGNOUT' && (
            <div role="status">
              <Band tone="success">{messages.format('account.signedOut')}</Band>
            </div>
          )}
          {failure !== undefined && (
            <div role="alert">
              <Band tone="danger">{messages.find(failure) ?? messages.format('errors.generalFailure')}</Band>
            </div>
          )}
          <Field name="email" type="email" label={messages.format('account.email')} autoComplete="username" required />
          <Field
            name="password"
            type="password"
            label={messages.format('account.password')}
            autoComplete="current-password"
            required
          />
          <Button type="submit" intent="primary" variant="solid" loading={busy} fill size="large">
            {messages.format('user.signIn')}
          </Button>
          <p className="kk-account-links">
            <ShellLink to="/forgot-password">{messages.format('account.forgot')}</ShellLink>
            <ShellLink to="/register">{messages.format('user.register')}</ShellLink>
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
        </form>
        <Later wait>
          <OpenToAll />
        </Later>
      </div>
    </div>
  );
});
