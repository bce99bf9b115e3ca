// The state of one form on the page that RJSF does not hold: the values as the model has them, which fields were left, which problems show,
// and the open tab. Fields reach it through useFormSession. It never saves; the owner of the model does.

import { actionBound, computed, makeObservable, observable, observableRef, action, type ObservableSet } from 'mobx';
import { deepEqual } from 'src/base/deepEqual.ts';
import type { FormModel } from 'src/client/fields/session/FormModel.ts';
import { type FormProblem } from 'src/client/fields/rules/FormProblem.ts';
import { fromForm, intoForm, rowPointer, withoutEmptyRows } from 'src/client/fields/session/formValues.ts';
import { hiddenNames, shownOrder, tabOf } from 'src/client/fields/session/layout.ts';
import { cleaned } from 'src/client/stores/draftValues.ts';
import type { HistoryEvent } from 'src/model/generated/wire.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import type { FormTab } from 'src/model/schema/TypeView.ts';
import { pointerParts } from 'src/model/text/jsonPointer.ts';

export interface FormPlan {
  readonly type: string;
  readonly layout: readonly FormTab[];
  /** Properties above the tabs of a new item: its owner and its visibility. */
  readonly lifted: readonly string[];
  /** Top-level properties of the form. */
  readonly names: readonly string[];
  /** Lists of texts, whose empty rows are no values. */
  readonly textLists?: ReadonlySet<string>;
  /** Properties that the schema does not require but this person must fill in. */
  readonly needed: ReadonlySet<string>;
  /** Properties of this form, if it is a part of the whole. It reports no problems of others. */
  readonly shown?: ReadonlySet<string> | undefined;
  readonly check: (values: Values) => readonly FormProblem[];
}

const NO_TEXT_LISTS: ReadonlySet<string> = new Set();

interface Unreadable {
  readonly message: string;
  /** Text as it was typed, for an input that keeps it over a change of tabs. */
  readonly text: string | undefined;
}

/** False for a place in a list whose entry was removed meanwhile. */
const isStillValid = (values: Values, pointer: string): boolean => {
  let at: Json | Values | undefined = values;
  for (const part of pointerParts(pointer)) {
    if (/^\d+$/.test(part) && !(Array.isArray(at) && Number(part) < at.length)) return false;
    at = (at as Readonly<Record<string, Json>> | undefined)?.[part];
  }
  return true;
};

const isPointerUnder = (pointer: string, touched: string): boolean =>
  pointer === touched || pointer.startsWith(`${touched}/`);

export class FormSession {
  /** Element ids are this and the JSON pointer of the value. */
  readonly prefix: string;
  readonly model: FormModel;
  readonly plan: FormPlan;
  /** Form values as last written to the model, or as last read from it. */
  values: Values;
  tab: string | undefined;
  /** Problems of the last attempt to save: shown until they are fixed, in one place that does not move. */
  attempt: readonly FormProblem[] = [];
  /** Changes by others since the form was opened: the latest event of each property, if known. */
  readonly others = observable.map<string, HistoryEvent | undefined>(undefined, { deep: false });
  private tried = false;
  private checked: readonly FormProblem[] = [];
  private readonly touched: ObservableSet<string> = observable.set<string>();
  /** Top-level properties that were changed here. Others are reported as missing only after an attempt to save. */
  private readonly edited = new Set<string>();
  /** Text in a selection box that selects nothing: by pointer, with its message id. */
  private readonly unreadable = new Map<string, Unreadable>();

  constructor(model: FormModel, plan: FormPlan, prefix: string) {
    this.model = model;
    this.plan = plan;
    this.prefix = prefix;
    this.values = intoForm(model.values, plan.names);
    this.tab = plan.layout[0]?.key;
    makeObservable<FormSession, 'checked'>(this, {
      values: observableRef,
      tab: observable,
      attempt: observableRef,
      checked: observableRef,
      hidden: computed,
      problems: computed,
      tabCounts: computed,
      change: actionBound,
      takeIn: actionBound,
      leave: actionBound,
      check: actionBound,
      showTab: actionBound,
      showProblemsOfServer: action,
      noteUnreadable: action,
    });
  }

  /** Fields whose condition does not hold. A field with a problem is shown, so that it can be fixed. */
  get hidden(): ReadonlySet<string> {
    const wrong = new Set(this.problems.map(({ path }) => pointerParts(path)[0]));
    return new Set([...hiddenNames(this.plan.layout, this.values)].filter((name) => !wrong.has(name)));
  }

  /** Problems to show now, the form's own and the server's, in the order of the form. */
  get problems(): readonly FormProblem[] {
    const tried = this.attempt.map(({ path }) => path);
    const own = this.checked.filter(
      ({ path, message }) =>
        tried.some((pointer) => isPointerUnder(path, pointer)) ||
        (!(message === 'errors.required' && !this.edited.has(pointerParts(path)[0] ?? '')) &&
          [...this.touched].some((pointer) => isPointerUnder(path, pointer))),
    );
    const serverProblems = Object.entries(this.model.problems).flatMap(([path, list]) =>
      list.map((one) => this.rowOf({ path, ...one })),
    );
    const newProblems = serverProblems.filter(
      (one) => !own.some(({ path, message }) => path === one.path && message === one.message),
    );
    const { layout, lifted, names, shown } = this.plan;
    const order = [...lifted, ...shownOrder(layout, names)];
    const place = ({ path }: FormProblem): number => order.indexOf(pointerParts(path)[0] ?? '');
    const isShown = ({ path }: FormProblem): boolean => shown?.has(pointerParts(path)[0] ?? '') !== false;
    return [...own, ...newProblems.filter(isShown)].toSorted((a, b) => place(a) - place(b));
  }

  /** The values without empty rows. */
  private get valuesToKeep(): Values {
    return withoutEmptyRows(this.values, this.textLists, this.model.values);
  }

  private get textLists(): ReadonlySet<string> {
    return this.plan.textLists ?? NO_TEXT_LISTS;
  }

  private rowOf<T extends FormProblem>(problem: T): T {
    return { ...problem, path: rowPointer(problem.path, this.values, this.textLists) };
  }

  get tabCounts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { path } of this.problems) {
      const tab = this.tabOf(path);
      if (tab !== undefined) counts.set(tab, (counts.get(tab) ?? 0) + 1);
    }
    return counts;
  }

  /** Called by RJSF on every edit. Properties that the form does not show stay as the model has them. */
  change(formData: Readonly<Record<string, unknown>>): void {
    const next = fromForm(formData, this.values);
    if (deepEqual(next, this.values)) return;
    for (const name of this.plan.names) if (!deepEqual(next[name], this.values[name])) this.edited.add(name);
    this.values = next;
    this.recheck();
    const others = Object.fromEntries(
      Object.entries(this.model.values).filter(([name]) => !this.plan.names.includes(name)),
    );
    this.model.set({ ...others, ...this.valuesToKeep });
  }

  /** Takes in values that changed elsewhere, by a merge or a discard. Returns the names that RJSF must take in. */
  takeIn(modelValues: Values): readonly string[] {
    const given = intoForm(modelValues, this.plan.names);
    const kept = this.valuesToKeep;
    const changed = this.plan.names.filter((name) => !deepEqual(cleaned(given[name]), cleaned(kept[name])));
    if (changed.length > 0) this.values = given;
    for (const pointer of this.unreadable.keys())
      if (changed.includes(pointerParts(pointer)[0] ?? '')) this.unreadable.delete(pointer);
    this.recheck();
    return changed;
  }

  /** A field was left: its problems may show from now on. */
  leave(pointer: string): void {
    this.touched.add(pointer);
    this.recheck();
  }

  /** An input has something that it cannot give as a value; undefined when it can again. */
  noteUnreadable(pointer: string, message: string | undefined, text?: string): void {
    if (message !== undefined) this.unreadable.set(pointer, { message, text });
    else if (this.unreadable.delete(pointer)) this.recheck();
  }

  /** Returns the typed text that is not a value. */
  unreadText(pointer: string): string | undefined {
    return this.unreadable.get(pointer)?.text;
  }

  /** Checks everything. False when something is wrong; all of it shows then. */
  check(): boolean {
    this.tried = true;
    this.recheck();
    this.attempt = this.checked;
    this.attempt = this.problems;
    return this.checked.length === 0;
  }

  showProblemsOfServer(): void {
    this.attempt = this.problems;
  }

  showTab(key: string): void {
    this.tab = key;
  }

  /** Returns undefined for fields above the tabs. */
  tabOf(pointer: string): string | undefined {
    if (this.plan.lifted.includes(pointerParts(pointer)[0] ?? '')) return undefined;
    return tabOf(this.plan.layout, pointer);
  }

  /** Does nothing until a field was left or a save was tried, because there is no problem to show. */
  private recheck(): void {
    if (!this.tried && this.touched.size === 0) return;
    const unread = [...this.unreadable].flatMap(([path, { message }]) =>
      isStillValid(this.values, path) ? [{ path, message }] : [],
    );
    const problems = this.plan.check(this.valuesToKeep).map((problem) => this.rowOf(problem));
    const others = problems.filter(({ path }) => !this.unreadable.has(path));
    this.checked = [...unread, ...others];
  }
}
