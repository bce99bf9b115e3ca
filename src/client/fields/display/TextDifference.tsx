// Differences of two texts, word by word. Loaded when the history of an item shows a change of a long text.

import { diffWordsWithSpace } from 'diff';
import { useMemo, type ReactNode } from 'react';
import 'src/client/intl/laterMessages.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { withoutMarkdown } from 'src/model/text/withoutMarkdown.ts';

interface TextDifferenceProps {
  readonly before: string;
  readonly after: string;
  /** The texts are Markdown; their words are compared, not their formatting. */
  readonly markdown: boolean;
  /** Shown if the texts differ too much, or only in formatting. */
  readonly instead: ReactNode;
}

/** Texts that differ in more have little in common. */
const MAX_EDITS = 2_000;

export const TextDifference = ({ before, after, markdown, instead }: TextDifferenceProps) => {
  const messages = useMessages();
  const parts = useMemo(() => {
    const [one, other] = markdown ? [withoutMarkdown(before), withoutMarkdown(after)] : [before, after];
    return one === other ? [] : diffWordsWithSpace(one, other, { maxEditLength: MAX_EDITS });
  }, [before, after, markdown]);
  if (before === after) return <p>{messages.format('history.same')}</p>;
  if (!parts) return <>{instead}</>;
  if (parts.length === 0)
    return (
      <>
        <p>{messages.format('history.formatting')}</p>
        {instead}
      </>
    );
  return (
    <p dir="auto" className="kf-long kf-difference">
      {parts.map(({ value, added, removed }, at) => {
        if (added)
          return (
            <ins key={at}>
              <span className="kk-unseen">{messages.format('history.added')} </span>
              {value}
            </ins>
          );
        if (removed)
          return (
            <del key={at}>
              <span className="kk-unseen">{messages.format('history.removed')} </span>
              {value}
            </del>
          );
        return <span key={at}>{value}</span>;
      })}
    </p>
  );
};
