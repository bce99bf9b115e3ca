// Merge fields in the editor: drawn as chips with the name of the field, and completed while they are typed.

import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import type { Node } from 'prosemirror-model';
import { Plugin, type Command, type EditorState } from 'prosemirror-state';
import type { NodeViewConstructor } from 'prosemirror-view';
import { editorSchema } from 'src/client/fields/markdown/editorSchema.ts';
import { INSERT } from 'src/client/fields/markdown/insertEvent.ts';
import type { MergeField, MergeFieldList } from 'src/client/ClientDomain.ts';
import { inlineFragment } from 'src/client/fields/markdown/editorDocument.ts';

const chipPath = (node: Node): string => String(node.attrs['path']);

/** Draws the chip. A field that is wrong says why, to screen readers too. */
export const chipView =
  (list: () => MergeFieldList | undefined): NodeViewConstructor =>
  (node) => {
    const dom = document.createElement('span');
    const path = chipPath(node);
    const fields = list();
    const problem = fields?.problemOf(path);
    dom.dataset['field'] = path;
    dom.contentEditable = 'false';
    dom.className = fields ? `kf-chip${problem === undefined ? '' : ' kf-chip-wrong'}` : '';
    dom.textContent = fields ? fields.titleOf(path) : `{${path}}`;
    dom.title = problem ?? `{${path}}`;
    if (problem !== undefined) {
      const reason = document.createElement('span');
      reason.className = 'kk-unseen';
      reason.textContent = ` (${problem})`;
      dom.append(reason);
    }
    return { dom };
  };

const TYPED_FIELD = /\{([$_A-Za-z][\w$.]*)\}$/u;
const { nodes } = editorSchema;

const ruleFor = (name: 'bullet_list' | 'ordered_list' | 'quote', pattern: RegExp): InputRule[] => {
  const type = nodes[name];
  return type ? [wrappingInputRule(pattern, type)] : [];
};

/** Converts Markdown at the start of a line into its block, and a complete field into a chip. */
export const typedMarkdown = (): Plugin =>
  inputRules({
    rules: [
      ...ruleFor('bullet_list', /^\s*[-*+]\s$/u),
      ...ruleFor('ordered_list', /^1[.)]\s$/u),
      ...ruleFor('quote', /^\s*>\s$/u),
      ...(nodes['heading']
        ? [textblockTypeInputRule(/^(#{1,3})\s$/u, nodes['heading'], (match) => ({ level: match[1]?.length ?? 1 }))]
        : []),
      new InputRule(TYPED_FIELD, (state, [, path = ''], start, end) =>
        state.tr.replaceWith(start, end, editorSchema.node('field', { path })),
      ),
    ],
  });

/** Text before the cursor, starting with `{{`. */
const TYPING = /\{\{([^{}\n]{0,60})$/u;

export interface Completion {
  readonly from: number;
  readonly to: number;
  readonly typed: string;
}

export const completionAt = ({ selection: { $from, empty } }: EditorState): Completion | undefined => {
  if (!empty || !$from.parent.isTextblock) return undefined;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '}');
  const [whole, typed] = TYPING.exec(before) ?? [];
  return whole === undefined || typed === undefined
    ? undefined
    : { from: $from.pos - whole.length, to: $from.pos, typed };
};

/** Fields whose name or path has what was typed. */
export const fieldsLike = (list: MergeFieldList | undefined, typed: string): readonly MergeField[] => {
  const wanted = typed.trim().toLowerCase();
  return (list?.groups ?? [])
    .flatMap(({ fields }) => fields)
    .filter(({ path, title }) => title.toLowerCase().includes(wanted) || path.toLowerCase().includes(wanted));
};

/** Puts a field in place of what was typed of it. */
export const completeWith =
  (path: string): Command =>
  (state, dispatch) => {
    const completion = completionAt(state);
    if (!completion) return false;
    const field = editorSchema.node('field', { path });
    dispatch?.(state.tr.replaceWith(completion.from, completion.to, field).scrollIntoView());
    return true;
  };

/** Inserts text from the part next to the editor at the cursor (theme/FieldPart.tsx). */
export const insertPlugin = (): Plugin =>
  new Plugin({
    props: {
      handleDOMEvents: {
        [INSERT]: (view, event) => {
          const { detail } = event as CustomEvent<string>;
          const { from, to } = view.state.selection;
          view.dispatch(view.state.tr.replaceWith(from, to, inlineFragment(detail)).scrollIntoView());
          view.focus();
          return true;
        },
      },
    },
  });
