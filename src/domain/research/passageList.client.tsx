// The passages of a transcript in the order of their times. Long transcripts show a part, which grows by buttons and while the recording
// plays.

import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { Button, useClient, useMessages } from 'src/client/extend.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { PassageRow } from 'src/domain/research/passageRow.client.tsx';
import { usePlayedPassages } from 'src/domain/research/usePlayedPassages.client.ts';

/** Passages that are shown at first, before and after the one that the address names. */
const FIRST_SHOWN = { before: 5, after: 60 } as const;
const STEP = 100;

interface PassageListProps {
  readonly ids: readonly ItemId[];
  readonly total: number;
  /** Id of the passage that the address names. */
  readonly named: string | undefined;
  readonly media: RefObject<HTMLMediaElement | null>;
  readonly recording: ItemId | undefined;
  readonly playFrom: ((seconds: number) => void) | undefined;
}

interface ShownPart {
  readonly from: number;
  readonly to: number;
}

const firstPart = (ids: readonly ItemId[], named: string | undefined): ShownPart => {
  const at = Math.max(0, named === undefined ? 0 : ids.indexOf(named));
  return { from: Math.max(0, at - FIRST_SHOWN.before), to: at + FIRST_SHOWN.after };
};

/** Scrolls to the passage that the address names, once it is shown. */
const useNamedInView = (
  list: RefObject<HTMLOListElement | null>,
  named: string | undefined,
  isShown: boolean,
): void => {
  useEffect(() => {
    if (named === undefined || !isShown) return;
    list.current?.querySelector(`[data-passage="${CSS.escape(named)}"]`)?.scrollIntoView({ block: 'center' });
  }, [list, named, isShown]);
};

export const PassageList = observer(({ ids, total, named, media, recording, playFrom }: PassageListProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const list = useRef<HTMLOListElement>(null);
  const [part, setPart] = useState(() => firstPart(ids, named));
  useEffect(() => {
    const at = named === undefined ? -1 : ids.indexOf(named);
    setPart((before) => (at < 0 || (at >= before.from && at < before.to) ? before : firstPart(ids, named)));
  }, [ids, named]);
  const shown = ids.slice(part.from, part.to).flatMap((id): Item[] => {
    const loaded = items.get(id);
    return loaded.state === 'ready' ? [loaded.item] : [];
  });
  const timed = shown.map((each) => ({ id: each.$id, start: Number(each['start']), end: Number(each['end']) }));
  const played = usePlayedPassages(media, timed, recording);
  const last = timed.at(-1);
  const isLastPlayed = last !== undefined && played.has(last.id);
  useEffect(() => {
    if (isLastPlayed) setPart(({ from, to }) => ({ from, to: to + STEP }));
  }, [isLastPlayed]);
  useNamedInView(
    list,
    named,
    shown.some(({ $id }) => $id === named),
  );
  return (
    <>
      <p className="kk-soft" role="status">
        {messages.format('transcripts.count', { count: total })}
      </p>
      {part.from > 0 && (
        <p>
          <Button size="small" onClick={() => setPart(({ from, to }) => ({ from: Math.max(0, from - STEP), to }))}>
            {messages.format('transcripts.earlier')}
          </Button>
        </p>
      )}
      <ol ref={list} className="kk-plain-list kk-passages" aria-label={messages.format('tabs.transcript')}>
        {shown.map((passage) => (
          <PassageRow
            key={passage.$id}
            passage={passage}
            isPlayed={played.has(passage.$id)}
            isNamed={passage.$id === named}
            playFrom={playFrom}
          />
        ))}
      </ol>
      {part.to < ids.length && (
        <p>
          <Button size="small" onClick={() => setPart(({ from, to }) => ({ from, to: to + STEP }))}>
            {messages.format('transcripts.later')}
          </Button>
        </p>
      )}
    </>
  );
});
