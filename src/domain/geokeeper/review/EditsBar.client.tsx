// Bar with the number of unsaved edits of a record or a trip, and what can be done with them.

import { observer } from 'mobx-react-lite';
import { Band, Button, ItemLink, useClient, useMessages } from 'src/client/extend.ts';
import type { FieldDataEdits } from 'src/domain/geokeeper/review/FieldDataEdits.client.ts';

export const EditsBar = observer(({ edits }: { readonly edits: FieldDataEdits }) => {
  const { dialogs } = useClient();
  const messages = useMessages();
  const { count, conflicts, refused, saving } = edits;
  const discard = async (): Promise<void> => {
    const isSure = await dialogs.confirm({
      ...{ title: 'cells.discard.title', message: 'cells.discard.message', apply: 'cells.discard.apply' },
      ...{ danger: true, values: { count } },
    });
    if (isSure) edits.discard();
  };
  if (count === 0) return null;
  return (
    <div className="kk-field-edits">
      <Band
        tone="warning"
        actions={
          <>
            <Button size="small" icon="undo" disabled={!edits.canUndo || saving} onClick={edits.undo}>
              {messages.format('fieldReview.undo')}
            </Button>
            <Button size="small" disabled={saving} onClick={() => void discard()}>
              {messages.format('fieldReview.discard')}
            </Button>
            <Button
              {...{ size: 'small', variant: 'solid', intent: 'primary', loading: saving }}
              onClick={() => void edits.save()}
            >
              {messages.format('fieldReview.save')}
            </Button>
          </>
        }
      >
        <span role="status">{messages.format('fieldReview.unsaved', { count })}</span>
      </Band>
      {[...conflicts.keys()].map((id) => (
        <Band
          key={id}
          tone="danger"
          actions={
            <>
              <Button size="small" onClick={() => edits.discard([id])}>
                {messages.format('fieldReview.takeTheirs')}
              </Button>
              <Button size="small" onClick={() => void edits.saveAnyway(id)}>
                {messages.format('fieldReview.keepMine')}
              </Button>
            </>
          }
        >
          <span role="alert">{messages.format('fieldReview.conflict')}</span> <ItemLink id={id} />
        </Band>
      ))}
      {[...refused].map(([id, reason]) => (
        <Band key={id} tone="danger">
          <ItemLink id={id} />{' '}
          <span role="alert">
            {messages.find(`fieldReview.refused.${reason}`) ?? messages.format('fieldReview.refused.invalid')}
          </span>
        </Band>
      ))}
    </div>
  );
});
