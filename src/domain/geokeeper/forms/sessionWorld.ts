// Makes the part of a session that all its items share, and the values that its expressions read.

import { createChoiceLists } from 'src/domain/geokeeper/forms/choiceNodes.ts';
import type { CompiledForm } from 'src/domain/geokeeper/forms/compileForm.ts';
import type { ExpressionWorld } from 'src/domain/geokeeper/forms/evaluateExpression.ts';
import { ExpressionError } from 'src/domain/geokeeper/forms/expressionTokens.ts';
import type { SessionOptions } from 'src/domain/geokeeper/forms/fillSession.ts';
import { Source, type Tracker } from 'src/domain/geokeeper/forms/memo.ts';
import type { SessionCore } from 'src/domain/geokeeper/forms/sessionCore.ts';
import { SessionItem } from 'src/domain/geokeeper/forms/SessionItem.ts';
import { questionNodes } from 'src/domain/geokeeper/forms/sessionTree.ts';

/** The language and the lists of a session, which change while it is open. */
export interface SessionSettings {
  readonly tracker: Tracker;
  /** Changes with the language. */
  readonly texts: Source;
  /** Changes with the lists. */
  readonly listsSource: Source;
  language: string;
  lists: ReturnType<typeof createChoiceLists>;
}

export const createSettings = ({ form }: CompiledForm, { language, lists }: SessionOptions): SessionSettings => {
  const tracker: Tracker = { active: undefined };
  return {
    tracker,
    texts: new Source(tracker),
    listsSource: new Source(tracker),
    language,
    lists: createChoiceLists(form, lists ?? {}),
  };
};

type ListReader = SessionCore['list'];

const createLabelReader =
  ({ form, byName }: CompiledForm, settings: SessionSettings, list: ListReader): ExpressionWorld['choiceLabel'] =>
  (value, name) => {
    const last = name
      .replaceAll(/^\$\{|\}$/g, '')
      .split('/')
      .at(-1);
    const question = byName.get(last ?? '')?.question;
    const node = question?.list === undefined ? undefined : list(question.list)?.with('name', value)[0];
    settings.texts.track();
    return node?.shownIn(settings.language, form.defaultLanguage).label ?? value;
  };

const createWorld = (
  compiled: CompiledForm,
  options: SessionOptions,
  settings: SessionSettings,
  list: ListReader,
  root: () => SessionItem,
): ExpressionWorld => {
  return {
    zone: options.timeZone,
    get language() {
      return settings.language;
    },
    now: () => options.now().getTime(),
    random: Math.random,
    root,
    question(name, from, entries) {
      const found = compiled.byName.get(name);
      if (!found || !(from instanceof SessionItem))
        throw new ExpressionError('reference', `There is no question “${name}”.`);
      return questionNodes(found, from, entries);
    },
    items: (name) => list(name)?.nodes ?? [],
    itemsWith: (name, column, value) => list(name)?.with(column, value) ?? [],
    choiceLabel: createLabelReader(compiled, settings, list),
    property: (name) =>
      ({ version: compiled.form.version, deviceid: options.deviceId, username: options.userName })[name] ?? '',
  };
};

/** Makes the core of a session. `root` is called when the first item exists. */
export const createCore = (
  compiled: CompiledForm,
  options: SessionOptions,
  settings: SessionSettings,
  root: () => SessionItem,
): SessionCore => {
  const list: ListReader = (name) => {
    settings.listsSource.track();
    return settings.lists(name);
  };
  const seed = Math.random();
  return {
    form: compiled.form,
    tracker: settings.tracker,
    world: createWorld(compiled, options, settings, list, root),
    list,
    language() {
      settings.texts.track();
      return settings.language;
    },
    frozen: options.frozen === true,
    stale: new Set(),
    random: () => seed,
  };
};
