// The invitations of an item, on its page: sends them, also after changes, and shows the invited people, the delivery of the emails, and
// the answers. An invited reader answers here.

import { observer } from 'mobx-react-lite';
import 'src/client/intl/laterMessages.ts';
import { MainButton } from 'src/client/navigation/MainButton.tsx';
import { AddressLines } from 'src/client/invitations/AddressLines.tsx';
import { AnswerButtons } from 'src/client/invitations/AnswerButtons.tsx';
import {
  itemInvitation,
  invitedPeopleIn,
  type InvitedPerson,
  type ItemInvitation,
} from 'src/client/invitations/itemInvitation.ts';
import 'src/client/invitations/invitations.css';
import { Button } from 'src/client/ui/Button.tsx';
import { formatDate } from 'src/client/ui/dates.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { Band } from 'src/client/ui/Notice.tsx';
import { useClient } from 'src/client/useClient.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { InvitationPaths } from 'src/model/schema/TypeServer.ts';

interface Props {
  readonly item: Item;
  readonly paths: InvitationPaths;
}

interface PartProps extends Props {
  readonly invitation: ItemInvitation;
}

/** Asks first, because a sent email cannot be undone. */
const useSend = ({ item, paths }: Props): ((name: 'sendInvitations' | 'cancelInvitations') => void) => {
  const { connection, dialogs, alerts, items } = useClient();
  const messages = useMessages();
  const { _t, _i, $id, $label } = item;
  const people = invitedPeopleIn(item, paths);
  const title = item[paths.title];
  const run = async (name: 'sendInvitations' | 'cancelInvitations'): Promise<void> => {
    const key = `invitations.${name}`;
    const values = { label: $label, title: typeof title === 'string' ? title : '' };
    const danger = name === 'cancelInvitations';
    const message = messages.format(`${key}.message`, values);
    const Question = () => (
      <>
        {!danger && people.length > 0 && (
          <section aria-label={messages.format('invitations.goesTo')}>
            <p>{messages.format('invitations.goesTo')}</p>
            <AddressLines ids={people} />
          </section>
        )}
        <p>{message}</p>
      </>
    );
    if (!(await dialogs.confirm({ title: key, component: Question, apply: key, values, danger }))) return;
    const { sent } = await connection.send(`act/${name}`, { _t, _i });
    alerts.success('invitations.sending', { count: sent });
    await items.refresh($id);
  };
  return (name) => void run(name).catch((thrown: unknown) => alerts.error(thrown));
};

const Sending = observer(({ item, paths, invitation }: PartProps) => {
  const messages = useMessages();
  const send = useSend({ item, paths });
  const { sentAt, untold, failed, isChanged } = invitation;
  const isFirst = sentAt === undefined;
  const button = (word: string) => (
    <MainButton size="small" icon="envelope" onClick={() => send('sendInvitations')}>
      {messages.format(word)}
    </MainButton>
  );
  const cancel = (
    <Button size="small" icon="disable" onClick={() => send('cancelInvitations')}>
      {messages.format('invitations.cancelInvitations')}
    </Button>
  );
  if (isFirst) return button('invitations.sendInvitations');
  if (isChanged)
    return (
      <Band tone="warning" actions={button('invitations.tell')}>
        {messages.format('invitations.changed')}
      </Band>
    );
  if (untold > 0 || failed > 0)
    return (
      <Band
        tone={failed > 0 ? 'danger' : 'info'}
        actions={button(failed > 0 ? 'invitations.again' : 'invitations.sendInvitations')}
      >
        {messages.format(failed > 0 ? 'invitations.failed' : 'invitations.untold', { count: failed || untold })}
      </Band>
    );
  return cancel;
});

const InvitedPeople = observer(({ invitation }: Pick<PartProps, 'invitation'>) => {
  const { items } = useClient();
  const messages = useMessages();
  const { invited, sentAt, sentBy } = invitation;
  if (sentAt === undefined) return null;
  const who = (sentBy === undefined ? undefined : items.label(sentBy)) ?? messages.format('events.someone');
  const lineOf = (each: InvitedPerson): string => {
    const { state, reason = '', at, removed, answer } = each;
    if (removed === true) return messages.format('invitations.removed');
    const when = at === undefined ? '' : formatDate(messages.intl, at, true);
    const mail = messages.format(`invitations.mail.${state}`, { reason, when });
    return answer === undefined ? mail : `${messages.format(`invitations.given.${answer}`)} · ${mail}`;
  };
  return (
    <section aria-label={messages.format('invitations.people')}>
      <p>{messages.format('invitations.sent', { who, when: formatDate(messages.intl, sentAt, true) })}</p>
      <ul className="kk-plain-list kk-invited">
        {invited.map((each, index) => (
          <li key={index}>
            <bdi>
              {(each.person === undefined ? undefined : items.label(each.person)) ??
                messages.format('invitations.somebody')}
            </bdi>
            <span className="kk-soft">{lineOf(each)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
});

/** Part of the page for an invited reader. */
const OwnAnswer = observer(({ item, invitation }: PartProps) => {
  const { session, connection, items } = useClient();
  const messages = useMessages();
  const own = invitation.invited.find(({ user, removed }) => removed !== true && user === session.user?.$id);
  if (!own || session.user === undefined) return null;
  return (
    <Band
      actions={
        <AnswerButtons
          given={own.answer}
          answer={async (answer) => {
            await connection.send('act/answerInvitation', { _t: item._t, _i: item._i, answer });
            await items.refresh(item.$id);
          }}
        />
      }
    >
      {messages.format(own.answer === undefined ? 'invitations.youAreInvited' : `invitations.own.${own.answer}`)}
    </Band>
  );
});

export const InvitationPart = observer(({ item, paths }: Props) => {
  const { items, day } = useClient();
  const messages = useMessages();
  const invitation = itemInvitation(item, paths, day.today);
  const { isCancelled, isOver } = invitation;
  const parts = { item, paths, invitation };
  return (
    <div className="kk-invitations">
      {isCancelled && <Band tone="warning">{messages.format('invitations.cancelled')}</Band>}
      {!isCancelled && !isOver && <OwnAnswer {...parts} />}
      {!isCancelled && !isOver && items.may(item.$id, 'update') && <Sending {...parts} />}
      <InvitedPeople invitation={invitation} />
    </div>
  );
});
