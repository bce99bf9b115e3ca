// Opens a compiled form for the answers of one record.

import { createChoiceLists, formTextIn } from 'src/domain/geokeeper/forms/choiceNodes.ts';
import type { CompiledForm } from 'src/domain/geokeeper/forms/compileForm.ts';
import { ExpressionError } from 'src/domain/geokeeper/forms/expressionTokens.ts';
import { numberOf, formTextOf } from 'src/domain/geokeeper/forms/expressionValues.ts';
import type { AnswerProblem, FormSession, SessionOptions } from 'src/domain/geokeeper/forms/fillSession.ts';
import { formDateOf } from 'src/domain/geokeeper/forms/FormDate.ts';
import type { SessionCore, SettledItem } from 'src/domain/geokeeper/forms/sessionCore.ts';
import { SessionItem } from 'src/domain/geokeeper/forms/SessionItem.ts';
import {
  formAnswersIn,
  createTree,
  everyItem,
  MAX_ENTRIES,
  requireItem,
} from 'src/domain/geokeeper/forms/sessionTree.ts';
import { createCore, createSettings, type SessionSettings } from 'src/domain/geokeeper/forms/sessionWorld.ts';

/** Rounds in which counts of repeats and calculations may change each other. */
const MAX_ROUNDS = 20;

/** The parts of an open session that its methods work on. */
interface OpenParts {
  readonly compiled: CompiledForm;
  readonly options: SessionOptions;
  readonly settings: SessionSettings;
  readonly core: SessionCore;
  readonly root: SessionItem;
  readonly tree: ReturnType<typeof createTree>;
  /** Applies a change, computes all that depends on it and tells the listeners. */
  readonly change: (apply: () => void) => void;
}

const entriesWanted = (repeat: SessionItem): number => {
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

/** Adds or removes entries until a repeat has as many as its count says. Tells whether it changed. */
const adjustEntries = (repeat: SessionItem, tree: OpenParts['tree']): boolean => {
  const wanted = entriesWanted(repeat);
  if (wanted === repeat.items.length) return false;
  while (repeat.items.length < wanted) tree.addEntryItem(repeat, repeat.items.length, undefined);
  if (repeat.items.length > wanted) tree.removeEntryItems(repeat, wanted, repeat.items.length - wanted);
  return true;
};

/** Computes all calculations and counts until nothing changes. */
const formSettleItems = ({ core, root, tree }: Pick<OpenParts, 'core' | 'root' | 'tree'>): void => {
  if (core.frozen) return;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    tree.startFresh();
    let changed = false;
    for (const item of everyItem(root)) {
      if (item.role === 'repeat' && adjustEntries(item, tree)) changed = true;
      if (item.role === 'question' && item.computes) item.state();
    }
    if (!changed) return;
  }
};

/**
 * Computes what depends on a change. Its cost does not grow with the form, unless entries are added or removed. Returns the items that a page
 * reads again, or `all` if paths have moved.
 */
const settleChange = ({
  core,
  root,
  tree,
}: Pick<OpenParts, 'core' | 'root' | 'tree'>): readonly SettledItem[] | 'all' => {
  if (!core.frozen) {
    for (const repeat of tree.countedRepeats(root)) adjustEntries(repeat, tree);
    const hasMoved = tree.takeMoved();
    if (hasMoved) {
      formSettleItems({ core, root, tree });
      tree.takeMoved();
      core.stale.clear();
      return 'all';
    }
    for (const item of core.stale) if (item.role === 'question' && item.computes) item.state();
  }
  const read = [...core.stale];
  core.stale.clear();
  return read;
};

/** Listeners of a session: those of every change, and those of the nodes at single paths. */
const createFormListeners = () => {
  const always = new Set<() => void>();
  const byPath = new Map<string, Set<() => void>>();
  const runAll = (listeners: Iterable<() => void>): void => {
    for (const listener of [...listeners]) listener();
  };
  return {
    add(listener: () => void, path: string | undefined): () => void {
      const listeners = path === undefined ? always : (byPath.get(path) ?? new Set());
      if (path !== undefined) byPath.set(path, listeners);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (path !== undefined && listeners.size === 0 && byPath.get(path) === listeners) byPath.delete(path);
      };
    },
    run(read: readonly SettledItem[] | 'all'): void {
      const paths = read === 'all' ? [...byPath.keys()] : read.map(({ path }) => path);
      for (const path of paths) runAll(byPath.get(path) ?? []);
      runAll(always);
    },
  };
};

const answerMethods = ({ options, core, root, change }: OpenParts): Pick<FormSession, 'set' | 'finish'> => ({
  set(path, value) {
    const item = requireItem(root, path, 'question');
    if (core.frozen || item.isReadOnly()) return;
    change(() => item.store(value));
  },
  finish() {
    const at = formDateOf(options.now().getTime(), options.timeZone, true).toString();
    change(() =>
      [...everyItem(root)].filter(({ question }) => question.type === 'end').forEach((item) => item.store(at)),
    );
  },
});

const entryMethods = ({ core, root, tree, change }: OpenParts): Pick<FormSession, 'addEntry' | 'removeEntry'> => ({
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
    if (!repeat || core.frozen || repeat.question.count !== undefined) throw new Error(`“${entry}” cannot be removed.`);
    change(() => tree.removeEntryItems(repeat, item.position - 1, 1));
  },
});

/** Separators at the ends of a title belong to answers that are missing. */
const withoutLooseSeparators = (title: string): string => title.replaceAll(/^[\s,;:·–-]+|[\s,;:·–-]+$/gu, '');

const readMethods = ({
  compiled,
  settings,
  root,
  tree,
}: OpenParts): Pick<FormSession, 'node' | 'answers' | 'problems' | 'title'> => ({
  node: (path) => tree.itemAtPath(root, path)?.state(),
  answers: (which) => formAnswersIn(root, which?.all === true),
  problems: () =>
    [...everyItem(root)]
      .map((item) => item.state().problem)
      .filter((problem): problem is AnswerProblem => problem !== undefined),
  title() {
    const formTitle = formTextIn(compiled.form.title, settings.language, compiled.form.defaultLanguage);
    if (!compiled.title) return formTitle;
    try {
      return withoutLooseSeparators(formTextOf(root.evaluate(compiled.title))) || formTitle;
    } catch (error) {
      if (error instanceof ExpressionError) return formTitle;
      throw error;
    }
  },
});

const settingMethods = ({ compiled, settings, change }: OpenParts): Pick<FormSession, 'setLanguage' | 'setLists'> => ({
  setLanguage: (next) =>
    change(() => {
      settings.language = next;
      settings.texts.changed();
    }),
  setLists: (next) =>
    change(() => {
      settings.lists = createChoiceLists(compiled.form, next);
      settings.listsSource.changed();
    }),
});

/** Opens a session. A new record gets its default values; a stored record keeps its answers and computes calculations. */
export const openSession = (compiled: CompiledForm, options: SessionOptions): FormSession => {
  const settings = createSettings(compiled, options);
  const listeners = createFormListeners();
  let revision = 0;
  let isTouched = false;
  const core: SessionCore = createCore(compiled, options, settings, () => root);
  const root: SessionItem = new SessionItem(core, compiled.root, 'root', undefined);
  const tree = createTree(core, options);
  const change = (apply: () => void): void => {
    apply();
    const read = settleChange({ core, root, tree });
    revision++;
    listeners.run(read);
  };
  const touching =
    <Args extends readonly unknown[], Result>(method: (...args: Args) => Result) =>
    (...args: Args): Result => {
      isTouched = true;
      return method(...args);
    };
  const parts: OpenParts = { compiled, options, settings, core, root, tree, change };

  const { set, finish } = answerMethods(parts);
  const { addEntry, removeEntry } = entryMethods(parts);
  tree.fill(root, options.answers);
  formSettleItems(parts);
  tree.takeMoved();

  return {
    form: compiled.form,
    get language() {
      return settings.language;
    },
    get revision() {
      return revision;
    },
    get isTouched() {
      return isTouched;
    },
    ...readMethods(parts),
    ...{ set: touching(set), finish },
    ...{ addEntry: touching(addEntry), removeEntry: touching(removeEntry) },
    ...settingMethods(parts),
    subscribe: (listener, path) => listeners.add(listener, path),
  };
};
