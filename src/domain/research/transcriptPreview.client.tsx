// Shows the contents of a transcript file: its format and counts, remarks about it, its first passages, and those that cannot be added.

import { ScrollTable, Band, useMessages, type Messages } from 'src/client/extend.ts';
import type { TranscriptPreview } from 'src/domain/research/useTranscriptPreview.client.ts';
import { playTime } from 'src/model/text/playTime.ts';

interface PreviewProps {
  readonly preview: TranscriptPreview;
}

const noteText = (
  { find, format }: Messages,
  { message, params }: { readonly message: string; readonly params: Readonly<Record<string, string | number>> },
): string => find(message, params) ?? format('errors.generalFailure');

const Refused = ({ preview }: PreviewProps) => {
  const messages = useMessages();
  const { refused, refusedCount } = preview;
  if (refusedCount === 0) return null;
  const { format } = messages;
  return (
    <details open={refusedCount < 10}>
      <summary>{format('transcripts.refused', { count: refusedCount })}</summary>
      <ScrollTable
        className="kk-transcript-refused"
        label={format('transcripts.refused', { count: refusedCount })}
        headings={['line', 'reason', 'text'].map((name) => format(`transcript.table.${name}`))}
      >
        <tbody>
          {refused.map((row, at) => (
            <tr key={`${row.line}-${at}`}>
              <td>{row.line}</td>
              <td>{noteText(messages, row)}</td>
              <td dir="auto">{[row.speaker, row.text].filter(Boolean).join(': ')}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {refusedCount > refused.length && <p>{format('bulk.andMore', { count: refusedCount - refused.length })}</p>}
    </details>
  );
};

const FirstPassages = ({ preview: { passages } }: PreviewProps) => {
  const { format } = useMessages();
  if (passages.length === 0) return null;
  return (
    <ScrollTable
      className="kk-transcript-sample"
      label={format('transcripts.first')}
      headings={[format('transcripts.time'), format('transcript.table.speaker'), format('transcript.table.text')]}
    >
      <tbody>
        {passages.map(({ start, speaker, text, translation }, at) => (
          <tr key={`${start}-${at}`}>
            <td>{playTime(start)}</td>
            <td>
              <bdi>{speaker}</bdi>
            </td>
            <td dir="auto">
              {text}
              {translation !== '' && <div className="kk-soft">{translation}</div>}
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
};

/** Tiers whose texts are kept with the passages, by name. */
const furtherNames = ({ furtherTiers }: TranscriptPreview): string =>
  furtherTiers.flatMap(({ name, role }) => (role === 'annotation' ? [name] : [])).join(', ');

export const TranscriptContents = ({ preview }: PreviewProps) => {
  const messages = useMessages();
  const { name, format, encoding, count, notes } = preview;
  const further = furtherNames(preview);
  return (
    <section className="kk-stack">
      <p role="status">
        <bdi className="kk-strong">{name}</bdi> · {messages.format(`transcripts.formats.${format}`)} · {encoding} ·{' '}
        {messages.format('transcripts.count', { count })}
      </p>
      {notes.map((note) => (
        <Band key={note.message}>{noteText(messages, note)}</Band>
      ))}
      {further !== '' && <p className="kk-soft">{messages.format('transcripts.further', { names: further })}</p>}
      <FirstPassages preview={preview} />
      <Refused preview={preview} />
    </section>
  );
};
