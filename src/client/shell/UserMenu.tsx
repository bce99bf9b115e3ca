// The user menu: profile, switches, sign out; or sign in and register for a visitor ([SHELL-07]).

import { observer } from 'mobx-react-lite';
import { lazy } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { itemName } from 'src/client/navigation/itemName.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Client } from 'src/client/Client.ts';
import { actAs } from 'src/client/navigation/actAs.ts';
import { useForgetDevice, useSignOut } from 'src/client/navigation/useSignOut.tsx';
import { mayRestoreSome } from 'src/model/access/mayRestoreSome.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { isDark } from 'src/client/stores/darkPage.ts';
import { isCompact, toggleCompact } from 'src/client/stores/density.ts';
import { MenuButton, type MenuPart } from 'src/client/ui/Menu.tsx';

const MasqueradePicker = lazy(() =>
  import('src/client/shell/MasqueradePicker.tsx').then((module) => ({ default: module.MasqueradePicker })),
);

type Say = (id: string) => string;
type Switch = 'dark' | 'hideGuidance' | 'multiColumns';

const SWITCHES: readonly Switch[] = ['dark', 'hideGuidance', 'multiColumns'];

const isSwitchedOn = (client: Client, name: Switch): boolean =>
  name === 'dark' ? isDark(client) : client.session.user?.[name] === true;

/** A failed switch reverts in the store; here it is only reported. */
const flip = (client: Client, name: Switch): void => {
  const { session, alerts } = client;
  session.setPreference(name, !isSwitchedOn(client, name)).catch((thrown: unknown) => alerts.error(thrown));
};

/** Start, the latest five targets, or stop; for administrators and those who act as another. */
const masqueradeParts = (client: Client, format: Say): readonly MenuPart[] => {
  const { session, dialogs, items } = client;
  const act = (target: ItemId | 'stop') => (): void => actAs(client, target);
  if (session.user?.masquerading)
    return [{ key: 'stop', icon: 'undo', text: format('masquerade.stop'), onClick: act('stop') }];
  if (!session.user?.admin) return [];
  const pick = (): void => void dialogs.fullScreen({ title: 'masquerade.title', component: MasqueradePicker });
  return [
    { key: 'masquerade', icon: 'eye-open', text: format('masquerade.start'), onClick: pick },
    ...session.recentTargets.map((id) => ({
      key: id,
      icon: 'user',
      text: itemName(items, format, id),
      onClick: act(id),
    })),
  ];
};

interface Leaving {
  /** Opens the page of unsaved changes. */
  readonly unsaved: readonly MenuPart[];
  readonly signOut: () => Promise<boolean>;
  readonly forget: () => Promise<void>;
}

const unsavedParts = ({ drafts, navigation }: Client, intl: IntlShape): readonly MenuPart[] => {
  const { count } = drafts;
  if (count === 0) return [];
  const text = intl.formatMessage({ id: 'unsaved.count' }, { count });
  return [{ key: 'unsaved', icon: 'edit', text, href: '/unsaved', onClick: () => void navigation.go('/unsaved') }];
};

const userMenuParts = (client: Client, format: Say, { unsaved, signOut, forget }: Leaving): readonly MenuPart[] => {
  const { session, navigation } = client;
  const { user } = session;
  const out: MenuPart = {
    key: 'out',
    icon: 'log-out',
    text: format('user.signOut'),
    onClick: () => void signOut(),
  };
  // The name is known only after the server has answered, which is later than the page opens.
  if (!user && session.signedIn) return [out];
  if (!user) {
    return [
      {
        key: 'in',
        icon: 'log-in',
        text: format('user.signIn'),
        href: '/sign-in',
        onClick: () => void navigation.go('/sign-in'),
      },
      {
        key: 'register',
        icon: 'user',
        text: format('user.register'),
        href: '/register',
        onClick: () => void navigation.go('/register'),
      },
    ];
  }
  const profile = `/i-${user.$id}`;
  return [
    {
      key: 'profile',
      icon: 'user',
      text: format('user.profile'),
      href: profile,
      onClick: () => void navigation.go(profile),
    },
    {
      key: 'account',
      icon: 'lock',
      text: format('user.security'),
      href: '/my-account',
      onClick: () => void navigation.go('/my-account'),
    },
    ...unsaved,
    { key: 'switches', divider: true },
    ...SWITCHES.filter((name) => name !== 'multiColumns' || navigation.fitsColumns).map((name) => ({
      key: name,
      text: format(`user.${name}`),
      checked: isSwitchedOn(client, name),
      choice: 'onOff' as const,
      onClick: () => flip(client, name),
    })),
    {
      key: 'compact',
      text: format('density.compact'),
      checked: isCompact(client),
      choice: 'onOff' as const,
      onClick: () => toggleCompact(client),
    },
    { key: 'end', divider: true },
    ...(mayRestoreSome(user)
      ? [
          {
            key: 'deleted',
            icon: 'trash',
            text: format('views.deleted'),
            href: '/deleted',
            onClick: () => void navigation.go('/deleted'),
          },
        ]
      : []),
    ...masqueradeParts(client, format),
    { key: 'forget', icon: 'trash', text: format('device.forget'), onClick: () => void forget() },
    out,
  ];
};

export const UserMenu = observer(() => {
  const client = useClient();
  const intl = useIntl();
  const format = (id: string): string => intl.formatMessage({ id });
  const leaving: Leaving = { unsaved: unsavedParts(client, intl), signOut: useSignOut(), forget: useForgetDevice() };
  const name = client.session.user?.name;
  return (
    <MenuButton
      label={format('user.menu')}
      parts={userMenuParts(client, format, leaving)}
      opener={(opener) => (
        <Button {...opener} icon="user" variant="minimal" className="kk-user">
          <span className={name === undefined ? undefined : 'kk-user-name'} data-shows={client.session.user?.$id}>
            {name ?? format('user.account')}
          </span>
        </Button>
      )}
    />
  );
});
