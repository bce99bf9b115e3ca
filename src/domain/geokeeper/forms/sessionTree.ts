// The items of an open form: how they are found, made and read.

import { answerOfContent } from 'src/domain/geokeeper/forms/answerContent.ts';
import type { CompiledQuestion } from 'src/domain/geokeeper/forms/compileForm.ts';
import { ExpressionError } from 'src/domain/geokeeper/forms/expressionTokens.ts';
import type { FormNode } from 'src/domain/geokeeper/forms/expressionValues.ts';
import type { AnswerValue, FormAnswers } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { SessionOptions } from 'src/domain/geokeeper/forms/fillSession.ts';
import { formDateOf } from 'src/domain/geokeeper/forms/FormDate.ts';
import type { SessionCore } from 'src/domain/geokeeper/forms/sessionCore.ts';
import { SessionItem } from 'src/domain/geokeeper/forms/SessionItem.ts';
import { isRecord } from 'src/base/isRecord.ts';

/** More entries than a person records, and few enough for a phone. */
export const MAX_ENTRIES = 2000;

const formChainOf = (compiled: CompiledQuestion): readonly CompiledQuestion[] =>
  compiled.above ? [...formChainOf(compiled.above), compiled] : [];

/** Walks from the section that both share down to the question. A repeat on the way includes all its entries. */
export const questionNodes = (
  compiled: CompiledQuestion,
  from: SessionItem,
  entries: ReadonlyMap<string, number> | undefined,
): readonly FormNode[] => {
  const around = new Map<CompiledQuestion, SessionItem>();
  let root = from;
  for (let item: SessionItem | undefined = from; item; item = item.above) {
    if (item.role === 'entry' || item.role === 'group') around.set(item.compiled, item);
    root = item;
  }
  const chain = formChainOf(compiled);
  let nodes: readonly FormNode[] = [root];
  chain.forEach((each, at) => {
    const index = entries?.get(each.question.name);
    const own = around.get(each);
    if (index !== undefined) nodes = nodes.flatMap((node) => node.below(each.question.name).slice(index - 1, index));
    else if (own && at < chain.length - 1) nodes = [own];
    else nodes = nodes.flatMap((node) => node.below(each.question.name));
  });
  return nodes;
};

const itemAt = (root: SessionItem, path: string): SessionItem | undefined => {
  if (path === '') return root;
  let item: SessionItem | undefined = root;
  for (const step of path.split('/')) {
    item = item?.role === 'repeat' ? item.items[Number(step)] : item?.items.find(({ name }) => name === step);
  }
  return item;
};

export const requireItem = (root: SessionItem, path: string, role: SessionItem['role']): SessionItem => {
  const item = itemAt(root, path);
  if (item?.role !== role) throw new Error(`The form has no ${role} at “${path}”.`);
  return item;
};

const isAnswer = (value: unknown): value is AnswerValue =>
  value !== undefined && value !== null && typeof value !== 'boolean';

/** Returns the answer that the device gives to a question about itself. */
const answerOfDevice = (item: SessionItem, options: SessionOptions): AnswerValue | undefined => {
  const at = (withTime: boolean): string => formDateOf(options.now().getTime(), options.timeZone, withTime).toString();
  const { type } = item.question;
  if (type === 'start' || type === 'end') return at(true);
  if (type === 'today') return at(false);
  if (type === 'userName') return options.userName;
  return type === 'deviceId' ? options.deviceId : undefined;
};

const firstAnswer = (item: SessionItem, options: SessionOptions): AnswerValue | undefined => {
  const { question, compiled } = item;
  const computed = compiled.expressions.default;
  if (!computed)
    return question.default === undefined ? answerOfDevice(item, options) : answerOfContent(question, question.default);
  try {
    return answerOfContent(question, item.evaluate(computed));
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
};

/** Reads and makes items of a form. */
export const createTree = (core: SessionCore, options: SessionOptions) => {
  const fresh: SessionItem[] = [];
  /** Items by path, found once. Emptied when entries are added or removed, as the paths of others change then. */
  const found = new Map<string, SessionItem>();
  /** Repeats with a count, found once until entries are added or removed. */
  let counted: readonly SessionItem[] | undefined;
  let hasMoved = false;
  const forgetPaths = (): void => {
    found.clear();
    counted = undefined;
    hasMoved = true;
  };

  const addEntryItem = (repeat: SessionItem, at: number, answers: FormAnswers | undefined): SessionItem => {
    const entry = new SessionItem(core, repeat.compiled, 'entry', repeat);
    repeat.items.splice(at, 0, entry);
    forgetPaths();
    repeat.items.forEach((item, index) => item.moveTo(index));
    fill(entry, answers);
    repeat.order.changed();
    return entry;
  };

  const fill = (section: SessionItem, answers: FormAnswers | undefined): void => {
    for (const compiled of section.compiled.children) {
      const { type, name } = compiled.question;
      const role = type === 'group' || type === 'repeat' ? type : 'question';
      const item = new SessionItem(core, compiled, role, section);
      section.items.push(item);
      const value: unknown = answers && Object.hasOwn(answers, name) ? answers[name] : undefined;
      if (role === 'group') fill(item, isRecord(value) ? (value as FormAnswers) : answers && {});
      else if (role === 'repeat') {
        const entries = Array.isArray(value) ? value.filter(isRecord).slice(0, MAX_ENTRIES) : [];
        for (const each of entries) addEntryItem(item, item.items.length, each as FormAnswers);
      } else if (answers) item.load(isAnswer(value) ? value : undefined);
      else fresh.push(item);
    }
  };

  return {
    addEntryItem,
    fill,
    /** Removes entries of a repeat, and renumbers the others. */
    removeEntryItems(repeat: SessionItem, at: number, count: number): void {
      repeat.items.splice(at, count);
      forgetPaths();
      repeat.items.forEach((item, index) => item.moveTo(index));
      repeat.order.changed();
    },
    countedRepeats(root: SessionItem): readonly SessionItem[] {
      counted ??= [...everyItem(root)].filter(
        ({ role, question }) => role === 'repeat' && question.count !== undefined,
      );
      return counted;
    },
    /** Tells whether entries were added or removed since the last call. */
    takeMoved(): boolean {
      const moved = hasMoved;
      hasMoved = false;
      return moved;
    },
    /** Returns the item at a path. All questions of a form ask for theirs after each change. */
    itemAtPath(root: SessionItem, path: string): SessionItem | undefined {
      const known = found.get(path);
      if (known) return known;
      const item = itemAt(root, path);
      if (item) found.set(path, item);
      return item;
    },
    /** Gives new questions their first values, when all questions that these may read exist. */
    startFresh(): void {
      if (!core.frozen) for (const item of fresh) item.load(firstAnswer(item, options));
      fresh.length = 0;
    },
  };
};

export const formAnswersIn = (section: SessionItem, all: boolean): FormAnswers => {
  const answers: Record<string, FormAnswers[string]> = {};
  for (const item of section.items) {
    if (!all && !item.isRelevant()) continue;
    if (item.role === 'question') {
      const value = item.value();
      if (value !== undefined && item.question.type !== 'note') answers[item.name] = value;
    } else if (item.role === 'repeat') {
      if (item.items.length > 0) answers[item.name] = item.items.map((entry) => formAnswersIn(entry, all));
    } else {
      const inner = formAnswersIn(item, all);
      if (Object.keys(inner).length > 0) answers[item.name] = inner;
    }
  }
  return answers;
};

export const everyItem = function* (item: SessionItem): Generator<SessionItem> {
  yield item;
  for (const each of item.items) yield* everyItem(each);
};
