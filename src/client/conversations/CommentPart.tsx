// Comments on passages of a text, where the item's actions are: a button that takes the selected passage or offers the paragraphs of the text to
// people who select none, such as by keyboard, and how many comments are open.

import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { paramOfTab } from 'src/client/navigation/tabFrom.ts';
import { useThreadsAbout } from 'src/client/conversations/ConversationsTab.tsx';
import { useMarkedPassages } from 'src/client/conversations/markedPassages.ts';
import { hasPassage, passageOf, passagesIn, type Passage } from 'src/client/conversations/passage.ts';
import 'src/client/conversations/conversations.css';
import 'src/client/intl/laterMessages.ts';
import { mayCreate } from 'src/model/listing/mayCreate.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { PartFailed } from 'src/client/ui/PartFailed.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useAskDialog } from 'src/client/forms/useAskDialog.tsx';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

const MAX_PASSAGE = 2_000;
/** Longest text of a comment. */
const MAX_COMMENT = 2000;
const MAX_THREAD_SUBJECT = 80;
/** Characters of a passage in a button. */
const MAX_SHOWN = 40;

/** The passage that is selected in the text of an item (fields/markdown/MarkdownText.tsx), or was when another part of the page took over. */
const useSelectedPassage = (id: ItemId): (() => Passage | undefined) => {
  const last = useRef<Passage>(undefined);
  useEffect(() => {
    const note = (): void => {
      const selection = document.getSelection();
      const node = selection?.anchorNode;
      const element = node instanceof Element ? node : node?.parentElement;
      const text = element?.closest<HTMLElement>('[data-text]');
      const [of, path = ''] = text?.dataset['text']?.split('/') ?? [];
      if (!selection || !text || of !== id) return;
      const exact = selection.toString().trim().slice(0, MAX_PASSAGE);
      const isWithin = selection.focusNode !== null && text.contains(selection.focusNode);
      last.current = exact === '' || !isWithin ? undefined : { path, exact };
    };
    document.addEventListener('selectionchange', note);
    return () => document.removeEventListener('selectionchange', note);
  }, [id]);
  return () => last.current;
};

/** Paragraphs of the item's formatted texts. */
const passagesOf = (item: Item, type: ItemType | undefined): readonly Passage[] =>
  Object.values(type?.properties ?? {}).flatMap(({ name, markdown }) => {
    const text = markdown === true ? item[name] : undefined;
    return typeof text === 'string'
      ? passagesIn(text).map((exact) => ({ path: name, exact: exact.slice(0, MAX_PASSAGE) }))
      : [];
  });

const shortenedQuote = (text: string, length: number): string => {
  const signs = Array.from(text.replace(/\s+/gu, ' ').trim());
  return signs.length > length ? `${signs.slice(0, length - 1).join('')}…` : signs.join('');
};

const CommentButton = observer(({ item }: { readonly item: Item }) => {
  const { connection, drafts, registry, session, alerts } = useClient();
  const messages = useMessages();
  const selected = useSelectedPassage(item.$id);
  const [dialog, ask] = useAskDialog();
  const type = registry.types[registry.conversations?.thread ?? ''];
  if (!type || !mayCreate(type, session.user)) return null;
  const begin = (): void => {
    if (drafts.locked) {
      alerts.warn('offline.locked');
      return;
    }
    const chosen = selected();
    const passages = chosen ? [] : passagesOf(item, registry.types[item._t]);
    if (!chosen && passages.length === 0) {
      alerts.warn('conversations.comment.none');
      return;
    }
    ask({
      title: messages.format('conversations.comment'),
      text: (
        <>
          {chosen && <blockquote className="kk-passage">{chosen.exact}</blockquote>}
          <p>{messages.format('conversations.comment.hint')}</p>
        </>
      ),
      apply: messages.format('conversations.comment.add'),
      fields: [
        ...(chosen
          ? []
          : [
              {
                ...{ name: 'passage', required: true },
                ...{ label: 'conversations.comment.passage', help: 'conversations.comment.passageHint' },
                choices: passages.map(
                  ({ exact }, at) => [String(at), shortenedQuote(exact, MAX_THREAD_SUBJECT)] as const,
                ),
              },
            ]),
        {
          name: 'body',
          label: 'conversations.comment.field',
          kind: 'longText',
          required: true,
          maxLength: MAX_COMMENT,
        },
      ],
      submit: async ({ body, passage }) => {
        const said = String(body);
        const subject = Array.from(said.replace(/\s+/gu, ' ').trim()).slice(0, MAX_THREAD_SUBJECT).join('');
        const quote = chosen ?? passages[Number(passage)];
        if (!quote) return;
        const { path, exact } = quote;
        const opening = { subject, quote: { path, exact }, body: said };
        await connection.send('act/beginConversation', { _t: item._t, _i: item._i, ...opening });
      },
    });
  };
  return (
    <>
      <Button size="small" icon="comment" onClick={begin}>
        {messages.format('conversations.comment')}
      </Button>
      {dialog}
    </>
  );
});

interface OpenComment {
  readonly thread: Item;
  readonly passage: Passage;
}

/** Says before an approval that comments are open, and leads to each of them and to its passage. */
const OpenComments = observer(({ item }: { readonly item: Item }) => {
  const { items, registry, navigation } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const { answer: found, failure, again } = useThreadsAbout(item, registry.conversations?.thread);
  const open = (found?.ids ?? []).flatMap((id): OpenComment[] => {
    const loaded = items.get(id);
    if (loaded.state !== 'ready' || loaded.item.resolved === true) return [];
    const passage = passageOf(loaded.item);
    return passage ? [{ thread: loaded.item, passage }] : [];
  });
  const passages = open.map(({ passage }) => passage);
  const { within, lead } = useMarkedPassages(item.$id, passages);
  const isThere = ({ path, exact }: Passage): boolean => hasPassage(String(item[path] ?? ''), { path, exact });
  const show = (passage: Passage): void => {
    if (!lead(passage)) navigation.setParam(column, paramOfTab('read'), true);
  };
  if (failure !== undefined) return <PartFailed message="conversations.failed" failure={failure} again={again} />;
  if (open.length === 0) return null;
  return (
    <div ref={within} className="kk-open-comments">
      <Band tone="warning">
        <p>{messages.format('conversations.comment.open', { count: open.length })}</p>
        <ul className="kk-plain-list">
          {open.map(({ thread, passage }) => (
            <li key={thread.$id}>
              <ItemLink id={thread.$id} />{' '}
              {isThere(passage) && (
                <button type="button" className="kk-text-button" onClick={() => show(passage)}>
                  {messages.format('conversations.comment.show', { passage: shortenedQuote(passage.exact, MAX_SHOWN) })}
                </button>
              )}
            </li>
          ))}
        </ul>
      </Band>
    </div>
  );
});

export const CommentPart = ({ item }: { readonly item: Item }) => (
  <>
    <CommentButton item={item} />
    <OpenComments item={item} />
  </>
);
