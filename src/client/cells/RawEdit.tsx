// The item as JSON, for administrators and those who act as another user; only administrators may submit (spec platform 5).

import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { useIntl } from 'react-intl';
import type { Item, Json } from 'src/model/item/Item.ts';
import { diffItem } from 'src/model/item/diffItem.ts';
import { HEADER_NAMES } from 'src/model/item/itemHeader.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Band } from 'src/client/ui/Notice.tsx';

const propertiesOf = (item: Item): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(item).filter(
      (entry): entry is [string, Json] => !HEADER_NAMES.has(entry[0]) && entry[1] !== undefined,
    ),
  );

/** The typed properties, or undefined when the text is no JSON object. */
const parse = (text: string): Readonly<Record<string, Json>> | undefined => {
  try {
    const value = JSON.parse(text) as Json;
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Readonly<Record<string, Json>>)
      : undefined;
  } catch {
    return undefined;
  }
};

export const RawEdit = observer(({ item }: { readonly item: Item }) => {
  const { session, connection, items, alerts } = useClient();
  const { formatMessage } = useIntl();
  const id = useId();
  const [base] = useState(item);
  const [text, setText] = useState(() => JSON.stringify(propertiesOf(item), null, 2));
  const [busy, setBusy] = useState(false);
  const typed = parse(text);
  const submit = async (properties: Readonly<Record<string, Json>>): Promise<void> => {
    setBusy(true);
    try {
      await connection.send('update', { ...diffItem(propertiesOf(base), properties), $id: item.$id, _u: base._u });
      await items.refresh(item.$id);
      alerts.success('app.applied');
    } catch (thrown) {
      alerts.error(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="kk-stack">
      {base._u !== item._u && <Band tone="warning">{formatMessage({ id: 'raw.changed' })}</Band>}
      <label htmlFor={id}>{formatMessage({ id: 'raw.label' })}</label>
      <textarea
        id={id}
        className="bp6-input kk-raw"
        rows={24}
        spellCheck={false}
        value={text}
        aria-invalid={typed === undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.target.value)}
      />
      <p id={`${id}-hint`} className={typed ? 'kk-soft' : 'kk-danger'}>
        {formatMessage({ id: typed ? 'raw.hint' : 'raw.invalid' })}
      </p>
      <p className="kk-row">
        <Button
          variant="solid"
          intent="primary"
          loading={busy}
          disabled={!typed || session.user?.admin !== true}
          onClick={() => typed && void submit(typed)}
        >
          {formatMessage({ id: 'raw.submit' })}
        </Button>
      </p>
    </div>
  );
});
