// The second step of signing in, on the page of the own account: passkeys, an authenticator app, recovery codes.
// Every change asks for the password again; what is shown once is shown here and kept nowhere.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { observer } from 'mobx-react-lite';
import qrcode from 'qrcode-generator';
import { useState } from 'react';
import type { Json } from 'src/model/item/Item.ts';
import { AccountFailure } from 'src/client/forms/AccountFailure.tsx';
import { AccountField } from 'src/client/account/AccountField.tsx';
import type { AskOwn, OwnAccount } from 'src/client/account/MyAccountView.tsx';
import { CurrentPasswordField } from 'src/client/account/PasswordFields.tsx';
import { type AccountForm, useAccountForm } from 'src/client/forms/useAccountForm.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { When } from 'src/client/ui/When.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

interface OwnFactorsProps {
  readonly account: OwnAccount;
  readonly ask: AskOwn;
  readonly refresh: () => Promise<void>;
}

/** Action for which the password is requested. */
type Wish =
  | { readonly kind: 'addPasskey' }
  | { readonly kind: 'addTotp' }
  | { readonly kind: 'newCodes' }
  | { readonly kind: 'remove'; readonly passkey?: string };

type TotpStart = Endpoints['addTotp']['answer'];

const today = (): number => Date.now();

/** Light modules around it, as scanners need. */
const QUIET_ZONE = 4;

/** Renders the code in the browser, so that the key of the app is sent to no other server. */
const QrCode = ({ text }: { readonly text: string }) => {
  const messages = useMessages();
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const size = count + 2 * QUIET_ZONE;
  const path = Array.from({ length: count }, (_, row) =>
    Array.from({ length: count }, (__, column) =>
      code.isDark(row, column) ? `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z` : '',
    ).join(''),
  ).join('');
  return (
    <svg className="kk-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={messages.format('myAccount.qr')}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};

const Codes = ({ codes }: { readonly codes: readonly string[] }) => {
  const messages = useMessages();
  return (
    <div role="status">
      <h4>{messages.format('myAccount.codes')}</h4>
      <p>{messages.format('myAccount.codesHint')}</p>
      <ul className="kk-account-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </div>
  );
};

const ConfirmTotp = ({
  start,
  form,
  confirm,
}: {
  readonly start: TotpStart;
  readonly form: AccountForm;
  readonly confirm: (code: string) => Promise<void>;
}) => {
  const messages = useMessages();
  return (
    <form className="kk-account" onSubmit={form.submit((value) => confirm(value('code')))}>
      <p>{messages.format('myAccount.scan', { secret: start.secret })}</p>
      <QrCode text={start.uri} />
      <AccountField
        name="code"
        type="text"
        label={messages.format('account.code')}
        error={form.errorOf('code')}
        autoComplete="one-time-code"
        required
        numeric
      />
      <Button type="submit" intent="primary" loading={form.busy}>
        {messages.format('myAccount.confirmCode')}
      </Button>
    </form>
  );
};

const OwnFactorList = ({
  account,
  choose,
}: {
  readonly account: OwnAccount;
  readonly choose: (wish: Wish) => void;
}) => {
  const messages = useMessages();
  const remove = (name: string, wish: Wish) => (
    <Button size="small" onClick={() => choose(wish)}>
      {messages.format('myAccount.remove', { name })}
    </Button>
  );
  return (
    <>
      <ul className="kk-account-list">
        {account.passkeys.map(({ passkey, name, used }) => (
          <li key={passkey}>
            <span>
              {name}{' '}
              <span className="kk-soft">
                {used === null ? messages.format('myAccount.never') : messages.format('myAccount.used')}{' '}
                {used !== null && <When at={used} />}
              </span>
            </span>
            {remove(name, { kind: 'remove', passkey })}
          </li>
        ))}
        {account.totp && (
          <li>
            <span>{messages.format('myAccount.totp')}</span>
            {remove(messages.format('myAccount.totp'), { kind: 'remove' })}
          </li>
        )}
      </ul>
      <p className="kk-account-links">
        <Button onClick={() => choose({ kind: 'addPasskey' })}>{messages.format('myAccount.addPasskey')}</Button>
        {!account.totp && (
          <Button onClick={() => choose({ kind: 'addTotp' })}>{messages.format('myAccount.addTotp')}</Button>
        )}
      </p>
      {account.passkeys.length + Number(account.totp) > 0 && (
        <p className="kk-account-links">
          <span>{messages.format('myAccount.codesLeft', { count: account.recoveryCodes })}</span>
          <Button size="small" onClick={() => choose({ kind: 'newCodes' })}>
            {messages.format('myAccount.newCodes')}
          </Button>
        </p>
      )}
    </>
  );
};

const codesIn = (answer: Json): readonly string[] =>
  ((answer ?? {}) as { readonly recoveryCodes?: readonly string[] }).recoveryCodes ?? [];

const useFactors = ({ ask, refresh }: OwnFactorsProps, form: AccountForm) => {
  const messages = useMessages();
  const [wish, setWish] = useState<Wish>();
  const [start, setStart] = useState<TotpStart>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const done = async (answer: Json): Promise<void> => {
    setCodes(codesIn(answer));
    setWish(undefined);
    setStart(undefined);
    await refresh();
  };
  const addPasskey = async (current: string): Promise<void> => {
    const { newPasskey } = await import('src/client/connection/accountProofs.ts');
    const { key, options } = await ask('addPasskey', { current });
    const name = messages.format('myAccount.passkeyName', { date: today() });
    await done(await ask('confirmPasskey', { key, name, response: await newPasskey(options) }));
  };
  const grant = form.submit(async (value) => {
    const current = value('current');
    if (wish?.kind === 'addPasskey') await addPasskey(current);
    if (wish?.kind === 'addTotp') setStart(await ask('addTotp', { current }));
    if (wish?.kind === 'newCodes') await done(await ask('newRecoveryCodes', { current }));
    if (wish?.kind === 'remove')
      await done(
        await ask('removeSecondFactor', { current, ...(wish.passkey !== undefined && { passkey: wish.passkey }) }),
      );
  });
  const confirm = async (code: string): Promise<void> => done(await ask('confirmTotp', { code }));
  return { wish, setWish, start, codes, grant, confirm };
};

export const OwnFactors = observer((props: OwnFactorsProps) => {
  const { session } = useClient();
  const messages = useMessages();
  const form = useAccountForm(['current', 'code']);
  const { wish, setWish, start, codes, grant, confirm } = useFactors(props, form);
  return (
    <section className="kk-panel-card">
      <h3>{messages.format('myAccount.factors')}</h3>
      <p>{messages.format('myAccount.factorsHint')}</p>
      {session.user?.factorRequired === true && <Band tone="warning">{messages.format('myAccount.demanded')}</Band>}
      <AccountFailure failure={form.failure} />
      {start && wish && <ConfirmTotp start={start} form={form} confirm={confirm} />}
      {!start && wish && (
        <form className="kk-account" onSubmit={grant}>
          <CurrentPasswordField form={form} label={messages.format('myAccount.confirmPassword')} />
          <p className="kk-account-links">
            <Button type="submit" intent="primary" loading={form.busy}>
              {messages.format('myAccount.goOn')}
            </Button>
            <Button variant="minimal" onClick={() => setWish(undefined)}>
              {messages.format('app.cancel')}
            </Button>
          </p>
        </form>
      )}
      {!wish && <OwnFactorList account={props.account} choose={setWish} />}
      {codes.length > 0 && <Codes codes={codes} />}
    </section>
  );
});
