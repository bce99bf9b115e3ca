// The newest changes of the person or of others, line by line. The records of an import, or of its undo, are one line.

import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { Changed, ListUnread } from 'src/client/home/ChangedLine.tsx';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { useClosedItems } from 'src/client/useAnswer.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { useClient } from 'src/client/useClient.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';

type RecentQuestion = Endpoints['recentChanges']['input']['of'];
type ImportedLine = NonNullable<Endpoints['recentChanges']['answer']['lines'][number]['imported']>;

const importedText = (messages: Messages, { undone, more, type, count }: ImportedLine, name: string): string =>
  messages.format(undone ? 'home.importUndone' : 'home.imported', {
    ...{ name, count, type: messages.plural(type), more: String(more) },
  });

const ImportChange = observer(({ imported }: { readonly imported: ImportedLine }) => {
  const { items } = useClient();
  const messages = useMessages();
  const { import: via, by, at } = imported;
  const name = by === undefined ? undefined : items.label(by);
  const text = importedText(messages, imported, name ?? messages.format('home.importedBySomeone'));
  return (
    <li>
      <Icon name="import" />
      <div className="kk-fill">{via === undefined ? text : <ItemLink id={via}>{text}</ItemLink>}</div>
      <span className="kk-line-side kk-line-who">
        <When at={at} />
      </span>
    </li>
  );
});

interface RecentChangesProps {
  readonly of: RecentQuestion;
  /** The message for an empty list. */
  readonly none: string;
}

export const RecentChanges = ({ of, none }: RecentChangesProps) => {
  const { connection, items } = useClient();
  const messages = useMessages();
  const ask = useCallback(async () => {
    const found = await connection.send('act/recentChanges', { of });
    items.putLabels(found.labels);
    return found;
  }, [connection, items, of]);
  const { answer, failure, again } = useServerData({ of, ask });
  useClosedItems(answer?.lines.map(({ id }) => id) ?? [], () => void again());
  return (
    <>
      {failure !== undefined && <ListUnread again={again} failure={failure} />}
      {answer?.lines.length === 0 && <p className="kk-soft">{messages.format(none)}</p>}
      <ul className="kk-plain-list kk-lines-list">
        {answer?.lines.map(({ id, imported }) =>
          imported ? (
            <ImportChange key={id} imported={imported} />
          ) : (
            <Changed key={id} id={id} named={of !== 'own'} order="updated" />
          ),
        )}
      </ul>
    </>
  );
};
