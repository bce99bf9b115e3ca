// Choices and rows of files as nodes that expressions can read, with an index for each column that a filter compares.

import type { Choice, FieldForm, FormText, TextMedia } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { FormNode, Scalar } from 'src/domain/geokeeper/forms/expressionValues.ts';
import type { FormLists, ListRow, SessionChoice } from 'src/domain/geokeeper/forms/fillSession.ts';

export const formTextIn = (text: FormText | undefined, language: string, defaultLanguage: string): string =>
  text?.[language] ?? text?.[defaultLanguage] ?? text?.['default'] ?? Object.values(text ?? {})[0] ?? '';

const leaf = (name: string, value: string, above: FormNode): FormNode => ({
  name,
  above,
  position: 1,
  content: (): Scalar => value,
  below: () => [],
});

export class ChoiceNode implements FormNode {
  readonly name = 'item';
  readonly above = undefined;
  readonly position: number;
  readonly row: ListRow;
  readonly labels: FormText;
  readonly media: TextMedia | undefined;

  constructor(position: number, row: ListRow, labels: FormText, media: TextMedia | undefined) {
    this.position = position;
    this.row = row;
    this.labels = labels;
    this.media = media;
  }

  content(): Scalar {
    return '';
  }

  below(name: string): readonly FormNode[] {
    if (name === '*') return Object.entries(this.row).map(([column, value]) => leaf(column, value, this));
    const value = Object.hasOwn(this.row, name) ? this.row[name] : undefined;
    return value === undefined ? [] : [leaf(name, value, this)];
  }

  shownIn(language: string, defaultLanguage: string): SessionChoice {
    const name = this.row['name'] ?? '';
    const label = formTextIn(this.labels, language, defaultLanguage) || name;
    return this.media ? { name, label, media: this.media } : { name, label };
  }
}

/** A list with its nodes and indexes. */
export interface NodeList {
  readonly nodes: readonly ChoiceNode[];
  with(column: string, value: string): readonly ChoiceNode[];
}

const FORM_NONE: readonly ChoiceNode[] = [];

const createNodeList = (nodes: readonly ChoiceNode[]): NodeList => {
  const indexes = new Map<string, Map<string, ChoiceNode[]>>();
  return {
    nodes,
    with(column, value) {
      let index = indexes.get(column);
      if (!index) {
        index = new Map();
        for (const node of nodes) {
          const found = index.get(node.row[column] ?? '');
          if (found) found.push(node);
          else index.set(node.row[column] ?? '', [node]);
        }
        indexes.set(column, index);
      }
      return index.get(value) ?? FORM_NONE;
    },
  };
};

const choiceNode = ({ name, label, media, columns }: Choice, index: number): ChoiceNode => {
  const [first = ''] = Object.values(label);
  return new ChoiceNode(index + 1, { label: first, ...columns, name }, label, media);
};

/** Columns such as `label::Cree (cr)` hold translations. */
const rowLabels = (row: ListRow, column: string): FormText => {
  const labels: Record<string, string> = { default: row[column] ?? '' };
  for (const [name, text] of Object.entries(row)) {
    const language = name.startsWith(`${column}::`) ? name.slice(column.length + 2) : undefined;
    if (language !== undefined && text !== '') labels[/\(([\w-]+)\)\s*$/.exec(language)?.[1] ?? language.trim()] = text;
  }
  return labels;
};

const fileRows = (lists: FormLists, name: string): readonly ListRow[] | undefined =>
  lists[name] ?? lists[`${name}.csv`] ?? lists[`${name}.geojson`];

/** Returns the list of a form or the rows of a file, or undefined when the device does not have it. */
const nodesOfList = (form: FieldForm, lists: FormLists, name: string): NodeList | undefined => {
  const list = Object.hasOwn(form.lists, name) ? form.lists[name] : undefined;
  if (list && 'choices' in list) return createNodeList(list.choices.map(choiceNode));
  const rows = fileRows(lists, list?.file ?? name);
  if (!rows) return undefined;
  const [nameColumn, labelColumn] = [list?.name ?? 'name', list?.label ?? 'label'];
  return createNodeList(
    rows.map(
      (row, index) =>
        new ChoiceNode(
          index + 1,
          nameColumn === 'name' ? row : { ...row, name: row[nameColumn] ?? '' },
          rowLabels(row, labelColumn),
          undefined,
        ),
    ),
  );
};

/** Returns lists by name. Each is made when it is read first. */
export const createChoiceLists = (form: FieldForm, lists: FormLists): ((name: string) => NodeList | undefined) => {
  const known = new Map<string, NodeList | undefined>();
  return (name) => {
    if (!known.has(name)) known.set(name, nodesOfList(form, lists, name));
    return known.get(name);
  };
};
