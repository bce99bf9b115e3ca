// The buttons that areas add to the head of a list, and the dialogs that they open.

import { observer } from 'mobx-react-lite';
import { Suspense, useState } from 'react';
import type { ListContext } from 'src/client/ClientDomain.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import 'src/client/search/search.css';
import { useClient } from 'src/client/useClient.ts';

export const ListParts = observer(({ types }: Pick<ListContext, 'types'>) => {
  const { domain, registry, session } = useClient();
  const messages = useMessages();
  const [open, setOpen] = useState<string>();
  const { listParts = [] } = domain;
  const shown = listParts.filter(({ isShown }) => isShown({ types, registry, user: session.user }));
  const Opened = shown.find(({ key }) => key === open)?.dialog;
  return (
    <>
      {shown.map(({ key, icon }) => (
        <Button key={key} className="kk-list-part" size="small" icon={icon} onClick={() => setOpen(key)}>
          {messages.format(`listParts.${key}`)}
        </Button>
      ))}
      {Opened && (
        <Suspense fallback={null}>
          <Opened close={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
});
