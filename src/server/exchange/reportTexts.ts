// Fills the texts of a report. A template such as `{author}: {body}` omits lines without values, and text before an empty value.
// `{type|$type}` uses the first path with a text.

import { stringIn } from 'src/base/stringsIn.ts';
import type { Item } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { OTHER_MARKER } from 'src/model/item/otherMarker.ts';
import { propertyAt, valuesAt } from 'src/model/schema/paths.ts';
import type { ReportChosen } from 'src/model/schema/ReportType.ts';
import { withoutMarkdown } from 'src/model/text/withoutMarkdown.ts';
import { valueCell } from 'src/server/exchange/exportCells.ts';
import { conditionalValue, reachRecord, type ReportRecord, type ReportRun } from 'src/server/exchange/reportRun.ts';

/** Returns the states of an event. For an event without states, its kind gives those that are certain. */
const statesOf = ({ context: { services }, words }: ReportRun, event: Item): Readonly<Record<string, string>> => {
  const { fromState, toState, kind } = event;
  const type = tryParseItemId(stringIn(event['context']))?.type ?? '';
  const states = services.registry.types[type]?.states;
  const isRecorded = typeof toState === 'string';
  const move = isRecorded ? undefined : states?.transitions.find((each) => each.event?.kind === kind);
  const nameOf = (state = ''): string =>
    state === '' ? '' : words.named(`types.${type}.enum.${states?.property ?? ''}.${state}`, state);
  return {
    from: nameOf(isRecorded ? stringIn(fromState) : move?.from.length === 1 ? move.from[0] : ''),
    to: nameOf(isRecorded ? toState : move?.to),
  };
};

/** Texts that records have without a declaration. `$plain.{path}` is a text without Markdown. */
const TEXTS: Readonly<Record<string, (run: ReportRun, record: ReportRecord, path: string) => string>> = {
  $type: ({ words }, { item: { _t } }) => words.named(`types.${_t}.label`, _t),
  $caption: ({ words }, { item: { _t } }, path) => words.property(_t, path),
  $message: ({ words }, _, id) => words.format(id),
  $plain: (_, { item }, path) => withoutMarkdown(stringIn(item[path])),
  $event: ({ words }, { item }) => words.named(`events.${stringIn(item['kind'])}.name`, stringIn(item['kind'])),
  $fromState: (run, { item }) => statesOf(run, item)['from'] ?? '',
  $toState: (run, { item }) => statesOf(run, item)['to'] ?? '',
};

const recordText = (run: ReportRun, record: ReportRecord, path: string): string => {
  const { item, values, texts, cells } = record;
  const [first = '', ...rest] = path.split('.');
  if (Object.hasOwn(TEXTS, first)) return TEXTS[first]?.(run, record, rest.join('.')) ?? '';
  if (first.startsWith('$')) {
    const name = first.slice(1);
    return values[name] === undefined ? reportText(run, texts?.[name], record) : stringIn(values[name]);
  }
  const property = propertyAt(run.context.services.registry.types[item._t]?.properties ?? {}, path);
  const known = valuesAt(item, path).filter((value) => value !== OTHER_MARKER);
  return property ? String(valueCell(known, { type: item._t, path, property, item }, cells) ?? '') : '';
};

const REPORT_PATHS = /\{([^{}]+)\}/g;

const filledLine = (line: string, read: (paths: string) => string): string => {
  let [text, at] = ['', 0];
  for (const { index, 0: whole, 1: paths = '' } of line.matchAll(REPORT_PATHS)) {
    const value = read(paths);
    if (value !== '') text += text === '' ? value : line.slice(at, index) + value;
    at = index + whole.length;
  }
  return text;
};

/** Returns the text of a template for a record. */
export const reportText = (
  run: ReportRun,
  declared: ReportChosen<string> | undefined,
  record: ReportRecord,
): string => {
  const read = (paths: string): string => {
    for (const path of paths.split('|')) {
      const text = recordText(run, ...reachRecord(run, record, path));
      if (text !== '') return text;
    }
    return '';
  };
  const lines = (conditionalValue(run, declared, record) ?? '').split('\n').map((line) => filledLine(line, read));
  return lines.filter((line) => line !== '').join('\n');
};
