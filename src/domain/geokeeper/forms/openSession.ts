// Opens a compiled form for the answers of one record.

import { answerOfContent } from 'src/domain/geokeeper/forms/answerContent.ts';
import { createChoiceLists, textIn } from 'src/domain/geokeeper/forms/choiceNodes.ts';
import type { CompiledForm, CompiledQuestion } from 'src/domain/geokeeper/forms/compileForm.ts';
import type { ExpressionWorld } from 'src/domain/geokeeper/forms/evaluateExpression.ts';
import { ExpressionError } from 'src/domain/geokeeper/forms/expressionTokens.ts';
import { numberOf, textOf, type FormNode } from 'src/domain/geokeeper/forms/expressionValues.ts';
import type { AnswerValue, FormAnswers } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { formDateOf } from 'src/domain/geokeeper/forms/FormDate.ts';
import type { AnswerProblem, FormSession, SessionOptions } from 'src/domain/geokeeper/forms/FormSession.ts';
import { Source, type Tracker } from 'src/domain/geokeeper/forms/memo.ts';
import { SessionItem, type SessionCore } from 'src/domain/geokeeper/forms/SessionItem.ts';
import { isRecord } from 'src/base/isRecord.ts';

/** More entries than a person records, and few enough for a phone. */
const MAX_ENTRIES = 2000;
/** Rounds in which counts of repeats and calculations may change each other. */
const MAX_ROUNDS = 20;

const chainOf = (compiled: CompiledQuestion): readonly CompiledQuestion[] =>
  compiled.above ? [...chainOf(compiled.above), compiled] : [];

/** Walks from the section that both share down to the question. A repeat on the way stands for all its entries. */
const questionNodes = (
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
  const chain = chainOf(compiled);
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

const requireItem = (root: SessionItem, path: string, role: SessionItem['role']): SessionItem => {
  const item = itemAt(root, path);
  if (item?.role !== role) throw new Error(`The form has no ${role} at “${path}”.`);
  return item;
};

const isAnswer = (value: unknown): value is AnswerValue =>
  value !== undefined && value !== null && typeof value !== 'boolean';

/** Reads and makes items of a form. */
const createTree = (core: SessionCore, options: SessionOptions) => {
  const device = (item: SessionItem): AnswerValue | undefined => {
    const at = (withTime: boolean): string =>
      formDateOf(options.now().getTime(), options.timeZone, withTime).toString();
    const { type } = item.question;
    if (type === 'start' || type === 'end') return at(true);
    if (type === 'today') return at(false);
    if (type === 'userName') return options.userName;
    return type === 'deviceId' ? options.deviceId : undefined;
  };

  const initial = (item: SessionItem): AnswerValue | undefined => {
    const { question, compiled } = item;
    const computed = compiled.expressions.default;
    if (!computed) return question.default === undefined ? device(item) : answerOfContent(question, question.default);
    try {
      return answerOfContent(question, item.evaluate(computed));
    } catch (error) {
      if (error instanceof ExpressionError) return undefined;
      throw error;
    }
  };

  const fresh: SessionItem[] = [];

  const addEntryItem = (repeat: SessionItem, at: number, answers: FormAnswers | undefined): SessionItem => {
    const entry = new SessionItem(core, repeat.compiled, 'entry', repeat);
    repeat.items.splice(at, 0, entry);
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
    /** Gives new questions their first values, when all questions that these may read exist. */
    startFresh(): void {
      if (!core.frozen) for (const item of fresh) item.load(initial(item));
      fresh.length = 0;
    },
  };
};

const answersIn = (section: SessionItem, all: boolean): FormAnswers => {
  const answers: Record<string, FormAnswers[string]> = {};
  for (const item of section.items) {
    if (!all && !item.isRelevant()) continue;
    if (item.role === 'question') {
      const value = item.value();
      if (value !== undefined && item.question.type !== 'note') answers[item.name] = value;
    } else if (item.role === 'repeat') {
      if (item.items.length > 0) answers[item.name] = item.items.map((entry) => answersIn(entry, all));
    } else {
      const inner = answersIn(item, all);
      if (Object.keys(inner).length > 0) answers[item.name] = inner;
    }
  }
  return answers;
};

const everyItem = function* (item: SessionItem): Generator<SessionItem> {
  yield item;
  for (const each of item.items) yield* everyItem(each);
};

/** Opens a session. A new record gets its default values; a stored record keeps its answers and computes calculations. */
export const openSession = (compiled: CompiledForm, options: SessionOptions): FormSession => {
  const { form } = compiled;
  const tracker: Tracker = { active: undefined };
  const texts = new Source(tracker);
  const listsSource = new Source(tracker);
  const listeners = new Set<() => void>();
  let language = options.language;
  let lists = createChoiceLists(form, options.lists ?? {});
  let revision = 0;

  const list: SessionCore['list'] = (name) => {
    listsSource.track();
    return lists(name);
  };
  const world: ExpressionWorld = {
    zone: options.timeZone,
    get language() {
      return language;
    },
    now: () => options.now().getTime(),
    random: Math.random,
    root: () => root,
    question(name, from, entries) {
      const found = compiled.byName.get(name);
      if (!found || !(from instanceof SessionItem))
        throw new ExpressionError('reference', `There is no question “${name}”.`);
      return questionNodes(found, from, entries);
    },
    items: (name) => list(name)?.nodes ?? [],
    itemsWith: (name, column, value) => list(name)?.with(column, value) ?? [],
    choiceLabel(value, name) {
      const question = compiled.byName.get(
        name
          .replaceAll(/^\$\{|\}$/g, '')
          .split('/')
          .at(-1) ?? '',
      )?.question;
      const node = question?.list === undefined ? undefined : list(question.list)?.with('name', value)[0];
      texts.track();
      return node?.shownIn(language, form.defaultLanguage).label ?? value;
    },
    property: (name) => ({ version: form.version, deviceid: options.deviceId, username: options.userName })[name] ?? '',
  };
  const seed = Math.random();
  const core: SessionCore = {
    form,
    tracker,
    world,
    list,
    language() {
      texts.track();
      return language;
    },
    frozen: options.frozen === true,
    random: () => seed,
  };
  const root = new SessionItem(core, compiled.root, 'root', undefined);
  const tree = createTree(core, options);

  const countOf = (repeat: SessionItem): number => {
    const { count } = repeat.compiled.expressions;
    if (!count || !repeat.isRelevant()) return repeat.items.length;
    try {
      const wanted = Math.trunc(numberOf(repeat.evaluate(count)));
      return Number.isNaN(wanted) ? 0 : Math.min(Math.max(0, wanted), MAX_ENTRIES);
    } catch (error) {
      if (error instanceof ExpressionError) return repeat.items.length;
      throw error;
    }
  };

  const adjust = (repeat: SessionItem): boolean => {
    const wanted = countOf(repeat);
    if (wanted === repeat.items.length) return false;
    while (repeat.items.length < wanted) tree.addEntryItem(repeat, repeat.items.length, undefined);
    repeat.items.splice(wanted);
    repeat.order.changed();
    return true;
  };

  /** Computes calculations and counts until nothing changes. */
  const settle = (): void => {
    if (core.frozen) return;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      tree.startFresh();
      let changed = false;
      for (const item of everyItem(root)) {
        if (item.role === 'repeat' && adjust(item)) changed = true;
        if (item.role === 'question' && item.computes) item.state();
      }
      if (!changed) return;
    }
  };

  const change = (apply: () => void): void => {
    apply();
    settle();
    revision++;
    for (const listener of [...listeners]) listener();
  };

  tree.fill(root, options.answers);
  settle();

  return {
    form,
    get language() {
      return language;
    },
    get revision() {
      return revision;
    },
    node: (path) => itemAt(root, path)?.state(),
    set(path, value) {
      const item = requireItem(root, path, 'question');
      if (core.frozen || item.isReadOnly()) return;
      change(() => item.store(value));
    },
    addEntry(repeat, at) {
      const item = requireItem(root, repeat, 'repeat');
      if (core.frozen || item.question.count !== undefined || item.items.length >= MAX_ENTRIES)
        throw new Error(`No entry can be added to “${repeat}”.`);
      let path = '';
      change(() => (path = tree.addEntryItem(item, at ?? item.items.length, undefined).path));
      return path;
    },
    removeEntry(entry) {
      const item = requireItem(root, entry, 'entry');
      const repeat = item.container;
      if (!repeat || core.frozen || repeat.question.count !== undefined)
        throw new Error(`“${entry}” cannot be removed.`);
      change(() => {
        repeat.items.splice(item.position - 1, 1);
        repeat.items.forEach((each, index) => each.moveTo(index));
        repeat.order.changed();
      });
    },
    answers: (which) => answersIn(root, which?.all === true),
    problems: () =>
      [...everyItem(root)]
        .map((item) => item.state().problem)
        .filter((problem): problem is AnswerProblem => problem !== undefined),
    title() {
      const formTitle = textIn(form.title, language, form.defaultLanguage);
      if (!compiled.title) return formTitle;
      try {
        return textOf(root.evaluate(compiled.title)).trim() || formTitle;
      } catch (error) {
        if (error instanceof ExpressionError) return formTitle;
        throw error;
      }
    },
    setLanguage: (next) =>
      change(() => {
        language = next;
        texts.changed();
      }),
    setLists: (next) =>
      change(() => {
        lists = createChoiceLists(form, next);
        listsSource.changed();
      }),
    finish() {
      const at = formDateOf(options.now().getTime(), options.timeZone, true).toString();
      change(() =>
        [...everyItem(root)].filter(({ question }) => question.type === 'end').forEach((item) => item.store(at)),
      );
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
