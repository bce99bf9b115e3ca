// Preview of the menu for a person with one capability, for one without any, or for an administrator of the site.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { LiveForm } from 'src/client/forms/LiveForm.tsx';
import { MenuNodes } from 'src/client/menu/MenuNodes.tsx';
import { useMenuOf } from 'src/client/menu/useMenu.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';
import type { MenuEntry } from 'src/model/menu/menuEntry.ts';

const ADMIN = 'admin';
const NO_CAPABILITY = 'none';

/** Rights of a reader without an organization. */
const WITHOUT_RIGHTS = {
  admin: false,
  adminOrgs: [],
  adminOrg: null,
  readOrgs: [],
  readOrg: null,
  creatable: [],
  importable: [],
};

const readerWith = (user: SessionUser, who: string): SessionUser =>
  who === ADMIN ? user : { ...user, ...WITHOUT_RIGHTS, capabilities: who === NO_CAPABILITY ? {} : { [who]: true } };

export const MenuPreview = observer(({ entries }: { readonly entries: readonly MenuEntry[] }) => {
  const { registry, session, site } = useClient();
  const messages = useMessages();
  const menuOf = useMenuOf();
  const [who, setWho] = useState(ADMIN);
  const { user } = session;
  const asHolder = (name: string): string =>
    messages.format('menuItems.asHolder', { capability: messages.format(`capabilities.${name}`) });
  if (!user) return null;
  const nodes = menuOf({ user: readerWith(user, who), site }, { entries });
  return (
    <section className="kk-menu-preview" aria-label={messages.format('menuItems.preview')}>
      <h3>{messages.format('menuItems.preview')}</h3>
      <LiveForm
        fields={[
          {
            ...{ name: 'who', label: 'menuItems.previewAs', none: null },
            choices: [
              [ADMIN, messages.format('menuItems.asAdmin')],
              [NO_CAPABILITY, messages.format('menuItems.asAnybody')],
              ...registry.capabilities.map((name) => [name, asHolder(name)] as const),
            ],
          },
        ]}
        values={{ who }}
        set={(changes) => setWho(changes.who ?? ADMIN)}
      />
      <div className="kk-nav">
        {nodes.length > 0 ? (
          <MenuNodes nodes={nodes} here={undefined} />
        ) : (
          <p className="kk-soft">{messages.format('menuItems.nothing')}</p>
        )}
      </div>
    </section>
  );
});
