// Hands the edited form, its problems and its media to the parts of the editor.

import { createContext, useContext } from 'react';
import type { EditedForm } from 'src/domain/geokeeper/formEditor/EditedForm.client.ts';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { FormProblem } from 'src/domain/geokeeper/forms/fillSession.ts';
import type { Item } from 'src/model/item/Item.ts';

export interface FormEditing {
  readonly item: Item;
  readonly edited: EditedForm;
  /** The form as it is now. */
  readonly form: FieldForm;
  /** Problems of the form a moment ago: they follow the typing. */
  readonly problems: readonly FormProblem[];
  /** Names of the files of the form. */
  readonly media: readonly string[];
  /** Leads to the tab in which files are added. */
  readonly goToFiles: () => void;
}

const EditorContext = createContext<FormEditing | undefined>(undefined);

export const FormEditingProvider = EditorContext.Provider;

export const useFormEditing = (): FormEditing => {
  const editing = useContext(EditorContext);
  if (!editing) throw new Error('A part of the form editor is shown outside of it');
  return editing;
};
