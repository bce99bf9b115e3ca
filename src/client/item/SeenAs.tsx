// Shows an item as a visitor or a member of its community would see it, under a banner that says so and counts the
// hidden parts. Used by people who decide on its visibility; the server returns only what both may see.

import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import { BareReading } from 'src/client/item/ReadingView.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import type { MenuPart } from 'src/client/ui/Menu.tsx';
import { Band, Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { ListFailed } from 'src/client/navigation/ListFailed.tsx';
import type { Item } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

export const VIEWERS = ['visitor', 'member'] as const;
export type Viewer = (typeof VIEWERS)[number];

interface SeenAsProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly as: Viewer;
  readonly back: () => void;
}

export const SeenAs = observer(({ item: { $id, _t, _i, _u }, type, as, back }: SeenAsProps) => {
  const { connection } = useClient();
  const messages = useMessages();
  const ask = useCallback(() => connection.send('act/seeAs', { _t, _i, as }), [connection, _t, _i, as]);
  const { answer: seen, failure, again } = useServerData({ of: `${$id} ${as}`, ask, version: _u });
  if (!seen && failure === undefined) return <Loading />;
  const hidden = seen?.hidden ?? [];
  const names = hidden.map((name) => messages.property(type.name, name)).join(', ');
  return (
    <div className="kk-cell-scroll">
      <div className="kk-cell-body kk-stack">
        <Band
          icon="eye-open"
          tone="warning"
          actions={
            <Button size="small" onClick={back}>
              {messages.format('seeAs.back')}
            </Button>
          }
        >
          <strong>{messages.format(`seeAs.band.${as}`)}</strong>{' '}
          {seen?.item && messages.format('seeAs.hidden', { count: hidden.length, names })}
        </Band>
        {seen === undefined ? (
          <ListFailed failure={failure} again={() => void again()} />
        ) : seen.item === null ? (
          <Empty icon="eye-off" title={messages.format(`seeAs.nothing.${as}`)} />
        ) : (
          <BareReading item={seen.item} type={type} />
        )}
      </div>
    </div>
  );
});

export const useSeeAsParts = (mayUpdate: boolean, see: (as: Viewer) => void): readonly MenuPart[] => {
  const messages = useMessages();
  if (!mayUpdate) return [];
  return VIEWERS.map((as) => ({
    key: `see-${as}`,
    icon: 'eye-open',
    text: messages.format(`seeAs.part.${as}`),
    onClick: () => see(as),
  }));
};
