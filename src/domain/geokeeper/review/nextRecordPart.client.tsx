// Shows a reviewer above the values of a record the note with which it was sent back, what the server noticed when it arrived, and the
// next record that waits for a decision.

import { observer } from 'mobx-react-lite';
import { Band, Button, useAnswer, useClient, useColumn, useMessages, type PagePartProps } from 'src/client/extend.ts';
import { FIELD_DATA, TO_REVIEW } from 'src/domain/geokeeper/review/fieldDataType.ts';
import type { Item } from 'src/model/item/Item.ts';
import 'src/domain/geokeeper/review/fieldReview.css';
import 'src/domain/geokeeper/pageMessages/fieldReviewMessages.client.ts';

const reviewTextAt = (item: Item, path: string): string | undefined => {
  const value = item[path];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Leads to the next record of the program that waits, the oldest first. */
const NextRecord = observer(({ item }: { readonly item: Item }) => {
  const { navigation } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const program = reviewTextAt(item, 'program');
  const { answer } = useAnswer(
    program === undefined
      ? undefined
      : {
          must: { _t: [FIELD_DATA], state: [...TO_REVIEW], program: [program] },
          mustNot: { $id: [item.$id] },
          sort: [{ key: 'collected', order: 'asc' }],
          max: 1,
        },
    [FIELD_DATA],
  );
  if (!answer) return null;
  const [next] = answer.ids;
  const isWaiting = TO_REVIEW.includes(reviewTextAt(item, 'state') ?? '');
  if (next === undefined)
    return isWaiting ? null : <p className="kk-soft">{messages.format('fieldReview.nothingWaits')}</p>;
  const open = (): void => {
    const segment = `i-${next}`;
    void (column === 0 ? navigation.go(`/${segment}`) : navigation.open(column - 1, segment));
  };
  return (
    <div className="kk-trip-actions">
      <Button size="small" endIcon="arrow-right" {...(!isWaiting && { intent: 'primary' })} onClick={open}>
        {messages.format('fieldReview.next', { count: answer.total })}
      </Button>
    </div>
  );
});

export const ReviewPart = observer(({ item }: PagePartProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const note = reviewTextAt(item, 'reviewNote');
  const mayReview = items.may(item.$id, 'update');
  return (
    <>
      {note !== undefined && item['state'] === 'ISSUES' && (
        <Band tone="warning">
          <b>{messages.format('fieldReview.sentBack')}</b> <span dir="auto">{note}</span>
        </Band>
      )}
      {mayReview && <NextRecord item={item} />}
    </>
  );
});
