// Buttons of letters: to write one about an item, to look at it as it goes out, and to send it; on the page of what it is about, on the steps
// that have to do with it, and on its own page. Nothing is offered to who may not.

import { TEMPLATE, LETTER } from 'src/domain/letters/letterNames.ts';
import { when } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import {
  Button,
  CommentPart,
  itemName,
  MainButton,
  mayCreate,
  TaskPreview,
  useClient,
  useColumn,
  useMessages,
  useAskDialog,
  type ItemPartProps,
} from 'src/client/extend.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { HowItWasSent, SendButtons, actionTarget } from 'src/domain/letters/sendParts.client.tsx';
import { Undrawn } from 'src/domain/letters/undrawnPart.client.tsx';

const LETTER_KINDS_LIST = 'RLT_LETTERS';
const SEND_STEP = 'RWF_LETTER_SEND';
const MAX_TEMPLATES = 200;
/** The page does not wait longer for the names of kinds. */
const READ_TIMEOUT_MS = 3_000;

/** Templates in use at the owner of the item, by their kind and name. */
const useTemplates = (about: Item): (() => Promise<readonly (readonly [string, string])[]>) => {
  const { search, items, registry, lists } = useClient();
  const messages = useMessages();
  return async () => {
    const owner = about[registry.types[about._t]?.read.owner ?? ''];
    const must = { _t: [TEMPLATE], state: ['ACTIVE'], ...(typeof owner === 'string' && { owner: [owner] }) };
    const { ids } = await search.search({ must, max: MAX_TEMPLATES, labels: true });
    const kindOf = (id: ItemId): Json | undefined => {
      const found = items.get(id);
      return found.state === 'ready' ? found.item['kind'] : undefined;
    };
    const isKnown = (): boolean =>
      lists.values(LETTER_KINDS_LIST, String(owner)) !== undefined &&
      ids.every((id) => items.get(id).state !== 'loading');
    await when(isKnown, { timeout: READ_TIMEOUT_MS }).catch(() => {});
    return ids
      .map((id): readonly [string, string] => {
        const kind = kindOf(id);
        const named = typeof kind === 'string' ? lists.label(LETTER_KINDS_LIST, String(owner), kind) : undefined;
        const label = itemName(items, messages.format, id);
        return [id, named === undefined || named === label ? label : `${named}: ${label}`];
      })
      .sort(([, one], [, other]) => one.localeCompare(other));
  };
};

const WriteLetter = observer(({ about, main = false }: { readonly about: Item; readonly main?: boolean }) => {
  const client = useClient();
  const { connection, items, navigation, alerts, registry, session } = client;
  const messages = useMessages();
  const column = useColumn();
  const [dialog, ask] = useAskDialog();
  const templates = useTemplates(about);
  const type = registry.types[LETTER];
  if (!type || !session.signedIn || !mayCreate(type, session.user) || !items.may(about.$id, 'update')) return null;
  const draft = async (template: Json | undefined): Promise<void> => {
    const { $id, unknown } = await connection.send('act/draftLetter', {
      ...actionTarget(about),
      template: String(template ?? ''),
    });
    await items.refresh(about.$id);
    if (unknown.length > 0)
      alerts.warn('letters.unknown', { names: unknown.map((path) => `{${path}}`).join(', '), count: unknown.length });
    await navigation.open(column, `i-${$id}`, 'edit');
  };
  const begin = async (): Promise<void> => {
    const choices = await templates();
    ask({
      title: messages.format('letters.write'),
      text: <p>{messages.format(choices.length === 0 ? 'letters.noTemplates' : 'letters.writeHint')}</p>,
      apply: messages.format('letters.write'),
      fields: [{ name: 'template', label: messages.type(TEMPLATE), required: true, choices }],
      submit: ({ template }) => draft(template),
    });
  };
  const WriteButton = main ? MainButton : Button;
  return (
    <>
      <WriteButton
        size="small"
        icon="envelope"
        onClick={() => void begin().catch((thrown: unknown) => alerts.error(thrown))}
      >
        {messages.format('letters.write')}
      </WriteButton>
      {dialog}
    </>
  );
});

/** Part on the pages of items that letters are about. */
export const LettersOf = ({ item }: ItemPartProps) =>
  item['state'] === 'PENDING' ? <WriteLetter about={item} /> : null;

const isSendable = (item: Item): boolean => item['state'] === 'APPROVED';

/** Part on the page of a step: opens its letter, or creates one. The step that sends it does so itself. */
export const LetterOfStep = observer(({ item }: ItemPartProps) => {
  const { items, navigation } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const { letter, of, state } = item;
  if (isItemId(letter)) {
    const found = item['kind'] === SEND_STEP && state === 'ACTIVE' ? items.get(letter) : undefined;
    const isReady = found?.state === 'ready' && isSendable(found.item) && items.may(letter, 'send');
    return (
      <>
        {isReady && <SendButtons item={found.item} />}
        <Button size="small" icon="envelope" onClick={() => void navigation.open(column, `i-${letter}`)}>
          {messages.format('letters.open')}
        </Button>
      </>
    );
  }
  const about = isItemId(of) && state === 'ACTIVE' ? items.get(of) : undefined;
  return about?.state === 'ready' ? <WriteLetter about={about.item} main /> : null;
});

const Preview = ({ item }: ItemPartProps) => {
  const messages = useMessages();
  const [shown, setShown] = useState(false);
  const [task] = useState(() => ({
    pdf: { action: 'previewLetter', input: { ...actionTarget(item), format: 'pdf' } },
    docx: { action: 'previewLetter', input: { ...actionTarget(item), format: 'docx' } },
  }));
  return (
    <>
      <Button size="small" icon="eye-open" onClick={() => setShown(true)}>
        {messages.format('letters.preview')}
      </Button>
      {shown && (
        <TaskPreview
          title={item.$label}
          task={task.pdf}
          also={[{ text: messages.format('letters.asDocx'), task: task.docx }]}
          close={() => setShown(false)}
        />
      )}
    </>
  );
};

interface SentFile {
  readonly name: string;
  readonly sha256: string;
}

/** Files that were sent, with checksums by which a file can be verified later. */
const SentAs = ({ item }: ItemPartProps) => {
  const messages = useMessages();
  const sent = (Array.isArray(item['sentAs']) ? item['sentAs'] : []) as readonly SentFile[];
  if (sent.length === 0) return null;
  return (
    <details className="kk-sent-files">
      <summary>{messages.property(LETTER, 'sentAs')}</summary>
      <dl>
        {sent.map(({ name, sha256 }) => (
          <div key={`${name} ${sha256}`}>
            <dt dir="auto">{name}</dt>
            <dd>
              {messages.property(LETTER, 'sentAs.sha256')} <code>{sha256}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
};

/** Remembers which version the person has read, so that a step can take their approval later. */
const useReadMark = (item: Item): void => {
  const { readMarks, items, alerts } = useClient();
  const known = readMarks.get(item.$id);
  const version = items.looked.of(item.$id);
  useEffect(() => {
    if (known === undefined || version === undefined || item['state'] !== 'PROPOSED') return;
    readMarks.mark(item, version).catch((thrown: unknown) => alerts.error(thrown));
  }, [readMarks, alerts, item, known, version]);
};

/** Actions on the letter's own page: downloads of the files that were sent, or a preview before that. */
export const LetterActs = observer(({ item, back = false }: ItemPartProps) => {
  const { items, session, navigation } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const { thread } = item;
  useReadMark(item);
  if (item['state'] === 'SENT' || item['state'] === 'SENDING')
    return (
      <>
        <HowItWasSent item={item} />
        {isItemId(thread) && (
          <Button size="small" icon="chat" onClick={() => void navigation.open(column, `i-${thread}`)}>
            {messages.format('letters.conversation')}
          </Button>
        )}
        <SentAs item={item} />
      </>
    );
  if (!session.signedIn || !items.may(item.$id, 'preview')) return null;
  return (
    <>
      {isSendable(item) && <HowItWasSent item={item} />}
      {isSendable(item) && items.may(item.$id, 'send') && <SendButtons item={item} back={back} />}
      <Preview item={item} />
      {item['state'] === 'PROPOSED' && <CommentPart item={item} />}
      <Undrawn item={item} />
    </>
  );
});
