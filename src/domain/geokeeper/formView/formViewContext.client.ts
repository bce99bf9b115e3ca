// Hands the session, the media and the settings of a form view to its questions. A question renders only when its own node changes.

import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { FileSource } from 'src/domain/geokeeper/formView/FileSource.client.ts';
import type { AnswerValue } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { AnswerPath, FormSession, SessionNode } from 'src/domain/geokeeper/forms/fillSession.ts';

/**
 * Names what is missing of an answer that is still being given: the device looks for a position, one of its two numbers is not typed, or a
 * drawing has too few positions.
 */
export type UnfinishedAnswer = 'position' | 'number' | 'drawing';

export interface FormViewSettings {
  readonly session: FormSession;
  /** Returns the address of a media file of the form; undefined for a file that is not there. */
  readonly mediaUrl: (name: string) => string | undefined;
  /** Undefined where files cannot be added, as in a preview. */
  readonly files: FileSource | undefined;
  /** Questions whose answer is still being given. Undefined where nothing waits for them. */
  readonly unfinished: Map<string, UnfinishedAnswer> | undefined;
  readonly readOnly: boolean;
  /** Shows the problems of all questions. Otherwise a problem is shown when the person has left the question. */
  readonly showProblems: boolean;
  /** Prefix of ids, so that two views of one form can be on a page. */
  readonly idPrefix: string;
}

const FormViewContext = createContext<FormViewSettings | undefined>(undefined);

export const FormViewProvider = FormViewContext.Provider;

export const useFormView = (): FormViewSettings => {
  const settings = useContext(FormViewContext);
  if (!settings) throw new Error('A question is shown outside of a form view');
  return settings;
};

export const useFormNode = (path: AnswerPath): SessionNode | undefined => {
  const { session } = useFormView();
  const subscribe = useMemo(() => (listener: () => void) => session.subscribe(listener, path), [session, path]);
  return useSyncExternalStore(subscribe, () => session.node(path));
};

/** Properties of the control of one question. */
export interface AnswerControlProps {
  readonly node: SessionNode;
  /** Id of the input, or of the group of inputs. */
  readonly id: string;
  readonly labelId: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly set: (value: AnswerValue | undefined) => void;
  /** Says that the person has left the question. */
  readonly leave: () => void;
}
