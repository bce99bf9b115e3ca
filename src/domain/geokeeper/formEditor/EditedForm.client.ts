// The form of an item while it is edited: a part of the item's draft, so it is stored on the device, saved and discarded like other changes.
// It also holds what a person looks at: the chosen question, open groups and the steps that can be undone.

import { makeAutoObservable, observableRef } from 'mobx';
import { deepEqual } from 'src/base/deepEqual.ts';
import type { ItemDraft } from 'src/client/extend.ts';
import { readableForm, formTextKeys, withRenamed } from 'src/domain/geokeeper/formEditor/formEdits.ts';
import {
  everyQuestion,
  nextPlace,
  placeOfMove,
  questionAt,
  type QuestionPlace,
  type TreeMove,
  withInserted,
  withMoved,
  withoutQuestion,
  withQuestion,
} from 'src/domain/geokeeper/formEditor/formTree.ts';
import type { FieldForm, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { Json, Values } from 'src/model/item/Item.ts';

const MOST_STEPS = 100;
/** Sections of larger forms are closed at first. */
const OPEN_FORM_QUESTIONS = 60;

interface FormStep {
  readonly form: FieldForm;
  readonly place: QuestionPlace | undefined;
}

export interface FormChange {
  /** Changes with the same key in a row are one step, such as the letters of a label. */
  readonly as?: string;
  /** The question that is chosen after the change. */
  readonly place?: QuestionPlace | undefined;
  /** Other values of the item. */
  readonly values?: Values;
}

export type EditorView = 'questions' | 'lists' | 'languages' | 'settings' | 'mappings' | 'preview' | 'versions';

export class EditedForm {
  place: QuestionPlace | undefined;
  view: EditorView = 'questions';
  /** The list that the view of choice lists shows. */
  list: string | undefined;
  private readonly draft: ItemDraft;
  private past: readonly FormStep[] = [];
  private future: readonly FormStep[] = [];
  private lastKey: string | undefined;
  private known: { readonly json: Json; readonly form: FieldForm | undefined } | undefined;
  /** Names of the sections whose state differs from the usual one. */
  private toggled: ReadonlySet<string> = new Set();

  constructor(draft: ItemDraft) {
    this.draft = draft;
    makeAutoObservable<this, 'draft' | 'past' | 'future' | 'lastKey' | 'known' | 'toggled'>(
      this,
      {
        ...{ place: observableRef, past: observableRef, future: observableRef, toggled: observableRef },
        ...{ draft: false, known: false, lastKey: false },
      },
      { autoBind: true },
    );
  }

  /** Undefined for an item without a form, and for a value that is no form. */
  get form(): FieldForm | undefined {
    const json = this.draft.values['form'] ?? null;
    if (!this.known || !deepEqual(this.known.json, json)) this.known = { json, form: readableForm(json) };
    return this.known.form;
  }

  /** The item has a value that is no form. */
  get isUnreadable(): boolean {
    return this.form === undefined && (this.draft.values['form'] ?? null) !== null;
  }

  get values(): Values {
    return this.draft.values;
  }

  get keys(): readonly string[] {
    return this.form ? formTextKeys(this.form) : [];
  }

  get question(): Question | undefined {
    return this.form && this.place ? questionAt(this.form, this.place) : undefined;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Changes the form. Each change can be undone. */
  change(form: FieldForm, { as, place = this.place, values }: FormChange = {}): void {
    const before = this.form;
    if (before && (as === undefined || as !== this.lastKey))
      this.past = [...this.past.slice(1 - MOST_STEPS), { form: before, place: this.place }];
    this.future = [];
    this.lastKey = as;
    this.write(form, values);
    this.place = place;
  }

  undo(): void {
    this.step('past', 'future');
  }

  redo(): void {
    this.step('future', 'past');
  }

  choose(place: QuestionPlace | undefined): void {
    this.place = place;
    this.lastKey = undefined;
    if (this.form && place) this.openAround(this.form, place);
  }

  show(view: EditorView): void {
    this.view = view;
  }

  showList(list: string | undefined): void {
    this.list = list;
    this.view = 'lists';
  }

  /** Leads to the question at a path of names. */
  goTo(path: string): void {
    const found = this.form && everyQuestion(this.form).find((each) => each.path === path);
    if (!found) return;
    this.view = 'questions';
    this.choose(found.place);
  }

  isOpen(section: Question): boolean {
    const { form } = this;
    const isUsuallyOpen = form === undefined || everyQuestion(form).length <= OPEN_FORM_QUESTIONS;
    return this.toggled.has(section.name) !== isUsuallyOpen;
  }

  toggle(section: Question, open = !this.isOpen(section)): void {
    if (open === this.isOpen(section)) return;
    const { name } = section;
    this.toggled = new Set(
      this.toggled.has(name) ? [...this.toggled].filter((each) => each !== name) : [...this.toggled, name],
    );
  }

  /** Changes members of the chosen question. A member that is undefined is removed. */
  set(members: { readonly [Name in keyof Question]?: Question[Name] | undefined }, as?: string): void {
    const { form, place, question } = this;
    if (!form || !place || !question) return;
    const next = Object.fromEntries(
      Object.entries({ ...question, ...members }).filter(([, value]) => value !== undefined),
    );
    this.change(
      withQuestion(form, place, { name: question.name, type: question.type, ...next }),
      as === undefined ? {} : { as: `${place.join('.')} ${as}` },
    );
  }

  rename(from: string, to: string): void {
    if (!this.form || from === to || to === '') return;
    if (this.toggled.has(from)) this.toggled = new Set([...this.toggled].map((each) => (each === from ? to : each)));
    this.change(withRenamed(this.form, from, to));
  }

  /** Adds a question after the chosen one, or at the end of a chosen open section. */
  add(form: FieldForm, question: Question): void {
    const { place, question: chosen } = this;
    const isInto = chosen?.questions !== undefined && this.isOpen(chosen);
    const to = !place ? [form.questions.length] : isInto ? [...place, chosen.questions.length] : nextPlace(place);
    this.change(withInserted(form, to, question), { place: to });
  }

  remove(place: QuestionPlace): void {
    if (!this.form) return;
    const form = withoutQuestion(this.form, place);
    const stays = [place, [...place.slice(0, -1), (place.at(-1) ?? 0) - 1], place.slice(0, -1)];
    const next = stays.find((each) => each.length > 0 && questionAt(form, each));
    this.change(form, next ? { place: next } : {});
    if (!next) this.place = undefined;
  }

  moveTo(from: QuestionPlace, to: QuestionPlace): void {
    const moved = this.form && withMoved(this.form, from, to);
    if (!moved) return;
    this.openAround(moved.form, moved.place);
    this.change(moved.form, { place: moved.place });
  }

  placeOf(move: TreeMove): QuestionPlace | undefined {
    return this.form && this.place && placeOfMove(this.form, this.place, move);
  }

  move(move: TreeMove): void {
    const to = this.placeOf(move);
    if (this.place && to) this.moveTo(this.place, to);
  }

  private openAround(form: FieldForm, place: QuestionPlace): void {
    for (let level = 1; level < place.length; level += 1) {
      const section = questionAt(form, place.slice(0, level));
      if (section) this.toggle(section, true);
    }
  }

  private write(form: FieldForm, values: Values = {}): void {
    const json = JSON.parse(JSON.stringify(form)) as Values;
    this.known = { json, form };
    this.draft.set({ ...this.draft.values, ...values, form: json });
  }

  private step(from: 'past' | 'future', to: 'past' | 'future'): void {
    const last = this[from].at(-1);
    const { form, place } = this;
    if (!last || !form) return;
    this[from] = this[from].slice(0, -1);
    this[to] = [...this[to], { form, place }];
    this.lastKey = undefined;
    this.write(last.form);
    this.place = last.place && questionAt(last.form, last.place) ? last.place : undefined;
  }
}
