// Performs on this page what the controlling agent does: points, clicks, scrolls and types. Nothing happens in fields and parts that the
// agent may not use, or in the parts of the assist itself, so that an agent cannot answer a question or press a stop button for the person.

import { observable, runInAction } from 'mobx';
import type { AgentEvents, AgentState } from 'src/domain/assist/protocol.ts';

interface AgentPointer {
  readonly x: number;
  readonly y: number;
  readonly name: string;
}

/** Parts in which an agent neither clicks nor types: the assist, passwords, files of the device, the account, private fields. */
const CLOSED_PARTS = '[data-assist],[data-private],input[type="password"],input[type="file"],.kk-account,.kk-sign-in';
const FOCUSABLE = 'a[href],button,input,select,textarea,[tabindex],[contenteditable="true"]';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

/** React notices a value only when it is set by the setter of the element's class. */
const setFieldValue = (field: Field, value: string): void => {
  const prototype: unknown = Object.getPrototypeOf(field);
  Reflect.set(Object(prototype) as object, 'value', value, field);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: value }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
};

const focusNear = (element: Element): void => {
  const focusable = element.closest<HTMLElement>(FOCUSABLE);
  if (focusable) focusable.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
};

const click = (element: Element, { x, y, count = 1 }: AgentEvents['click']): void => {
  const common = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, detail: count };
  const pointer = { ...common, pointerId: 1, isPrimary: true, pointerType: 'mouse' };
  element.dispatchEvent(new PointerEvent('pointerdown', pointer));
  if (element.dispatchEvent(new MouseEvent('mousedown', common))) focusNear(element);
  element.dispatchEvent(new PointerEvent('pointerup', pointer));
  element.dispatchEvent(new MouseEvent('mouseup', common));
  element.dispatchEvent(new MouseEvent('click', common));
  if (count > 1) element.dispatchEvent(new MouseEvent('dblclick', common));
};

const pressKey = ({ key, shift = false, ctrl = false, alt = false, meta = false }: AgentEvents['key']): void => {
  const target = document.activeElement ?? document.body;
  const common = { key, shiftKey: shift, ctrlKey: ctrl, altKey: alt, metaKey: meta, bubbles: true, cancelable: true };
  const isFree = target.dispatchEvent(new KeyboardEvent('keydown', common));
  if (isFree && key === 'Enter') {
    if (target instanceof HTMLInputElement) target.form?.requestSubmit();
    else if (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement) target.click();
  }
  target.dispatchEvent(new KeyboardEvent('keyup', common));
};

const OWN_INPUT = ['pointerdown', 'keydown'];
/** Events of an agent that can cause a write. */
const ACTING: ReadonlySet<keyof AgentEvents> = new Set(['click', 'input', 'key']);

export class RemoteControl {
  private readonly nodeOf: (node: number) => Node | undefined;
  private readonly mayUse: (element: Element) => boolean;
  private readonly setCause: (agent: string | undefined) => void;
  private readonly seen = observable.box<AgentPointer | undefined>(undefined, { deep: false });
  private agent: Pick<AgentState, 'id' | 'name' | 'user'> | undefined;

  constructor(
    nodeOf: (node: number) => Node | undefined,
    mayUse: (element: Element) => boolean,
    setCause: (agent: string | undefined) => void,
  ) {
    this.nodeOf = nodeOf;
    this.mayUse = mayUse;
    this.setCause = setCause;
  }

  /** Observable. */
  get pointer(): AgentPointer | undefined {
    return this.seen.get();
  }

  setAgent(agent: Pick<AgentState, 'id' | 'name' | 'user'> | undefined): void {
    const isOther = agent?.id !== this.agent?.id;
    this.agent = agent;
    if (!isOther) return;
    for (const type of OWN_INPUT) {
      if (agent) window.addEventListener(type, this.onOwnInput, { capture: true, passive: true });
      else window.removeEventListener(type, this.onOwnInput, { capture: true });
    }
    this.setCause(undefined);
    if (!agent) runInAction(() => this.seen.set(undefined));
  }

  stop(): void {
    this.setAgent(undefined);
  }

  /** After an input of the person, writes are the person's own again. */
  private readonly onOwnInput = ({ isTrusted }: Event): void => {
    if (isTrusted) this.setCause(undefined);
  };

  /** Ignores events of other agents, and those about parts that agents may not use. */
  perform(event: keyof AgentEvents, payload: object, from: string): void {
    if (!this.agent || this.agent.id !== from) return;
    if (ACTING.has(event)) this.setCause(from);
    if (event === 'move') this.point(payload as AgentEvents['move']);
    if (event === 'click') this.click(payload as AgentEvents['click']);
    if (event === 'scroll') this.scroll(payload as AgentEvents['scroll']);
    if (event === 'input') this.type(payload as AgentEvents['input']);
    if (event === 'focus') this.focus(payload as AgentEvents['focus']);
    if (event === 'key') this.press(payload as AgentEvents['key']);
  }

  private point({ x, y }: AgentEvents['move']): void {
    runInAction(() => this.seen.set({ x, y, name: this.agent?.name ?? '' }));
  }

  private click(payload: AgentEvents['click']): void {
    this.point(payload);
    const element = this.elementAt(payload.node);
    if (element) click(element, payload);
  }

  private scroll({ node, left, top }: AgentEvents['scroll']): void {
    const element = node === undefined ? document.scrollingElement : this.nodeOf(node);
    const scrolled = element instanceof Document ? element.scrollingElement : element;
    if (scrolled instanceof Element) scrolled.scrollTo({ left, top });
  }

  private type({ node, value }: AgentEvents['input']): void {
    const element = this.elementAt(node);
    if (!element || !isField(element) || element.disabled) return;
    element.focus();
    setFieldValue(element, value);
  }

  private focus({ node }: AgentEvents['focus']): void {
    const element = this.elementAt(node);
    if (element) focusNear(element);
  }

  private press(payload: AgentEvents['key']): void {
    if (this.isOpen(document.activeElement ?? document.body)) pressKey(payload);
  }

  private elementAt(node: number | undefined): Element | undefined {
    const found = node === undefined ? undefined : this.nodeOf(node);
    const element = found instanceof Element ? found : (found?.parentElement ?? undefined);
    return element && this.isOpen(element) ? element : undefined;
  }

  private isOpen(element: Element): boolean {
    return element.isConnected && !element.closest(CLOSED_PARTS) && this.mayUse(element);
  }
}
