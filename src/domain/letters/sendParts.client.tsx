// The sending of a letter: buttons that send it or record that a person sent it, and its deliveries.

import { LETTER } from 'src/domain/letters/letterNames.ts';
import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import {
  AddressLines,
  Band,
  Button,
  formatDate,
  MainButton,
  PartFailed,
  useAskDialog,
  useClient,
  useMessages,
  useServerData,
  type ItemPartProps,
  type Messages,
} from 'src/client/extend.ts';
import type { Item } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { Undrawn } from 'src/domain/letters/undrawnPart.client.tsx';

const WAYS = ['THREAD', 'EMAIL'] as const;
const OWN_WAYS = ['POST', 'BY_HAND', 'PORTAL'] as const;

interface Delivery {
  readonly address: string;
  readonly state: 'WAITING' | 'TAKEN' | 'REFUSED' | 'FAILED';
  readonly reason?: string;
  readonly at?: string;
}

const MAX_ADDRESS = 200;

const choicesOf = (messages: Messages, ways: readonly string[]) =>
  ways.map((way) => [way, messages.find(`types.${LETTER}.enum.by.${way}`) ?? way] as const);

export const actionTarget = ({ _t, _i }: Pick<Item, '_t' | '_i'>): { _t: string; _i: number } => ({ _t, _i });

/** Says to whom the letter goes in each way, before it leaves. */
const WhoGetsIt = observer(({ item }: ItemPartProps) => {
  const { connection, items } = useClient();
  const messages = useMessages();
  const ask = useCallback(() => connection.send('act/letterContacts', actionTarget(item)), [connection, item]);
  const { answer, failure, again } = useServerData({ of: item.$id, ask });
  const { to } = item;
  const party = (isItemId(to) ? items.label(to) : undefined) ?? messages.format('letters.goesTo.noOrganization');
  return (
    <dl className="kk-goes-to">
      <dt>{messages.format('letters.goesTo.THREAD')}</dt>
      <dd>{party}</dd>
      <dt>{messages.format('letters.goesTo.EMAIL')}</dt>
      {failure !== undefined && (
        <dd>
          <PartFailed message="letters.goesTo.failed" failure={failure} again={again} />
        </dd>
      )}
      {answer && (
        <dd>
          {answer.contacts.length > 0 ? (
            <AddressLines ids={answer.contacts} />
          ) : (
            messages.format('letters.goesTo.noContact')
          )}
        </dd>
      )}
    </dl>
  );
});

/** Sends through the system. */
const SendLetter = observer(({ item, back = false }: ItemPartProps) => {
  const { tasks, alerts } = useClient();
  const messages = useMessages();
  const [dialog, ask] = useAskDialog();
  const send = (): void =>
    ask({
      title: messages.format('letters.send'),
      text: (
        <>
          <p>{messages.format('letters.sendHint')}</p>
          <WhoGetsIt item={item} />
          <Undrawn item={item} />
        </>
      ),
      apply: messages.format('letters.send'),
      fields: [
        { name: 'by', label: `types.${LETTER}.props.by`, required: true, choices: choicesOf(messages, WAYS) },
        { name: 'address', label: 'letters.address', help: 'letters.addressHint', maxLength: MAX_ADDRESS },
      ],
      values: { by: WAYS[0] },
      submit: async ({ by = WAYS[0], address }) => {
        const to = by === 'EMAIL' && address !== undefined && { address };
        await tasks.run('sendLetter', { ...actionTarget(item), by, ...to }, { asyncKey: `send ${item.$id}` });
        alerts.info('letters.sending', { label: item.$label });
      },
    });
  const SendButton = back ? Button : MainButton;
  return (
    <>
      <SendButton size="small" icon="envelope" onClick={send}>
        {messages.format('letters.send')}
      </SendButton>
      {dialog}
    </>
  );
});

/** Records that a person sent it: the system sends nothing. */
const SentMyself = observer(({ item }: ItemPartProps) => {
  const { tasks, alerts, registry } = useClient();
  const property = registry.types[LETTER]?.properties['proof'];
  const messages = useMessages();
  const [dialog, ask] = useAskDialog();
  const record = (): void =>
    ask({
      title: messages.format('letters.own'),
      text: <p>{messages.format('letters.ownHint')}</p>,
      apply: messages.format('letters.ownApply'),
      fields: [
        { name: 'by', label: 'letters.ownWay', required: true, choices: choicesOf(messages, OWN_WAYS) },
        { name: 'date', label: 'letters.ownDay', kind: 'date', required: true },
        ...(property ? [{ ...property, name: 'proof', label: 'letters.ownProof' }] : []),
      ],
      submit: async (answers) => {
        await tasks.run('recordSending', { ...actionTarget(item), ...answers }, { asyncKey: `send ${item.$id}` });
        alerts.info('letters.recording', { label: item.$label });
      },
    });
  return (
    <>
      <Button size="small" icon="endorsed" onClick={record}>
        {messages.format('letters.own')}
      </Button>
      {dialog}
    </>
  );
});

/** The buttons of an approved letter. */
export const SendButtons = ({ item, back = false }: ItemPartProps) => (
  <>
    <SendLetter item={item} back={back} />
    <SentMyself item={item} />
  </>
);

const SendAgain = observer(({ item }: ItemPartProps) => {
  const { connection, items } = useClient();
  const messages = useMessages();
  const [dialog, ask] = useAskDialog();
  const again = (): void =>
    ask({
      title: messages.format('letters.again'),
      apply: messages.format('letters.again'),
      fields: [{ name: 'address', label: 'letters.address', required: true, maxLength: MAX_ADDRESS }],
      submit: async ({ address }) => {
        await connection.send('act/resendLetter', { ...actionTarget(item), address: String(address ?? '') });
        await items.refresh(item.$id);
      },
    });
  return (
    <>
      <Button size="small" icon="envelope" onClick={again}>
        {messages.format('letters.again')}
      </Button>
      {dialog}
    </>
  );
});

const deliveriesOf = ({ deliveries }: Item): readonly Delivery[] =>
  (Array.isArray(deliveries) ? deliveries : []) as readonly Delivery[];

/** One line for each email, with the reason where it did not arrive. */
const Deliveries = observer(({ item }: ItemPartProps) => {
  const messages = useMessages();
  const deliveries = deliveriesOf(item);
  if (deliveries.length === 0) return null;
  const isRefused = deliveries.at(-1)?.state === 'REFUSED' || deliveries.at(-1)?.state === 'FAILED';
  const lines = (
    <ul className="kk-plain-list">
      {deliveries.map(({ address, state, reason, at }, index) => (
        <li key={index} dir="auto">
          {messages.format(`letters.delivery.${state}`, {
            ...{ address, reason: reason ?? '', when: at === undefined ? '' : formatDate(messages.intl, at, true) },
          })}
        </li>
      ))}
    </ul>
  );
  return isRefused ? <Band tone="danger">{lines}</Band> : lines;
});

/** Says in which way the letter left, and by whom. */
export const HowItWasSent = observer(({ item }: ItemPartProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const { state, by, sentOn, sent, sentBy } = item;
  const who = (isItemId(sentBy) ? items.label(sentBy) : undefined) ?? messages.format('events.someone');
  const day = String(sentOn ?? sent ?? '');
  return (
    <>
      {state === 'SENDING' && <p>{messages.format('letters.beingSent')}</p>}
      {state === 'SENT' && typeof by === 'string' && (
        <p>{messages.find(`letters.sentBy.${by}`, { who, day: formatDate(messages.intl, day) })}</p>
      )}
      <Deliveries item={item} />
      {state === 'SENT' && by === 'EMAIL' && items.may(item.$id, 'send') && <SendAgain item={item} />}
    </>
  );
});
