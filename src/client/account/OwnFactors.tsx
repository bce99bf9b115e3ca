// Second factors on "My account": passkeys, an authenticator app, recovery codes. Every change asks for the password again. Secrets are
// shown once and not stored.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { observer } from 'mobx-react-lite';
import { useState, type ReactNode } from 'react';
import type { Json, Values } from 'src/model/item/Item.ts';
import type { AskOwn, OwnAccount } from 'src/client/account/MyAccountView.tsx';
import { CODE, currentPassword } from 'src/client/account/PasswordFields.tsx';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { ValuesModel } from 'src/client/fields/session/FormModel.ts';
import { ValuesForm } from 'src/client/forms/ValuesForm.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { QrCode } from 'src/client/ui/QrCode.tsx';
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

const CONFIRM: readonly FormField[] = [currentPassword('myAccount.confirmPassword')];
const CODES: readonly FormField[] = [CODE];

interface FactorFormProps {
  readonly fields: readonly FormField[];
  readonly submit: (answers: Values) => Promise<unknown>;
  readonly apply: string;
  readonly back?: () => void;
  readonly children?: ReactNode;
}

const FactorForm = observer(({ fields, submit, apply, back, children }: FactorFormProps) => {
  const messages = useMessages();
  const [model] = useState(() => new ValuesModel({}));
  return (
    <ValuesForm
      className="kk-account"
      begin
      {...{ model, fields, submit }}
      buttons={
        <p className="kk-account-links">
          <Button type="submit" intent="primary" loading={model.busy}>
            {messages.format(apply)}
          </Button>
          {back && (
            <Button variant="minimal" onClick={back}>
              {messages.format('app.cancel')}
            </Button>
          )}
        </p>
      }
    >
      {children}
    </ValuesForm>
  );
});

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

const useFactors = ({ ask, refresh }: OwnFactorsProps) => {
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
  const grant = async (answers: Values): Promise<void> => {
    const current = String(answers['current']);
    if (wish?.kind === 'addPasskey') await addPasskey(current);
    if (wish?.kind === 'addTotp') setStart(await ask('addTotp', { current }));
    if (wish?.kind === 'newCodes') await done(await ask('newRecoveryCodes', { current }));
    if (wish?.kind === 'remove')
      await done(
        await ask('removeSecondFactor', { current, ...(wish.passkey !== undefined && { passkey: wish.passkey }) }),
      );
  };
  const confirm = async ({ code }: Values): Promise<void> => done(await ask('confirmTotp', { code: String(code) }));
  return { wish, setWish, start, codes, grant, confirm };
};

export const OwnFactors = observer((props: OwnFactorsProps) => {
  const { session } = useClient();
  const messages = useMessages();
  const { wish, setWish, start, codes, grant, confirm } = useFactors(props);
  return (
    <section className="kk-panel-card">
      <h3>{messages.format('myAccount.factors')}</h3>
      <p>{messages.format('myAccount.factorsHint')}</p>
      {session.user?.factorRequired === true && <Band tone="warning">{messages.format('myAccount.demanded')}</Band>}
      {start && wish && (
        <FactorForm fields={CODES} submit={confirm} apply="myAccount.confirmCode">
          <p>{messages.format('myAccount.scan', { secret: start.secret })}</p>
          <QrCode text={start.uri} label={messages.format('myAccount.qr')} />
        </FactorForm>
      )}
      {!start && wish && (
        <FactorForm
          key={wish.kind}
          fields={CONFIRM}
          submit={grant}
          apply="myAccount.goOn"
          back={() => setWish(undefined)}
        />
      )}
      {!wish && <OwnFactorList account={props.account} choose={setWish} />}
      {codes.length > 0 && <Codes codes={codes} />}
    </section>
  );
});
