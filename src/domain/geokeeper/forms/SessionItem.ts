// One question, section or entry of a session: its stored answer and what is computed from other answers.

import { contentOfAnswer, answerOfContent } from 'src/domain/geokeeper/forms/answerContent.ts';
import { isAnswerOfType } from 'src/domain/geokeeper/forms/answerProblems.ts';
import type { ChoiceNode } from 'src/domain/geokeeper/forms/choiceNodes.ts';
import type { CompiledQuestion, ExpressionMember } from 'src/domain/geokeeper/forms/compileForm.ts';
import { indexedTest } from 'src/domain/geokeeper/forms/evaluateExpression.ts';
import type { Expression } from 'src/domain/geokeeper/forms/expressionSyntax.ts';
import { ExpressionError } from 'src/domain/geokeeper/forms/expressionTokens.ts';
import {
  scalarOf,
  formTextOf,
  formTruthOf,
  type FormNode,
  type FormValue,
  type Scalar,
} from 'src/domain/geokeeper/forms/expressionValues.ts';
import type { AnswerValue, FormText, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { evaluateFor } from 'src/domain/geokeeper/forms/formFunctions.ts';
import type { AnswerProblem, SessionChoice, SessionNode } from 'src/domain/geokeeper/forms/fillSession.ts';
import { Memo, Source } from 'src/domain/geokeeper/forms/memo.ts';
import {
  filledText,
  isOutsideChoices,
  isSameNode,
  sameChoices,
  type SessionCore,
} from 'src/domain/geokeeper/forms/sessionCore.ts';
import { shuffled } from 'src/domain/geokeeper/forms/shuffle.ts';
import { deepEqual } from 'src/base/deepEqual.ts';
import { isEmptyValue } from 'src/base/isEmptyValue.ts';

type Role = SessionNode['role'];

const EMPTY_CHOICES: readonly SessionChoice[] = [];

export class SessionItem implements FormNode {
  readonly core: SessionCore;
  readonly compiled: CompiledQuestion;
  readonly role: Role;
  readonly container: SessionItem | undefined;
  items: SessionItem[] = [];
  private index = 0;
  readonly order: Source;
  private readonly answer: Source;
  private stored: AnswerValue | undefined;
  private typed = false;
  private lastResult: AnswerValue | undefined;
  private computedBefore = false;
  private readonly relevance: Memo<boolean>;
  private readonly calculated: Memo<AnswerValue | undefined>;
  private readonly snapshot: Memo<SessionNode>;
  private readonly offered: Memo<readonly SessionChoice[]>;
  /** Reasons why expressions cannot be computed, by member of the question. */
  private readonly failures = new Map<string, string>();

  constructor(core: SessionCore, compiled: CompiledQuestion, role: Role, container: SessionItem | undefined) {
    this.core = core;
    this.compiled = compiled;
    this.role = role;
    this.container = container;
    this.order = new Source(core.tracker);
    this.answer = new Source(core.tracker);
    this.relevance = new Memo<boolean>(core.tracker, () => this.computeRelevance());
    this.calculated = new Memo<AnswerValue | undefined>(core.tracker, () => this.computeCalculation());
    this.offered = new Memo<readonly SessionChoice[]>(core.tracker, () => this.computeChoices());
    const toSettle = (): unknown => core.stale.add(this);
    this.snapshot = new Memo<SessionNode>(core.tracker, (before) => this.computeSnapshot(before), toSettle);
  }

  get question(): Question {
    return this.compiled.question;
  }

  get name(): string {
    return this.question.name;
  }

  /** The node around this one as expressions see it: an entry lies in the section of its repeat. */
  get above(): SessionItem | undefined {
    return this.role === 'entry' ? this.container?.container : this.container;
  }

  /** Position among the entries of a repeat, from 1. */
  get position(): number {
    if (this.role === 'entry') this.container?.order.track();
    return this.index + 1;
  }

  moveTo(index: number): void {
    this.index = index;
  }

  get path(): string {
    if (!this.container) return '';
    const own = this.role === 'entry' ? String(this.position - 1) : this.name;
    const around = this.container.path;
    return around === '' ? own : `${around}/${own}`;
  }

  below(name: string): readonly FormNode[] {
    return this.items.flatMap((item) => {
      if (name !== '*' && item.name !== name) return [];
      if (item.role !== 'repeat') return [item];
      item.order.track();
      return item.items;
    });
  }

  content(): Scalar {
    return this.isRelevant() ? contentOfAnswer(this.question, this.value(), this.core.world.zone) : '';
  }

  isRelevant(): boolean {
    // A calculation that is read by its own relevance is a cycle, which the memo reports.
    return this.relevance.get();
  }

  get computes(): boolean {
    return this.compiled.expressions.calculation !== undefined && !this.core.frozen;
  }

  value(): AnswerValue | undefined {
    this.answer.track();
    // A calculation may read its own question, as `once` does. A longer way round is a cycle.
    const own = this.calculated.running && this.core.tracker.active === this.calculated;
    if (!this.computes || own) return this.stored;
    const result = this.calculated.get();
    return this.typed ? this.stored : result;
  }

  /** Stores an answer without computing anything. */
  load(value: AnswerValue | undefined): void {
    this.stored = value;
    this.typed = value !== undefined;
    this.answer.changed();
  }

  store(value: AnswerValue | undefined): void {
    if (this.computes) this.calculated.get();
    this.load(value);
    this.typed = true;
  }

  state(): SessionNode {
    return this.snapshot.get();
  }

  isReadOnly(): boolean {
    return this.question.readOnly === true || this.testOf('readOnly', false);
  }

  evaluate(expression: Expression | ExpressionError): FormValue {
    if (expression instanceof ExpressionError) throw expression;
    return evaluateFor(expression, this, this.core.world);
  }

  private fail(member: ExpressionMember, error: unknown): void {
    if (!(error instanceof ExpressionError)) throw error;
    this.failures.set(member, error.message);
  }

  private testOf(member: ExpressionMember, otherwise: boolean): boolean {
    const expression = this.compiled.expressions[member];
    if (!expression) return otherwise;
    try {
      const result = formTruthOf(this.evaluate(expression));
      this.failures.delete(member);
      return result;
    } catch (error) {
      this.fail(member, error);
      return otherwise;
    }
  }

  private computeRelevance(): boolean {
    if (this.container && !this.container.isRelevant()) return false;
    if (this.core.frozen) return true;
    return this.role === 'entry' || this.testOf('relevant', true);
  }

  private computeCalculation(): AnswerValue | undefined {
    const { calculation } = this.compiled.expressions;
    if (!calculation) return this.stored;
    let result: AnswerValue | undefined;
    try {
      result = answerOfContent(this.question, this.evaluate(calculation));
      this.failures.delete('calculation');
    } catch (error) {
      this.fail('calculation', error);
    }
    const kept =
      !this.computedBefore &&
      this.stored !== undefined &&
      (this.question.type !== 'calculate' || this.compiled.changing);
    if (kept) {
      this.typed = true;
    } else if (!this.computedBefore || !deepEqual(result, this.lastResult)) {
      this.typed = false;
      this.stored = result;
    }
    this.computedBefore = true;
    this.lastResult = result;
    return result;
  }

  private textOfLabel(text: FormText | undefined): string {
    return filledText(this.core, this, text);
  }

  private candidates(list: string): readonly ChoiceNode[] {
    const found = this.core.list(list);
    const filter = this.compiled.expressions.choiceFilter;
    if (!found || !filter) return found?.nodes ?? [];
    if (filter instanceof ExpressionError) throw filter;
    const test = indexedTest(filter);
    const nodes = test ? found.with(test.column, formTextOf(this.evaluate(test.value))) : found.nodes;
    const budget = { steps: 0 };
    return nodes.filter((node, at) => {
      const value = evaluateFor(filter, this, this.core.world, { node, position: at + 1, budget });
      return typeof value === 'number' ? value === at + 1 : formTruthOf(value);
    });
  }

  private repeatChoices(name: string): readonly SessionChoice[] {
    const names = new Set(this.core.world.question(name, this).map((node) => formTextOf(node.content())));
    return [...names].filter(Boolean).map((each) => ({ name: each, label: each }));
  }

  private computeChoices(): readonly SessionChoice[] {
    const { list, randomize } = this.question;
    if (list === undefined) return EMPTY_CHOICES;
    const [, reference] = /^\$\{\s*(.+?)\s*\}$/.exec(list) ?? [];
    this.failures.delete('choiceFilter');
    try {
      if (reference !== undefined) return this.repeatChoices(reference);
      const nodes = this.candidates(list);
      const seed = this.compiled.expressions.randomize;
      const order = randomize
        ? shuffled(nodes, seed ? scalarOf(this.evaluate(seed)) : this.core.random(), this.core.random)
        : nodes;
      const language = this.core.language();
      return order.map((node) => node.shownIn(language, this.core.form.defaultLanguage));
    } catch (error) {
      this.fail('choiceFilter', error);
      return EMPTY_CHOICES;
    }
  }

  private problemOf(
    value: AnswerValue | undefined,
    required: boolean,
    choices: readonly SessionChoice[],
  ): AnswerProblem | undefined {
    const { question, path } = this;
    const text = (message: FormText | undefined) => (message ? { text: this.textOfLabel(message) } : {});
    const failed = (): AnswerProblem | undefined => {
      const [detail] = this.failures.values();
      return detail === undefined ? undefined : { path, kind: 'expression', detail };
    };
    if (this.failures.size > 0) return failed();
    if (isEmptyValue(value) || value === undefined)
      return required ? { path, kind: 'required', ...text(question.requiredMessage) } : undefined;
    if (!isAnswerOfType(question, value))
      return { path, kind: 'value', detail: `The answer is not of the type ${question.type}.` };
    if (isOutsideChoices(this.core, this.compiled, value, choices))
      return { path, kind: 'value', detail: 'The answer is not among the choices.' };
    const valid = this.testOf('constraint', true);
    if (this.failures.size > 0) return failed();
    return valid ? undefined : { path, kind: 'constraint', ...text(question.constraintMessage) };
  }

  private computeSnapshot(before: SessionNode | undefined): SessionNode {
    this.order.track();
    const { question, role, path } = this;
    const relevant = this.isRelevant();
    const isQuestion = role === 'question';
    const value = isQuestion ? this.value() : undefined;
    const required = isQuestion && (question.required === true || this.testOf('required', false));
    const offered = this.offered.get();
    const choices = before && sameChoices(before.choices, offered) ? before.choices : offered;
    const node: SessionNode = {
      path,
      question,
      role,
      relevant,
      required,
      readOnly: this.isReadOnly(),
      label: this.textOfLabel(question.label),
      hint: this.textOfLabel(question.hint),
      guidance: this.textOfLabel(question.guidance),
      value,
      problem: isQuestion && relevant && !this.core.frozen ? this.problemOf(value, required, choices) : undefined,
      choices,
      children: this.items.map((item) => item.path),
      growable: role === 'repeat' && question.count === undefined,
    };
    return before && isSameNode(before, node) ? before : node;
  }
}
