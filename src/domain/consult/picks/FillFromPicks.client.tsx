// Fills the summary of a step with the notes of the records that were picked. Names are left out: people may read the step who may not read
// each of the records.

import { observer } from 'mobx-react-lite';
import { Button, type DraftPartProps, type Messages, useClient, useMessages } from 'src/client/extend.ts';
import { useFill } from 'src/domain/consult/useFill.client.ts';
import { pickedIn, type Picked } from 'src/domain/consult/picks/pickedEntries.client.ts';
import type { Item } from 'src/model/item/Item.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';

/** A line for each note, and the number of records of each type that have none. */
const picksSummary = (messages: Messages, picked: readonly Picked[]): string => {
  const noted = picked.filter(({ note }) => note !== '');
  const others = picked.filter(({ note }) => note === '');
  const lines = noted.map((each) =>
    messages.format('picks.summary.line', { what: messages.type(typeOfId(each.id)), note: each.note }),
  );
  const counts = [...new Set(others.map(({ id }) => typeOfId(id)))].map((type) => {
    const count = others.filter((each) => typeOfId(each.id) === type).length;
    return messages.format('picks.summary.more', { what: messages.plural(type), count });
  });
  const head = messages.format('picks.summary.head', { count: picked.length });
  return [head, '', ...[...lines, ...counts].map((line) => `- ${line}`)].join('\n');
};

export const FillFromPicks = observer(({ type, draft, edit }: DraftPartProps) => {
  const { alerts } = useClient();
  const messages = useMessages();
  const fill = useFill();
  const { picks } = type.view.page ?? {};
  const summary = picks?.summary;
  const picked = picks ? pickedIn(draft.values as Item, picks) : [];
  if (summary === undefined || picked.length === 0) return null;
  const run = async (): Promise<void> => {
    if (!(await fill(draft, { [summary]: picksSummary(messages, picked) }))) return;
    edit();
    alerts.info('picks.filled');
  };
  return (
    <Button size="small" icon="clipboard" onClick={() => void run()}>
      {messages.format('picks.fill')}
    </Button>
  );
});
