// Answers an invitation in its notice, without opening the item.

import { observer } from 'mobx-react-lite';
import { AnswerButtons } from 'src/client/invitations/AnswerButtons.tsx';
import { invitedIn } from 'src/client/invitations/itemInvitation.ts';
import { useClient } from 'src/client/useClient.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export const NoticeAnswer = observer(({ id }: { readonly id: ItemId }) => {
  const { items, session, connection } = useClient();
  const read = items.get(id);
  if (read.state !== 'ready') return null;
  const own = invitedIn(read.item).find(({ user, removed }) => removed !== true && user === session.user?.$id);
  if (!own || session.user === undefined) return null;
  const { type, number } = parseItemId(id);
  return (
    <AnswerButtons
      given={own.answer}
      answer={async (answer) => {
        await connection.send('act/answerInvitation', { _t: type, _i: number, answer });
        await items.refresh(id);
      }}
    />
  );
});
