// Preview of the menu for a person with one capability, for one without any, or for an administrator of the site.

import { HTMLSelect } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { MenuNodes } from 'src/client/menu/MenuNodes.tsx';
import { useMenuOf } from 'src/client/menu/useMenu.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';
import type { MenuEntry } from 'src/model/menu/menuEntry.ts';

const ADMIN = 'admin';
const NO_CAPABILITY = '';

/** Rights of a reader without an organization. */
const WITHOUT_RIGHTS = { admin: false, adminOrgs: [], adminOrg: null, readOrgs: [], readOrg: null, creatable: [] };

const readerWith = (user: SessionUser, who: string): SessionUser =>
  who === ADMIN ? user : { ...user, ...WITHOUT_RIGHTS, capabilities: who === NO_CAPABILITY ? {} : { [who]: true } };

export const MenuPreview = observer(({ entries }: { readonly entries: readonly MenuEntry[] }) => {
  const { registry, session, site } = useClient();
  const messages = useMessages();
  const menuOf = useMenuOf();
  const id = useId();
  const [who, setWho] = useState(ADMIN);
  const { user } = session;
  if (!user) return null;
  const nodes = menuOf({ user: readerWith(user, who), site }, { entries });
  return (
    <section className="kk-menu-preview" aria-label={messages.format('menuItems.preview')}>
      <h3>{messages.format('menuItems.preview')}</h3>
      <label htmlFor={id}>{messages.format('menuItems.previewAs')}</label>
      <HTMLSelect id={id} fill value={who} onChange={({ target }) => setWho(target.value)}>
        <option value={ADMIN}>{messages.format('menuItems.asAdmin')}</option>
        <option value={NO_CAPABILITY}>{messages.format('menuItems.asAnybody')}</option>
        {registry.capabilities.map((name) => (
          <option key={name} value={name}>
            {messages.format('menuItems.asHolder', { capability: messages.format(`capabilities.${name}`) })}
          </option>
        ))}
      </HTMLSelect>
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
