// One value list: add, rename, translate, order, archive, merge; how often each value is used, and where. Nothing here is deleted: a
// value in use must keep its name.

import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { messageOfThrown, valuesOfThrown } from 'src/client/connection/ClientProblem.ts';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { ValuesModel } from 'src/client/fields/session/FormModel.ts';
import { ValuesForm } from 'src/client/forms/ValuesForm.tsx';
import { useAskDialog } from 'src/client/forms/useAskDialog.tsx';
import { movedTo } from 'src/client/fields/widgets/Chosen.tsx';
import { useValueList, type ValueList } from 'src/client/lists/useValueList.ts';
import { keyFor, valueRowLabel, type ValueRow } from 'src/client/lists/valueRows.ts';
import { WhereUsed } from 'src/client/lists/WhereUsed.tsx';
import { translationsOf } from 'src/model/text/translations.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { focusMoved, MoveButtons } from 'src/client/ui/MoveButtons.tsx';
import { DragHandle, useOrderDrag } from 'src/client/ui/orderDrag.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';

interface RenameProps {
  readonly row: ValueRow;
  readonly save: (t: ValueRow['t']) => Promise<void>;
  readonly close: () => void;
}

const NAMES: readonly FormField[] = [
  { name: 't', label: 'types.LOVValue.props.t', kind: 'translated', required: true },
];

/** The name in each language of the site, and in those that it has already. */
const Rename = observer(({ row, save, close }: RenameProps) => {
  const messages = useMessages();
  const [model] = useState(() => new ValuesModel({ t: row.t }));
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLInputElement>('input, textarea')?.select(), []);
  const submit = async ({ t }: Values): Promise<void> => {
    const named = translationsOf(t).map(({ locale, text }) => [locale, text.trim().normalize('NFC')] as const);
    await save(Object.fromEntries(named));
    close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape of the fields inside
    <div ref={box} className="kk-value-names" onKeyDown={(event) => event.key === 'Escape' && close()}>
      <ValuesForm
        model={model}
        fields={NAMES}
        submit={submit}
        buttons={
          <p className="kk-row">
            <Button type="submit" variant="solid" intent="primary" size="small" loading={model.busy}>
              {messages.format('cells.save')}
            </Button>
            <Button size="small" onClick={close}>
              {messages.format('app.cancel')}
            </Button>
          </p>
        }
      />
    </div>
  );
});

interface RowProps {
  readonly list: ValueList;
  readonly rows: readonly ValueRow[];
  readonly at: number;
  readonly editable: boolean;
  readonly of: { readonly list: string; readonly owner: ItemId };
  readonly drag: ReturnType<typeof useOrderDrag>;
  readonly move: (at: number, by: 1 | -1) => void;
}

interface ToolsProps extends Pick<RowProps, 'list' | 'rows' | 'at' | 'move'> {
  readonly row: ValueRow;
  readonly name: string;
  readonly rename: () => void;
}

const ListValueTools = ({ list, rows, at, move, row, name, rename }: ToolsProps) => {
  const { dialogs } = useClient();
  const messages = useMessages();
  const [dialog, ask] = useAskDialog();
  const merge = (): void =>
    ask({
      title: messages.format('valueLists.mergeTitle', { name }),
      text: <p>{messages.format('valueLists.mergeHint', { name })}</p>,
      apply: messages.format('valueLists.mergeApply'),
      fields: [
        {
          ...{ name: 'into', label: 'valueLists.mergeInto', required: true },
          choices: rows
            .filter((each) => each.key !== row.key && !each.archived)
            .map((each) => [each.key, valueRowLabel(each, messages.intl.locale)]),
        },
      ],
      submit: ({ into }) => list.merge(row, String(into)),
    });
  const archive = async (): Promise<void> => {
    // Values that no record has are not among the counts.
    const count = list.counts && (list.counts.get(row.key) ?? 0);
    const isSure =
      count === 0 ||
      (await dialogs.confirm({
        ...{ title: 'valueLists.archiveTitle', apply: 'valueLists.archive' },
        message: count === undefined ? 'valueLists.archiveUncounted' : 'valueLists.archiveUsed',
        values: { name, count: count ?? 0 },
      }));
    if (isSure) await list.setState(row, 'ARCHIVED');
  };
  return (
    <span className="kk-row kk-value-tools">
      <MoveButtons name={name} first={at === 0} last={at === rows.length - 1} move={(by) => move(at, by)} />
      <IconButton size="small" icon="edit" label={messages.format('valueLists.rename', { name })} onClick={rename} />
      {!row.archived && rows.length > 1 && (
        <Button size="small" variant="minimal" aria-haspopup="dialog" onClick={merge}>
          <span>
            {messages.format('valueLists.merge')} <span className="kk-unseen">{name}</span>
          </span>
        </Button>
      )}
      {dialog}
      <Button
        size="small"
        variant="minimal"
        onClick={() => void (row.archived ? list.setState(row, 'ACTIVE') : archive())}
      >
        <span>
          {messages.format(row.archived ? 'valueLists.restore' : 'valueLists.archive')}{' '}
          <span className="kk-unseen">{name}</span>
        </span>
      </Button>
    </span>
  );
};

interface FactsProps {
  readonly row: ValueRow;
  readonly counts: ValueList['counts'];
  readonly open: boolean;
  readonly toggle: () => void;
}

/** Facts about a value next to its name. */
const ValueFacts = ({ row, counts, open, toggle }: FactsProps) => {
  const messages = useMessages();
  const others = Object.keys(row.t).length - 1;
  const name = valueRowLabel(row, messages.intl.locale);
  const facts = [
    row.archived && messages.format('valueLists.archived'),
    others > 0 && messages.format('valueLists.translations', { count: others }),
  ].filter(Boolean);
  return (
    <>
      {facts.length > 0 && <span className="kk-soft">{facts.join(' · ')}</span>}{' '}
      <button type="button" className="kk-value-used" aria-expanded={open} onClick={toggle}>
        {counts
          ? messages.format('valueLists.used', { count: counts.get(row.key) ?? 0 })
          : messages.format('valueLists.whereUsed')}
        <span className="kk-unseen">: {name}</span>
      </button>
    </>
  );
};

const ListValueRow = (props: RowProps) => {
  const { list, rows, at, editable, of, drag, move } = props;
  const { intl } = useMessages();
  const [renaming, setRenaming] = useState(false);
  const [open, setOpen] = useState(false);
  const row = rows[at];
  if (!row) return null;
  const name = valueRowLabel(row, intl.locale);
  const movable = editable && !renaming && rows.length > 1;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- drag target for the pointer; the buttons do the same
    <li
      data-key={row.key}
      className={row.archived ? 'kk-value-row kk-value-archived' : 'kk-value-row'}
      {...(movable && drag.placeAt(at))}
    >
      {movable && <DragHandle {...drag.handleAt(at)} />}
      {renaming ? (
        <Rename row={row} save={(t) => list.rename(row, t)} close={() => setRenaming(false)} />
      ) : (
        <span className="kk-fill">
          <span dir="auto">{name}</span>{' '}
          <ValueFacts row={row} counts={list.counts} open={open} toggle={() => setOpen(!open)} />
        </span>
      )}
      {editable && !renaming && (
        <ListValueTools {...{ list, rows, at, move, row, name }} rename={() => setRenaming(true)} />
      )}
      {open && !renaming && <WhereUsed {...of} value={row.key} listed={list.counts?.get(row.key)} />}
    </li>
  );
};

const Add = observer(({ list, rows }: Pick<RowProps, 'list' | 'rows'>) => {
  const messages = useMessages();
  const [model] = useState(() => new ValuesModel({}));
  const labelIn = (value: Json | undefined): string => (typeof value === 'string' ? value.trim().normalize('NFC') : '');
  const fields: readonly FormField[] = [
    {
      ...{ name: 'label', label: 'valueLists.add' },
      fault: (value) => {
        const label = labelIn(value);
        const isKnown = rows.some((row) => Object.values(row.t).includes(label));
        return isKnown ? { message: 'valueLists.known', params: { label } } : undefined;
      },
    },
  ];
  const submit = async (answers: Values): Promise<void> => {
    const label = labelIn(answers['label']);
    if (label === '') return;
    const key = keyFor(label, new Set(rows.map((row) => row.key)));
    await list.add({ key, t: { [messages.intl.locale]: label } });
    model.set({});
  };
  return (
    <ValuesForm
      className="kk-value-add"
      model={model}
      fields={fields}
      submit={submit}
      buttons={
        <Button type="submit" variant="solid" intent="primary" loading={model.busy}>
          {messages.format('forms.addLanguage')}
        </Button>
      }
    />
  );
});

const ListValueRows = ({ list, rows, editable, of }: Pick<RowProps, 'list' | 'rows' | 'editable' | 'of'>) => {
  const element = useRef<HTMLOListElement>(null);
  const drag = useOrderDrag((from, to) => void list.order(movedTo(rows, from, to)));
  const move = (at: number, by: 1 | -1): void => {
    const name = rows[at]?.key;
    void list.order(movedTo(rows, at, at + by)).then(() => {
      focusMoved(element.current?.querySelector(`[data-key='${name}']`), by);
    });
  };
  return (
    <ol ref={element} className="kk-plain-list">
      {rows.map((row, at) => (
        <ListValueRow key={row.key} {...{ list, rows, at, editable, of, drag, move }} />
      ))}
    </ol>
  );
};

interface ValueListViewProps {
  readonly list: string;
  readonly owner: ItemId;
  readonly editable: boolean;
}

export const ValueListView = observer(({ list, owner, editable }: ValueListViewProps) => {
  const messages = useMessages();
  const values = useValueList(list, owner);
  const { rows, failure, load } = values;
  if (!rows && failure !== undefined)
    return (
      <Empty
        urgent
        icon="error"
        title={messages.format(messageOfThrown(failure), valuesOfThrown(failure))}
        action={<Button onClick={load}>{messages.format('app.tryAgain')}</Button>}
      />
    );
  if (!rows) return <Loading />;
  return (
    <div className="kk-stack">
      {!editable && <p className="kk-soft">{messages.format('valueLists.notYours')}</p>}
      {rows.length === 0 && <p>{messages.format(editable ? 'valueLists.noneYet' : 'valueLists.none')}</p>}
      <ListValueRows list={values} rows={rows} editable={editable} of={{ list, owner }} />
      {editable && <Add list={values} rows={rows} />}
    </div>
  );
});
