// The only client file that src/domain may import: what a domain area can add in code, by registered key.
// The generated lazy parts (forms, validators) enter by the same value.

import type { ComponentType } from 'react';
import type { ListMergeFields } from 'src/client/forms/markdown/fieldList.ts';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { LoadedForm } from 'src/model/schema/LoadedForm.ts';

export type { ListMergeFields, MergeFieldGroup } from 'src/client/forms/markdown/fieldList.ts';
export { formatDate } from 'src/client/ui/dates.ts';
export { useColumn } from 'src/client/navigation/ColumnContext.ts';
export { CommentPart } from 'src/client/conversations/CommentPart.tsx';
export { MainButton } from 'src/client/navigation/MainButton.tsx';
export { itemName } from 'src/client/navigation/itemName.ts';
export { AddressLines } from 'src/client/invitations/AddressLines.tsx';
export { mayCreate } from 'src/client/navigation/mayCreate.ts';
export { idsIn } from 'src/client/stores/unreadMessages.ts';
export { LivePreview } from 'src/client/tasks/LivePreview.tsx';
export { TaskPreview } from 'src/client/tasks/TaskPreview.tsx';
export { Button } from 'src/client/ui/Button.tsx';
export { Dialog } from 'src/client/ui/Dialog.tsx';
export { LabelledSelect } from 'src/client/ui/LabelledSelect.tsx';
export { Loading } from 'src/client/ui/Loading.tsx';
export { Band } from 'src/client/ui/Notice.tsx';
export type { Messages } from 'src/client/ui/declaredMessages.ts';
export { useMessages } from 'src/client/ui/declaredMessages.ts';
export { useClient } from 'src/client/useClient.ts';
export { failureText, useAskDialog } from 'src/client/workflow/AskDialog.tsx';
export { DayInput } from 'src/client/workflow/askedInputs.tsx';

export interface ItemPartProps {
  readonly item: Item;
  /** Another button of the page is the main one. */
  readonly back?: boolean;
}

export interface ActionDialogProps extends ItemPartProps {
  /** Starts the action with this input. Rejects with the reason for which it cannot begin. */
  readonly start: (input: Values) => Promise<void>;
  readonly close: () => void;
}

export interface FieldPartProps {
  /** Of the input, for ids beside it. */
  readonly id: string;
  /** The name of the field. */
  readonly label: string;
  /** The item that the form is about, with its values as they are typed. Observable. */
  readonly draft: { readonly id: ItemId | undefined; readonly values: Values };
  /** Puts a text in at the cursor. */
  readonly insert: (text: string) => void;
}

export interface ViewProps {
  readonly index: number;
  readonly param: string | undefined;
}

/**
 * A form rule over several fields of one type: what is wrong, at the JSON pointer of the field that should say so.
 * `(values) => (values.from > values.to ? [{ path: '/to', message: 'errors.endBeforeStart' }] : [])`
 */
export type FormRule = (values: Readonly<Record<string, Json>>) => readonly InvalidEntry[];

export interface ClientDomain {
  /** Generated: the form of each type. */
  readonly forms: Readonly<Record<string, () => Promise<LoadedForm>>>;
  /** Views by key that a declaration cannot express. */
  readonly views: Readonly<Record<string, ComponentType<ViewProps>>>;
  /** By type: buttons where the state of such an item stands, or would, on its page and in lists of steps. Loaded when they are shown. */
  readonly itemParts?: Readonly<Record<string, ComponentType<ItemPartProps>>>;
  /** By `{type}.{property}` of a text: what stands below its input in the form. Loaded when it is shown. */
  readonly fieldParts?: Readonly<Record<string, ComponentType<FieldPartProps>>>;
  /** By `{type}.{property}` of a text in Markdown: the merge fields that it may have. Loaded when it is shown. */
  readonly mergeFields?: Readonly<Record<string, () => Promise<ListMergeFields>>>;
  /** The dialogs that ask for the input of actions which run as tasks, by the name of the action. Loaded when the action is chosen. */
  readonly actionDialogs?: Readonly<Record<string, ComponentType<ActionDialogProps>>>;
  /** Rules across the fields of a type's form, by type. The server's rules decide; these save a round trip. */
  readonly formRules?: Readonly<Record<string, readonly FormRule[]>>;
}
