// The entries of a consultation log in the dialog that selects them: each as recipients will read it, with omitted and redacted parts.

import { Checkbox } from '@blueprintjs/core';
import { Button, Loading, useMessages } from 'src/client/extend.ts';
import {
  textKey,
  toggle,
  type Choice,
  type LogRows,
  type PreviewRow,
} from 'src/domain/consult/logPreviewRows.client.ts';

interface ChosenProps {
  readonly choice: Choice;
  readonly change: (changes: Partial<Choice>) => void;
}

interface TextProps extends ChosenProps {
  readonly row: PreviewRow;
  readonly field: string;
  readonly text: string;
}

const Text = ({ row, field, text, choice, change }: TextProps) => {
  const messages = useMessages();
  const key = textKey(row.entry, field);
  const isBlack = choice.blackedOut.has(key);
  const name = messages.format(`consultationLog.${field}`);
  return (
    <div className="kk-log-text">
      <dt>{name}</dt>
      <dd>
        <span className="kk-log-value" dir="auto">
          {isBlack ? (
            <span className="kk-log-bar" role="img" aria-label={messages.format('consultationLog.blackedOut')} />
          ) : (
            text
          )}
        </span>
        <Button
          size="small"
          active={isBlack}
          aria-pressed={isBlack}
          aria-label={messages.format('consultationLog.blackOutNamed', { name, entry: `${row.at} – ${row.method}` })}
          onClick={() => change({ blackedOut: toggle(choice.blackedOut, key) })}
        >
          {messages.format('consultationLog.blackOut')}
        </Button>
      </dd>
    </div>
  );
};

const PreviewEntry = ({ row, choice, change }: ChosenProps & { readonly row: PreviewRow }) => {
  const messages = useMessages();
  const isIn = !choice.leftOut.has(row.entry);
  const fields = Object.entries(row.texts);
  const isBlack = fields.some(([field]) => choice.blackedOut.has(textKey(row.entry, field)));
  return (
    <li className={isIn ? 'kk-log-entry' : 'kk-log-entry kk-log-left'}>
      <Checkbox checked={isIn} onChange={() => change({ leftOut: toggle(choice.leftOut, row.entry) })}>
        <strong>
          {row.at} – {row.method}
        </strong>
      </Checkbox>
      {isIn && (
        <dl>
          {fields.map(([field, text]) => (
            <Text key={field} {...{ row, field, text, choice, change }} />
          ))}
        </dl>
      )}
      {isIn && row.files > 0 && (
        <p className="kk-soft">
          {messages.format(isBlack ? 'consultationLog.filesHeld' : 'consultationLog.files', { count: row.files })}
        </p>
      )}
    </li>
  );
};

export const LogPreview = ({ log, choice, change }: ChosenProps & { readonly log: LogRows }) => {
  const messages = useMessages();
  const { rows, total, zone, more, failure } = log;
  if (!rows) return failure === undefined ? <Loading /> : null;
  const inAll = (more ? total : rows.length) - choice.leftOut.size;
  return (
    <section aria-label={messages.format('consultationLog.choose.entries')}>
      <p role="status">{messages.format('consultationLog.choose.count', { count: Math.max(0, inAll), zone })}</p>
      <ul className="kk-plain-list kk-log-entries">
        {rows.map((row) => (
          <PreviewEntry key={row.entry} row={row} choice={choice} change={change} />
        ))}
      </ul>
      {more && <Button onClick={more}>{messages.format('app.showMore')}</Button>}
    </section>
  );
};
