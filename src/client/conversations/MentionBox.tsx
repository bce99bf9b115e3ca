// The box in which a message is written. After `@` it offers the people who may read the conversation; the arrow keys and Enter choose,
// Escape closes the list. The focus never leaves the text.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { TextArea } from '@blueprintjs/core';
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { placeOffers } from 'src/client/conversations/placeOffers.ts';
import { arrowKeys } from 'src/client/ui/arrowKeys.ts';
import { Listbox, optionId } from 'src/client/ui/Listbox.tsx';
import { DELAYS } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Item } from 'src/model/item/Item.ts';

type Person = Endpoints['readersNamed']['answer']['people'][number];

/** Text between an `@` and the caret that may be the beginning of a name. */
const MENTION = /(?:^|[\s(])@([\p{L}\p{M}'’ʼ.-]*(?: [\p{L}\p{M}'’ʼ.-]+)?)$/u;

export const mentionBefore = (text: string, caret: number): string | undefined =>
  MENTION.exec(text.slice(0, caret))?.[1];

/** True where people type on the screen. */
export const hasScreenKeyboard = (): boolean => window.matchMedia('(pointer: coarse)').matches;

const NO_PEOPLE: readonly Person[] = [];

/** Returns the people found for exactly what is typed now: none while they are asked for. */
const useMentionable = ({ $id, _t, _i }: Item, typed: string | undefined): readonly Person[] => {
  const { connection, alerts } = useClient();
  const messages = useMessages();
  const ask = useCallback(async (): Promise<readonly Person[]> => {
    const answer = await connection.send('act/readersNamed', { _t, _i, text: typed ?? '' });
    return answer.people;
  }, [connection, _t, _i, typed]);
  const { answer: people } = useServerData(
    // Without an answer, people can still write out the name.
    typed === undefined ? undefined : { of: `${$id} ${typed}`, ask, pause: DELAYS.input },
  );
  useEffect(() => {
    if (people) alerts.announce(messages.format('conversations.people', { count: people.length }));
  }, [alerts, messages, people]);
  return people ?? NO_PEOPLE;
};

/** Returns the reference of the frame of the box and of the list, which is placed again when other people are offered. */
const useOffersPlace = (people: readonly Person[]): RefObject<HTMLDivElement | null> => {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (frame.current && people.length > 0) placeOffers(frame.current);
  }, [people]);
  return frame;
};

interface MentionBoxProps {
  readonly thread: Item;
  readonly label: string;
  readonly text: string;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  readonly focused: boolean;
  readonly onText: (text: string) => void;
  readonly onMention: (person: Person, text: string) => void;
  /** Enter; with a keyboard on the screen only the button sends, because Enter is the only way to begin a line there. */
  readonly onSend: () => void;
  readonly onEscape?: (() => void) | undefined;
}

export const MentionBox = (props: MentionBoxProps) => {
  const { thread, label, text, invalid, describedBy, focused, onText, onMention, onSend, onEscape } = props;
  const id = useId();
  const messages = useMessages();
  const box = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  const [closedFor, setClosedFor] = useState<string>();
  const typed = mentionBefore(text, caret);
  const people = useMentionable(thread, typed === closedFor ? undefined : typed);
  const frame = useOffersPlace(people);
  const chosenAt = Math.min(at, people.length - 1);
  const chosen = people[chosenAt];
  useEffect(() => {
    if (focused) box.current?.focus();
  }, [focused]);
  const choose = (person: Person): void => {
    const from = caret - (typed ?? '').length;
    const next = `${text.slice(0, from)}${person.label} ${text.slice(caret)}`;
    const after = from + person.label.length + 1;
    setAt(0);
    setCaret(after);
    onMention(person, next);
    requestAnimationFrame(() => box.current?.setSelectionRange(after, after));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = arrowKeys(event.key, chosenAt, people.length);
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
    if (isEnter && (event.ctrlKey || event.metaKey)) onSend();
    else if (next !== undefined) setAt(next);
    else if (chosen && (event.key === 'Enter' || event.key === 'Tab')) choose(chosen);
    else if (chosen && event.key === 'Escape') setClosedFor(typed);
    else if (event.key === 'Escape' && onEscape) onEscape();
    else if (isEnter && !event.shiftKey && !event.altKey && !hasScreenKeyboard()) onSend();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={frame} className="kk-mention-box">
      <TextArea
        inputRef={box}
        autoResize
        fill
        dir="auto"
        className="kf-textarea"
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={chosen ? `${id}-people` : undefined}
        aria-activedescendant={optionId(`${id}-people`, chosenAt)}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        placeholder={label}
        intent={invalid ? 'danger' : 'none'}
        value={text}
        onChange={({ target }) => {
          setCaret(target.selectionStart);
          setAt(0);
          onText(target.value);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
      {chosen && (
        <Listbox
          id={`${id}-people`}
          label={messages.format('conversations.mention')}
          className="kf-offers kk-mention-offers"
          optionClass="kf-offer"
          options={people.map((person) => ({ key: person.$id, person }))}
          at={chosenAt}
          choose={({ person }) => choose(person)}
        >
          {({ person }) => <span dir="auto">{person.label}</span>}
        </Listbox>
      )}
    </div>
  );
};
