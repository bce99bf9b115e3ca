// The addresses of a person for ODK Collect, on the page of the own account: they are created, shown once with a QR code, and ended here.

import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useState } from 'react';
import { Band, Button, Dialog, useAskDialog, useClient, useMessages, useServerData, When } from 'src/client/extend.ts';
import { AccountFailure, QrCode, SecretAddress, useAccountForm } from 'src/client/extendAccount.ts';
import 'src/client/extendMessages.ts';
import { collectSettings } from 'src/domain/geokeeper/openRosa/collectSettings.client.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import 'src/domain/geokeeper/pageMessages/collectMessages.client.ts';

type Addresses = Endpoints['collectAddresses']['answer']['addresses'];

const useCollectAddresses = () => {
  const { connection, session } = useClient();
  const { user } = session;
  const ask = useCallback(() => connection.send('act/collectAddresses', {}), [connection]);
  return useServerData(user && { of: user.$id, ask });
};

/** Shows the new address once. */
const NewAddress = ({ address, close }: { readonly address: string; readonly close: () => void }) => {
  const { site } = useClient();
  const { format } = useMessages();
  const [code, setCode] = useState<string>();
  const project = site.siteName;
  useEffect(() => {
    let isOpen = true;
    void collectSettings({ address, project }).then((settings) => {
      if (isOpen) setCode(settings);
    });
    return () => {
      isOpen = false;
    };
  }, [address, project]);
  return (
    <SecretAddress
      address={address}
      words={{
        secret: format('collect.secret'),
        address: format('collect.address'),
        copy: format('collect.copy'),
        done: format('collect.done'),
      }}
      close={close}
    >
      {!address.startsWith('https:') && <Band tone="warning">{format('collect.unencrypted')}</Band>}
      <p>{format('collect.scan')}</p>
      {code !== undefined && <QrCode text={code} label={format('collect.qr')} />}
    </SecretAddress>
  );
};

interface AddressListProps {
  readonly addresses: Addresses;
  readonly busy: boolean;
  readonly end: (address: Addresses[number]) => void;
}

const AddressList = ({ addresses, busy, end }: AddressListProps) => {
  const messages = useMessages();
  if (addresses.length === 0) return null;
  return (
    <ul className="kk-account-list">
      {addresses.map((each) => (
        <li key={each.address}>
          <span>
            {each.name}{' '}
            <span className="kk-soft">
              {messages.format(each.used === null ? 'collect.never' : 'collect.used')}{' '}
              {each.used !== null && <When at={each.used} />}
            </span>
          </span>
          <Button size="small" disabled={busy} onClick={() => end(each)}>
            {messages.format('collect.end', { name: each.name })}
          </Button>
        </li>
      ))}
    </ul>
  );
};

/** Names the signed-in person as the target of an action. */
const useSelf = () => {
  const { user } = useClient().session;
  return { _t: user?._t ?? '', _i: user?._i ?? 0 };
};

export const CollectPart = observer(() => {
  const { connection, alerts } = useClient();
  const self = useSelf();
  const messages = useMessages();
  const form = useAccountForm();
  const [dialog, ask] = useAskDialog();
  const [made, setMade] = useState<string>();
  const { answer, again } = useCollectAddresses();
  if (!answer || (!answer.offered && answer.addresses.length === 0)) return null;
  const add = (): void =>
    ask({
      ...{ title: messages.format('collect.add'), apply: messages.format('collect.make') },
      text: <p>{messages.format('collect.hint')}</p>,
      fields: [{ name: 'name', label: 'collect.name', required: true, maxLength: 200 }],
      submit: async ({ name }) => {
        const { path } = await connection.send('act/makeCollectAddress', { ...self, name: String(name) });
        setMade(`${window.location.origin}${path}`);
        await again();
      },
    });
  const end = ({ address, name }: Addresses[number]): void =>
    void form.run(async () => {
      await connection.send('act/endCollectAddress', { ...self, address });
      alerts.announce(messages.format('collect.ended', { name }));
      await again();
    });
  const close = (): void => setMade(undefined);
  return (
    <section className="kk-panel-card">
      <h3>{messages.format('collect.title')}</h3>
      <p>{messages.format('collect.hint')}</p>
      <AccountFailure failure={form.failure} />
      <AddressList addresses={answer.addresses} busy={form.busy} end={end} />
      {answer.offered && (
        <p className="kk-account-links">
          <Button onClick={add}>{messages.format('collect.add')}</Button>
        </p>
      )}
      {dialog}
      {made !== undefined && (
        <Dialog open title={messages.format('collect.title')} onClose={close}>
          <NewAddress address={made} close={close} />
        </Dialog>
      )}
    </section>
  );
});
