// One value list: add, rename, translate, order, archive; how often each value is used. Nothing here is deleted: a value in use
// must keep its name.

import { HTMLSelect, InputGroup } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { type DragEvent, type FormEvent, useId, useState } from 'react';
import { bestTranslation } from 'src/client/forms/display/texts.tsx';
import { moved } from 'src/client/forms/widgets/Chosen.tsx';
import { LANGUAGES } from 'src/client/intl/languages.ts';
import { useValueList, type ValueList } from 'src/client/lists/useValueList.ts';
import { keyFor, type ValueRow } from 'src/client/lists/valueRows.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { type Messages, useMessages } from 'src/client/ui/declaredMessages.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';

const labelOf = ({ t, key }: Pick<ValueRow, 't' | 'key'>, { intl }: Messages): string =>
  bestTranslation(t, intl.locale)?.text ?? key;

interface RenameProps {
  readonly row: ValueRow;
  readonly save: (t: ValueRow['t']) => Promise<void>;
  readonly close: () => void;
}

/** The name in each language of the site, and in those that it has already. */
const Rename = ({ row, save, close }: RenameProps) => {
  const messages = useMessages();
  const id = useId();
  const [t, setT] = useState<Readonly<Record<string, Json>>>(row.t);
  const locales = [...new Set([...Object.keys(row.t), ...Object.keys(t), messages.intl.locale])];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const named = Object.fromEntries(Object.entries(t).filter(([, text]) => String(text).trim() !== ''));
    if (Object.keys(named).length > 0) void save(named).then(close);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape of the fields inside
    <form className="kk-value-names" onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && close()}>
      {locales.map((locale, at) => (
        <div key={locale}>
          <label htmlFor={`${id}-${locale}`}>{messages.language(locale)}</label>
          <InputGroup
            id={`${id}-${locale}`}
            lang={locale}
            dir="auto"
            value={String(t[locale] ?? '')}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the person to type here
            autoFocus={at === 0}
            onChange={(event) => setT({ ...t, [locale]: event.target.value })}
          />
        </div>
      ))}
      <HTMLSelect
        value=""
        aria-label={messages.format('valueLists.language')}
        onChange={(event) => setT({ ...t, [event.target.value]: '' })}
      >
        <option value="">{messages.format('forms.anotherLanguage')}</option>
        {LANGUAGES.filter((locale) => !locales.includes(locale)).map((locale) => (
          <option key={locale} value={locale}>
            {messages.language(locale)}
          </option>
        ))}
      </HTMLSelect>
      <p className="kk-row">
        <Button type="submit" variant="solid" intent="primary" size="small">
          {messages.format('cells.save')}
        </Button>
        <Button size="small" onClick={close}>
          {messages.format('app.cancel')}
        </Button>
      </p>
    </form>
  );
};

interface RowProps {
  readonly list: ValueList;
  readonly rows: readonly ValueRow[];
  readonly at: number;
  readonly editable: boolean;
}

const useDrag = ({ list, rows, at }: RowProps) => ({
  draggable: true,
  onDragStart: (event: DragEvent) => event.dataTransfer.setData('text/plain', String(at)),
  onDragOver: (event: DragEvent) => event.preventDefault(),
  onDrop: (event: DragEvent) => {
    event.preventDefault();
    const from = Number(event.dataTransfer.getData('text/plain'));
    if (Number.isInteger(from) && from !== at && rows[from]) {
      const others = rows.filter((_, index) => index !== from);
      void list.order([...others.slice(0, at), rows[from], ...others.slice(at)]);
    }
  },
});

interface MergeProps {
  readonly list: ValueList;
  readonly rows: readonly ValueRow[];
  readonly row: ValueRow;
  readonly close: () => void;
}

/** Asks which value stays; the records that use the other one follow as a task. */
const Merge = ({ list, rows, row, close }: MergeProps) => {
  const messages = useMessages();
  const id = useId();
  const others = rows.filter((each) => each.key !== row.key && !each.archived);
  const [into, setInto] = useState('');
  const name = labelOf(row, messages);
  return (
    <Dialog
      open
      title={messages.format('valueLists.mergeTitle', { name })}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{messages.format('app.cancel')}</Button>
          <Button
            variant="solid"
            intent="primary"
            disabled={into === ''}
            onClick={() => void list.merge(row, into).then(close)}
          >
            {messages.format('valueLists.mergeApply')}
          </Button>
        </>
      }
    >
      <p>{messages.format('valueLists.mergeHint', { name })}</p>
      <label htmlFor={id}>{messages.format('valueLists.mergeInto')}</label>
      <HTMLSelect id={id} fill value={into} onChange={(event) => setInto(event.target.value)}>
        <option value="">{messages.format('forms.choose')}</option>
        {others.map((each) => (
          <option key={each.key} value={each.key}>
            {labelOf(each, messages)}
          </option>
        ))}
      </HTMLSelect>
    </Dialog>
  );
};

const Tools = ({ list, rows, at, rename }: RowProps & { readonly rename: () => void }) => {
  const messages = useMessages();
  const [merging, setMerging] = useState(false);
  const row = rows[at];
  if (!row) return null;
  const name = labelOf(row, messages);
  const move = (by: 1 | -1): void => void list.order(moved(rows, at, by));
  return (
    <span className="kk-row kk-value-tools">
      <IconButton
        size="small"
        icon="arrow-up"
        label={messages.format('forms.moveUpNamed', { name })}
        disabled={at === 0}
        onClick={() => move(-1)}
      />
      <IconButton
        size="small"
        icon="arrow-down"
        label={messages.format('forms.moveDownNamed', { name })}
        disabled={at === rows.length - 1}
        onClick={() => move(1)}
      />
      <IconButton size="small" icon="edit" label={messages.format('valueLists.rename', { name })} onClick={rename} />
      {!row.archived && rows.length > 1 && (
        <Button size="small" variant="minimal" aria-haspopup="dialog" onClick={() => setMerging(true)}>
          <span>
            {messages.format('valueLists.merge')} <span className="kk-unseen">{name}</span>
          </span>
        </Button>
      )}
      {merging && <Merge list={list} rows={rows} row={row} close={() => setMerging(false)} />}
      <Button
        size="small"
        variant="minimal"
        onClick={() => void list.change(row, { state: row.archived ? 'ACTIVE' : 'ARCHIVED' })}
      >
        <span>
          {messages.format(row.archived ? 'valueLists.restore' : 'valueLists.archive')}{' '}
          <span className="kk-unseen">{name}</span>
        </span>
      </Button>
    </span>
  );
};

const Row = (props: RowProps) => {
  const { list, rows, at, editable } = props;
  const messages = useMessages();
  const [renaming, setRenaming] = useState(false);
  const drag = useDrag(props);
  const row = rows[at];
  if (!row) return null;
  const others = Object.keys(row.t).length - 1;
  const used = list.counts?.get(row.key) ?? 0;
  return (
    <li
      className={row.archived ? 'kk-value-row kk-value-archived' : 'kk-value-row'}
      {...(editable && !renaming && drag)}
    >
      {editable && <Icon name="drag-handle-vertical" />}
      {renaming ? (
        <Rename row={row} save={(t) => list.change(row, { t })} close={() => setRenaming(false)} />
      ) : (
        <span className="kk-fill">
          <span dir="auto">{labelOf(row, messages)}</span>{' '}
          <span className="kk-soft">
            {[
              row.archived && messages.format('valueLists.archived'),
              others > 0 && messages.format('valueLists.translations', { count: others }),
              list.counts && messages.format('valueLists.used', { count: used }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      )}
      {editable && !renaming && <Tools {...props} rename={() => setRenaming(true)} />}
    </li>
  );
};

const Add = ({ list, rows }: Pick<RowProps, 'list' | 'rows'>) => {
  const messages = useMessages();
  const id = useId();
  const [typed, setTyped] = useState('');
  const label = typed.trim().normalize('NFC');
  const known = rows.some((row) => Object.values(row.t).includes(label));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (label === '' || known) return;
    const key = keyFor(label, new Set(rows.map((row) => row.key)));
    void list.add({ key, t: { [messages.intl.locale]: label } }).then(() => setTyped(''));
  };
  return (
    <form className="kk-value-add" onSubmit={submit}>
      <label htmlFor={id}>{messages.format('valueLists.add')}</label>
      <span className="kk-row">
        <InputGroup id={id} value={typed} dir="auto" fill onChange={(event) => setTyped(event.target.value)} />
        <Button type="submit" variant="solid" intent="primary" disabled={label === '' || known}>
          {messages.format('forms.addLanguage')}
        </Button>
      </span>
      {known && <p className="kk-soft">{messages.format('valueLists.known', { label })}</p>}
    </form>
  );
};

export const ValueListView = observer(
  ({ list, owner, editable }: { readonly list: string; readonly owner: ItemId; readonly editable: boolean }) => {
    const messages = useMessages();
    const values = useValueList(list, owner);
    const { rows } = values;
    if (!rows) return <Loading />;
    return (
      <div className="kk-stack">
        {!editable && <p className="kk-soft">{messages.format('valueLists.notYours')}</p>}
        <ol className="kk-plain-list">
          {rows.map((row, at) => (
            <Row key={row.key} list={values} rows={rows} at={at} editable={editable} />
          ))}
        </ol>
        {editable && <Add list={values} rows={rows} />}
      </div>
    );
  },
);
