// Access of fields and templates to the session of their form.

import { createContext, useContext } from 'react';
import type { FormSession } from 'src/client/fields/session/FormSession.ts';

export const FormSessionContext = createContext<FormSession | undefined>(undefined);

/** Undefined when the theme is used outside an item's form, such as for an action's input. */
export const useFormSession = (): FormSession | undefined => useContext(FormSessionContext);
