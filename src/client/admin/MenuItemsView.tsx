// The menu while an administrator of the site arranges it: the declared screen with the view `menuItems`. Others see a
// change once it is saved, on every open page. Hidden screens can still be opened by people with the right.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { uuid } from 'src/client/connection/uuid.ts';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import type { ScreenViewProps } from 'src/client/ClientDomain.ts';
import { messageOfThrown, valuesOfThrown } from 'src/client/connection/ClientProblem.ts';
import 'src/client/intl/laterMessages.ts';
import { LinkDialog } from 'src/client/admin/LinkDialog.tsx';
import 'src/client/admin/menu.css';
import { asShipped, withLink } from 'src/client/admin/menuDraft.ts';
import { MenuPreview } from 'src/client/admin/MenuPreview.tsx';
import { MenuRows } from 'src/client/admin/MenuRows.tsx';
import { type MenuDraft, useMenuDraft } from 'src/client/admin/useMenuDraft.ts';
import { useMenuOf } from 'src/client/menu/useMenu.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Band, Empty } from 'src/client/ui/Notice.tsx';
import { formatDate } from 'src/client/ui/dates.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { LINK_KEY } from 'src/model/menu/menuEntry.ts';

const NEW_LINK = 'new';

const Changes = ({ draft }: { readonly draft: MenuDraft }) => {
  const messages = useMessages();
  return (
    <div role="status" className="kk-menu-changes">
      {draft.isBehind && <Band tone="warning">{messages.format('menuItems.behind')}</Band>}
      {draft.isChanged && (
        <Band
          actions={
            <>
              <Button size="small" onClick={draft.discard}>
                {messages.format('cells.discardButton')}
              </Button>
              <Button size="small" variant="solid" intent="primary" onClick={() => void draft.save()}>
                {messages.format(draft.isBehind ? 'menuItems.saveOver' : 'cells.save')}
              </Button>
            </>
          }
        >
          {messages.format('menuItems.unsaved')}
        </Band>
      )}
    </div>
  );
};

const Arrange = observer(() => {
  const { session, site, menu } = useClient();
  const messages = useMessages();
  const menuOf = useMenuOf();
  const draft = useMenuDraft();
  const [open, setOpen] = useState<string>();
  const { user } = session;
  if (!user) return null;
  const { entries, change } = draft;
  // All that the installation has, whether this administrator belongs to an owner or not.
  const everything = { ...user, readOrg: user.readOrg ?? user.$id };
  const nodes = menuOf({ user: everything, site }, { entries, keepHidden: 'all' });
  const changed = menu.menu?.changed;
  return (
    <>
      <p className="kk-soft">{messages.format('menuItems.hint')}</p>
      {changed && (
        <p className="kk-soft">
          {messages.format('menuItems.changed', {
            name: changed.name,
            when: formatDate(messages.intl, changed.at, true),
          })}
        </p>
      )}
      <Changes draft={draft} />
      <div className="kk-row kk-menu-acts">
        <Button icon="plus" aria-haspopup="dialog" onClick={() => setOpen(NEW_LINK)}>
          {messages.format('menuItems.add')}
        </Button>
        <Button variant="minimal" onClick={() => change(asShipped(entries))}>
          {messages.format('menuItems.asShipped')}
        </Button>
      </div>
      <div className="kk-menu-parts">
        <section aria-label={messages.format('menuItems.order')}>
          <MenuRows nodes={nodes} draft={draft} edit={setOpen} />
        </section>
        <MenuPreview entries={entries} />
      </div>
      {open !== undefined && (
        <LinkDialog
          link={entries.find(({ key }) => key === open)?.link}
          parents={nodes.filter(({ screen }) => screen)}
          save={(link) => {
            change(withLink(entries, open === NEW_LINK ? `${LINK_KEY}${uuid()}` : open, link));
            setOpen(undefined);
          }}
          close={() => setOpen(undefined)}
        />
      )}
    </>
  );
});

export const MenuItemsView = observer(({ screen }: ScreenViewProps) => {
  const { menu } = useClient();
  const messages = useMessages();
  const known = menu.menu !== undefined;
  return (
    <>
      <CellHead title={messages.screen(screen.path)} />
      <div className="kk-cell-scroll">
        <div className="kk-cell-body kk-stack">
          {known && <Arrange />}
          {!known && menu.failure === undefined && <Loading />}
          {!known && menu.failure !== undefined && (
            <Empty
              urgent
              icon="error"
              title={messages.format(messageOfThrown(menu.failure), valuesOfThrown(menu.failure))}
              action={<Button onClick={() => void menu.load()}>{messages.format('app.tryAgain')}</Button>}
            />
          )}
        </div>
      </div>
    </>
  );
});
