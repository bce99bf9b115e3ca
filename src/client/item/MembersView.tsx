// Members of an item that a search finds, on the item's page: the first that the reader may see, and a link to all.

import { observer } from 'mobx-react-lite';
import { ContentLines } from 'src/client/item/ContentsView.tsx';
import { FIRST_CONTENTS } from 'src/client/item/useContents.ts';
import 'src/client/intl/laterMessages.ts';
import { MEMBERS, useMembers } from 'src/client/listing/membersQuery.ts';
import { BandFailed } from 'src/client/navigation/ListFailed.tsx';
import { useAnswer } from 'src/client/useAnswer.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { MembershipQuery } from 'src/model/query/membershipQuery.ts';

interface MembersProps {
  readonly item: Item;
  /** Opens the listing of all of them. */
  readonly showAll: (key: string) => void;
}

const FoundMembers = observer(
  ({ query, showAll }: Pick<MembersProps, 'showAll'> & { readonly query: MembershipQuery }) => {
    const messages = useMessages();
    const { answer, failure, again } = useAnswer({ ...query, max: FIRST_CONTENTS, labels: true }, query.must._t);
    if (!answer && failure === undefined) return null;
    return (
      <section className="kk-group">
        <h4>
          {messages.format('members.title')}{' '}
          {answer && <span className="kk-soft">{messages.intl.formatNumber(answer.total)}</span>}
        </h4>
        {failure !== undefined && <BandFailed message="members.failed" again={() => void again()} />}
        {answer?.total === 0 && <p className="kk-soft">{messages.format('members.none')}</p>}
        {answer && answer.total > 0 && (
          <>
            <ContentLines ids={answer.ids} />
            <p>
              <Button size="small" icon="search" onClick={() => showAll(MEMBERS)}>
                {messages.format('related.showAll', { count: answer.total })}
              </Button>
            </p>
          </>
        )}
      </section>
    );
  },
);

export const Members = observer(({ item, showAll }: MembersProps) => {
  const { query } = useMembers(item);
  return query ? <FoundMembers query={query} showAll={showAll} /> : null;
});
