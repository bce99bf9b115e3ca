// One passage of a transcript: its time, which plays it, its words, and what it is about.

import { observer } from 'mobx-react-lite';
import { isEmptyValue } from 'src/base/isEmptyValue.ts';
import { ItemLink, useMessages } from 'src/client/extend.ts';
import { LevelTag } from 'src/client/extendMedia.ts';
import { idsIn } from 'src/model/item/idsIn.ts';
import type { Item } from 'src/model/item/Item.ts';
import { LEVELS } from 'src/model/access/levels.ts';
import { playTime } from 'src/model/text/playTime.ts';

/** Relations of a passage, in the order in which they are listed. */
const ABOUT_RELATIONS = ['spatial', 'topics', 'species', 'people'] as const;

interface PassageRowProps {
  readonly passage: Item;
  readonly isPlayed: boolean;
  /** The passage that the address names. */
  readonly isNamed: boolean;
  /** Absent when there is no recording to play. */
  readonly playFrom?: ((seconds: number) => void) | undefined;
}

const passageText = (value: unknown): string => (typeof value === 'string' ? value : '');

const About = observer(({ passage }: { readonly passage: Item }) => {
  const messages = useMessages();
  const ids = ABOUT_RELATIONS.flatMap((path) => idsIn(passage[path]));
  if (ids.length === 0) return null;
  return (
    <ul className="kk-plain-list kk-passage-about" aria-label={messages.format('transcripts.about')}>
      {ids.map((id) => (
        <li key={id}>
          <ItemLink id={id} />
        </li>
      ))}
    </ul>
  );
});

export const PassageRow = observer(({ passage, isPlayed, isNamed, playFrom }: PassageRowProps) => {
  const messages = useMessages();
  const start = Number(passage['start']);
  const time = playTime(start);
  const speaker = passageText(passage['speaker']);
  const translation = passageText(passage['translation']);
  const level = LEVELS.find((each) => each === passage['access']);
  return (
    <li
      className="kk-passage"
      data-passage={passage.$id}
      data-named={isNamed || undefined}
      aria-current={isPlayed ? 'true' : undefined}
    >
      {playFrom ? (
        <button
          type="button"
          className="kk-passage-time"
          aria-label={messages.format('viewers.transcriptPlay', { at: time })}
          onClick={() => playFrom(start)}
        >
          {time}
        </button>
      ) : (
        <span className="kk-passage-time">{time}</span>
      )}
      <div className="kk-passage-words">
        <p className="kk-passage-head">
          {speaker !== '' && <bdi className="kk-strong">{speaker}</bdi>}
          {level && <LevelTag level={level} />}
          <ItemLink id={passage.$id}>{messages.format('transcripts.open')}</ItemLink>
        </p>
        <p dir="auto">{passageText(passage['words'])}</p>
        {!isEmptyValue(translation) && (
          <p dir="auto" className="kk-soft">
            {translation}
          </p>
        )}
        <About passage={passage} />
      </div>
    </li>
  );
});
