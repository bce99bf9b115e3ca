// The questions of a form as a tree. The arrow keys move between questions, open and close sections; with Alt they move the chosen question.
// Questions can also be dragged by their handle.

import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, memo, useEffect, useMemo, useRef } from 'react';
import { DragHandle, Icon, useMessages, useOrderDrag } from 'src/client/extend.ts';
import type { EditedForm } from 'src/domain/geokeeper/formEditor/EditedForm.client.ts';
import { useFormEditing } from 'src/domain/geokeeper/formEditor/editorContext.client.ts';
import { textShown } from 'src/domain/geokeeper/formEditor/formEdits.ts';
import { isUntranslated } from 'src/domain/geokeeper/formEditor/formTexts.ts';
import {
  everyQuestion,
  type FormTreeRow,
  holdsQuestions,
  nextPlace,
  placeKey,
  type QuestionPlace,
  type TreeMove,
  treeRows,
} from 'src/domain/geokeeper/formEditor/formTree.ts';
import { QUESTION_ICONS } from 'src/domain/geokeeper/formEditor/questionTypes.ts';

const shownTreeRows = (edited: EditedForm): readonly FormTreeRow[] =>
  treeRows(edited.form?.questions ?? [], (section) => edited.isOpen(section));

/** Returns the place at which a dragged row is put: into a closed or empty section, else before or after the row. */
const placeOfDrop = (row: FormTreeRow, isDown: boolean): QuestionPlace => {
  const { place, question, isOpen } = row;
  const count = question.questions?.length ?? 0;
  if (holdsQuestions(question) && (!isOpen || count === 0)) return [...place, count];
  if (!isDown) return place;
  return holdsQuestions(question) ? [...place, 0] : nextPlace(place);
};

const MOVE_KEYS: Readonly<Record<string, TreeMove>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

const walkTo = (rows: readonly FormTreeRow[], at: number, key: string): number | undefined => {
  if (key === 'ArrowDown') return Math.min(at + 1, rows.length - 1);
  if (key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? rows.length - 1 : undefined;
};

const pressInTree = (edited: EditedForm, { key, altKey }: KeyboardEvent): boolean => {
  const rows = shownTreeRows(edited);
  const at = Math.max(
    0,
    rows.findIndex((row) => edited.place && row.key === placeKey(edited.place)),
  );
  const row = rows[at];
  const move = MOVE_KEYS[key];
  if (!row) return false;
  if (altKey) {
    if (move) edited.move(move);
    return move !== undefined;
  }
  const next = walkTo(rows, at, key);
  if (next !== undefined) edited.choose(rows[next]?.place);
  else if (key === 'ArrowRight' && holdsQuestions(row.question)) {
    if (row.isOpen) edited.choose(rows[at + 1]?.place ?? row.place);
    else edited.toggle(row.question, true);
  } else if (key === 'ArrowLeft') {
    if (row.isOpen) edited.toggle(row.question, false);
    else if (row.place.length > 1) edited.choose(row.place.slice(0, -1));
  } else if (key === 'Delete') edited.remove(row.place);
  else return false;
  return true;
};

interface TreeRowViewProps {
  readonly edited: EditedForm;
  readonly row: FormTreeRow;
  readonly label: string;
  readonly isChosen: boolean;
  readonly isTabStop: boolean;
  readonly problems: number;
  readonly lacksTexts: boolean;
  readonly isOver: boolean;
  readonly drag: ReturnType<typeof useOrderDrag>;
  readonly at: number;
}

const COMPARED_PROPS = ['label', 'isChosen', 'isTabStop', 'problems', 'lacksTexts', 'isOver', 'at'] as const;

/** Rows with the same values are equal: the handlers of a drag read the form when they are called. */
const isSameRow = (before: TreeRowViewProps, after: TreeRowViewProps): boolean =>
  COMPARED_PROPS.every((name) => before[name] === after[name]) &&
  before.row.question === after.row.question &&
  before.row.key === after.row.key &&
  before.row.isOpen === after.row.isOpen &&
  before.row.count === after.row.count;

const RowMarks = ({
  row: { question },
  problems,
  lacksTexts,
}: Pick<TreeRowViewProps, 'row' | 'problems' | 'lacksTexts'>) => {
  const messages = useMessages();
  const marks = [
    ...(problems > 0 ? ([['error', 'formEditor.marks.problem', 'kk-error']] as const) : []),
    ...(lacksTexts ? ([['translate', 'formEditor.marks.untranslated', 'kk-soft']] as const) : []),
    ...(question.audience === 'RESTRICTED' ? ([['lock', 'formEditor.marks.restricted', 'kk-soft']] as const) : []),
    ...(question.relevant === undefined ? [] : ([['flow-branch', 'formEditor.marks.conditional', 'kk-soft']] as const)),
  ];
  return marks.map(([icon, message, look]) => (
    <span key={icon} className={look} title={messages.format(message)}>
      <Icon name={icon} />
      <span className="kk-unseen">{messages.format(message)}</span>
    </span>
  ));
};

const FormTreeRowView = memo((props: TreeRowViewProps) => {
  const { edited, row, label, isChosen, isTabStop, isOver, drag, at } = props;
  const messages = useMessages();
  const { question, place, isOpen, count, key } = row;
  const isBranch = holdsQuestions(question);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the tree
    <li
      {...drag.placeAt(at)}
      role="treeitem"
      data-row={key}
      data-over={isOver || undefined}
      className="kk-fe-tree-row"
      style={{ paddingInlineStart: `${place.length - 1}em` }}
      tabIndex={isTabStop ? 0 : -1}
      aria-level={place.length}
      aria-posinset={(place.at(-1) ?? 0) + 1}
      aria-setsize={count}
      aria-selected={isChosen}
      aria-expanded={isBranch ? isOpen : undefined}
      onClick={() => edited.choose(place)}
    >
      {isBranch ? (
        <button
          type="button"
          tabIndex={-1}
          className="kk-fe-caret"
          aria-label={messages.format(isOpen ? 'formEditor.closeSection' : 'formEditor.openSection', { name: label })}
          onClick={(event) => {
            event.stopPropagation();
            edited.toggle(question);
          }}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        </button>
      ) : (
        <span className="kk-fe-caret" />
      )}
      <Icon name={QUESTION_ICONS[question.type]} />
      <span className="kk-fill kk-ellipsis">
        <bdi>{label}</bdi>
        {question.required !== undefined && question.required !== false && (
          <span className="kk-error" aria-hidden>
            {' *'}
          </span>
        )}
      </span>
      <RowMarks {...props} />
      <DragHandle {...drag.handleAt(at)} />
    </li>
  );
}, isSameRow);
FormTreeRowView.displayName = 'FormTreeRow';

/** Returns the number of problems by the key of the place. A closed section has those of its questions. */
const useProblemCounts = (): ReadonlyMap<string, number> => {
  const { form, problems } = useFormEditing();
  return useMemo(() => {
    const byPath = new Map<string, number>();
    for (const { path } of problems) byPath.set(path, (byPath.get(path) ?? 0) + 1);
    const counts = new Map<string, number>();
    for (const { place, path } of everyQuestion(form)) {
      const count = byPath.get(path) ?? 0;
      for (let level = 1; count > 0 && level <= place.length; level += 1) {
        const key = placeKey(place.slice(0, level));
        counts.set(key, (counts.get(key) ?? 0) + count);
      }
    }
    return counts;
  }, [form, problems]);
};

export const QuestionTree = observer(() => {
  const { edited, form } = useFormEditing();
  const messages = useMessages();
  const list = useRef<HTMLUListElement>(null);
  const follows = useRef(false);
  const rows = shownTreeRows(edited);
  const counts = useProblemCounts();
  const chosen = edited.place && placeKey(edited.place);
  const keys = edited.keys;
  const drag = useOrderDrag((from, to) => {
    const all = shownTreeRows(edited);
    const [dragged, target] = [all[from], all[to]];
    if (dragged && target) edited.moveTo(dragged.place, placeOfDrop(target, from < to));
  });
  useEffect(() => {
    if (!follows.current || chosen === undefined) return;
    follows.current = false;
    list.current?.querySelector<HTMLElement>(`[data-row="${chosen}"]`)?.focus();
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent): void => {
    follows.current = true;
    if (pressInTree(edited, event)) event.preventDefault();
  };
  return (
    <ul
      ref={list}
      role="tree"
      aria-label={messages.format('formEditor.tree')}
      className="kk-plain-list kk-fe-tree"
      onKeyDown={onKeyDown}
    >
      {rows.map((row, at) => (
        <FormTreeRowView
          key={row.key}
          {...{ edited, row, drag, at }}
          label={textShown(form, row.question.label) || row.question.name}
          isChosen={row.key === chosen}
          isTabStop={chosen === undefined ? at === 0 : row.key === chosen}
          problems={row.isOpen ? problemsOfRow(counts, rows, at) : (counts.get(row.key) ?? 0)}
          lacksTexts={isUntranslated(row.question, keys)}
          isOver={drag.placeAt(at)['data-over'] === true}
        />
      ))}
    </ul>
  );
});

/** Returns the problems of an open section itself: those of its questions are shown at them. */
const problemsOfRow = (counts: ReadonlyMap<string, number>, rows: readonly FormTreeRow[], at: number): number => {
  const row = rows[at];
  if (!row) return 0;
  const inside = (row.question.questions ?? []).map((_, index) => counts.get(`${row.key}.${index}`) ?? 0);
  return (counts.get(row.key) ?? 0) - inside.reduce((sum, each) => sum + each, 0);
};
