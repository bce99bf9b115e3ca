// Opens a dialog with a form. The dialog loads when it is first opened.

import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import type { ValuesModel } from 'src/client/fields/session/FormModel.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';

export interface Question {
  readonly title: string;
  /** Shown above the fields. A function returns what belongs to the values. */
  readonly text?: ReactNode | ((values: Values) => ReactNode);
  readonly apply: string;
  readonly intent?: 'primary' | 'warning' | 'danger';
  /** A function returns the fields that the values ask for. */
  readonly fields: readonly FormField[] | ((values: Values) => readonly FormField[]);
  /** Initial values. Values without a field of their own are used by the fields, such as the owner of a value list. */
  readonly values?: Values;
  /** The item that the question is about. */
  readonly of?: ItemId | undefined;
  /** False while there is nothing to submit. */
  readonly ready?: (values: Values) => boolean;
  /** Gets the answers without those that are empty. Rejects with the reason of a refusal. The dialog stays open after `false`. */
  readonly submit: (answers: Values) => Promise<unknown>;
  /** Message id of the button that leaves the dialog while it submits. */
  readonly stop?: string;
  /** More buttons. */
  readonly more?: (model: ValuesModel, close: () => void) => ReactNode;
}

const AskDialog = lazy(() =>
  import('src/client/forms/AskDialog.tsx').then((module) => ({ default: module.AskDialog })),
);

interface AskedProps {
  readonly question: Question;
  readonly close: () => void;
}

export const Asked = (props: AskedProps) => (
  <Suspense>
    <AskDialog {...props} />
  </Suspense>
);

/** The dialog to put on the page, and the function that opens it. */
export const useAskDialog = (): readonly [dialog: ReactNode, ask: (question: Question) => void] => {
  const [question, setQuestion] = useState<Question>();
  const dialog = question && <Asked question={question} close={() => setQuestion(undefined)} />;
  return [dialog, setQuestion];
};
