// One editor on the page: its view and the source of its text. MarkdownEditor.tsx passes outside changes to it.

import { history } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { EditorState, type Command } from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { EditorView } from 'prosemirror-view';
import { readDocument, writeDocument, type Origins } from 'src/client/fields/markdown/editorDocument.ts';
import { EDITOR_KEYS } from 'src/client/fields/markdown/editorTools.ts';
import {
  chipView,
  completeWith,
  completionAt,
  insertPlugin,
  typedMarkdown,
} from 'src/client/fields/markdown/fieldChips.ts';
import type { MergeFieldList } from 'src/client/ClientDomain.ts';
import { pasteParser, withoutStyleSheets } from 'src/client/fields/markdown/pastedText.ts';
import type { FieldState } from 'src/client/fields/session/FieldState.ts';

export interface EditorProps {
  readonly id: string;
  readonly value: string;
  readonly disabled: boolean;
  readonly field: FieldState;
  /** Merge fields that the text may have. */
  readonly list: MergeFieldList | undefined;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
  readonly onFocus: () => void;
}

/** Parts that the page renders around the text. */
export interface Shown {
  readonly state: EditorState;
  /** Position of the list of fields to complete, within the box of the text. */
  readonly at: { readonly left: number; readonly top: number } | undefined;
}

interface Listener {
  readonly show: (shown: Shown) => void;
  /** True for a key that the text does not take. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

const FROM_OUTSIDE = 'fromOutside';

const attributesOf = ({ id, field, disabled }: EditorProps): Record<string, string> => ({
  ...{ id, role: 'textbox', 'aria-multiline': 'true', class: 'kf-editor-text bp6-input', dir: 'auto' },
  ...(field.labelId !== undefined && { 'aria-labelledby': field.labelId }),
  ...(field.describedBy !== undefined && { 'aria-describedby': field.describedBy }),
  ...(field.invalid && { 'aria-invalid': 'true' }),
  ...(field.required && { 'aria-required': 'true' }),
  ...(disabled && { 'aria-disabled': 'true' }),
});

export class EditorSession {
  /** State used until a view exists. */
  readonly start: EditorState;
  #props: EditorProps;
  #origins: Origins;
  /** The text as it was last set or written. */
  #text: string;
  #view: EditorView | undefined;

  constructor(props: EditorProps) {
    const { doc, origins } = readDocument(props.value);
    this.#props = props;
    this.#origins = origins;
    this.#text = props.value;
    const plugins = [typedMarkdown(), keymap(EDITOR_KEYS), history(), tableEditing(), insertPlugin()];
    this.start = EditorState.create({ doc, plugins });
  }

  /** Shows the text in the element and returns a function that removes it. The next view shows the current text again. */
  mount(place: HTMLElement, { show, onKey }: Listener): () => void {
    const { doc, origins } = readDocument(this.#props.value);
    this.#origins = origins;
    this.#text = this.#props.value;
    const view: EditorView = new EditorView(
      { mount: place },
      {
        state: EditorState.create({ doc, plugins: this.start.plugins }),
        attributes: () => attributesOf(this.#props),
        editable: () => !this.#props.disabled,
        nodeViews: { field: this.#chips() },
        clipboardParser: pasteParser,
        transformPastedHTML: withoutStyleSheets,
        handleKeyDown: (_, event) => onKey(event),
        handleDOMEvents: { focus: () => this.#props.onFocus(), blur: () => this.#props.onBlur() },
        dispatchTransaction: (transaction) => {
          view.updateState(view.state.apply(transaction));
          show({ state: view.state, at: this.#place() });
          if (transaction.docChanged && transaction.getMeta(FROM_OUTSIDE) !== true) this.#write();
        },
      },
    );
    this.#view = view;
    return () => {
      this.#view = undefined;
      view.destroy();
    };
  }

  /** Applies the props of the form: a value that changed elsewhere, and the state of the field. */
  update(props: EditorProps): void {
    const before = this.#props;
    this.#props = props;
    const view = this.#view;
    if (!view) return;
    if (before.list !== props.list) view.setProps({ nodeViews: { field: this.#chips() } });
    else if (before.field !== props.field || before.disabled !== props.disabled)
      view.setProps({ editable: () => !this.#props.disabled });
    if (props.value !== this.#text) this.#takeIn(view, props.value);
  }

  run(command: Command): void {
    if (this.#view) command(this.#view.state, this.#view.dispatch, this.#view);
  }

  complete(path: string): void {
    this.run(completeWith(path));
    this.focus();
  }

  focus(): void {
    this.#view?.focus();
  }

  /** The option that the arrow keys have reached, for assistive technology. */
  pointTo(list: string | undefined, option: string | undefined): void {
    const dom = this.#view?.dom;
    for (const [name, value] of [
      ['aria-controls', list],
      ['aria-activedescendant', option],
    ] as const) {
      if (value === undefined) dom?.removeAttribute(name);
      else dom?.setAttribute(name, value);
    }
  }

  #chips(): ReturnType<typeof chipView> {
    return chipView(() => this.#props.list);
  }

  #write(): void {
    if (!this.#view) return;
    this.#text = writeDocument(this.#view.state.doc, this.#origins);
    this.#props.onChange(this.#text);
  }

  /** Replaces only what differs, so that the cursor stays where it is. */
  #takeIn(view: EditorView, text: string): void {
    const { doc, origins } = readDocument(text);
    this.#origins = origins;
    this.#text = text;
    const { content } = view.state.doc;
    const start = content.findDiffStart(doc.content);
    if (start === null) return;
    const end = content.findDiffEnd(doc.content) ?? { a: content.size, b: doc.content.size };
    const overlap = Math.max(0, start - Math.min(end.a, end.b));
    const tr = view.state.tr.replace(start, end.a + overlap, doc.slice(start, end.b + overlap));
    view.dispatch(tr.setMeta('addToHistory', false).setMeta(FROM_OUTSIDE, true));
  }

  #place(): Shown['at'] {
    const view = this.#view;
    const completion = view && completionAt(view.state);
    if (!view || !completion) return undefined;
    const box = view.dom.parentElement?.getBoundingClientRect();
    const { left, bottom } = view.coordsAtPos(completion.from);
    return { left: Math.max(0, left - (box?.left ?? 0)), top: bottom - (box?.top ?? 0) };
  }
}
