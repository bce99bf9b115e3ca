// A statement of counts before it is kept: what it says, and what can be done with it. Nothing is stored without one of its buttons.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { statementOf } from 'src/client/overlap/overlapWords.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Overlap } from 'src/model/generated/wire.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { PageOverlap } from 'src/model/schema/TypeView.ts';

export interface StatementPlaces {
  /** The item whose text it can become, where one may be changed. */
  readonly keep: { readonly item: Item; readonly path: string } | undefined;
  /** The item that it can become a section of. */
  readonly add: { readonly item: Item; readonly section: NonNullable<PageOverlap['section']> } | undefined;
}

interface StatementDialogProps {
  readonly overlap: Overlap;
  readonly places: StatementPlaces;
  readonly close: () => void;
}

export const StatementDialog = observer(({ overlap, places: { keep, add }, close }: StatementDialogProps) => {
  const client = useClient();
  const { items, alerts } = client;
  const messages = useMessages();
  const [busy, setBusy] = useState(false);
  const text = statementOf(client, messages, overlap);
  const store = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await work();
      alerts.info(done);
      close();
    } catch (thrown) {
      alerts.error(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={messages.format('overlap.makeStatement')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{messages.format('app.cancel')}</Button>
          {add && (
            <Button
              {...(!keep && { variant: 'solid', intent: 'primary' })}
              disabled={busy}
              onClick={() =>
                void store(
                  () =>
                    items.create(add.section.type, {
                      [add.section.path]: add.item.$id,
                      [add.section.title]: messages.format('overlap.statement.title'),
                      [add.section.text]: text,
                    }),
                  'overlap.added',
                )
              }
            >
              {messages.format('overlap.add')}
            </Button>
          )}
          {keep && (
            <Button
              variant="solid"
              intent="primary"
              disabled={busy}
              onClick={() =>
                void store(
                  () => items.update({ $id: keep.item.$id, _u: keep.item._u, [keep.path]: text }),
                  'overlap.kept',
                )
              }
            >
              {messages.format('overlap.keep')}
            </Button>
          )}
        </>
      }
    >
      <Band>{messages.format('overlap.statementHint')}</Band>
      <div className="kk-overlap-statement">{text}</div>
    </Dialog>
  );
});
