// The form of an item for pages that show it only after a click or a key. It loads when the browser is idle.

import { useEffect } from 'react';
import { idlePart, loadWhenIdle, noteShown } from 'src/client/ui/idleParts.ts';
import { useClient } from 'src/client/useClient.ts';

export const LaterItemForm = idlePart(async () => (await import('src/client/forms/ItemForm.tsx')).ItemForm);

interface ShownPage {
  /** True once the first rows or the item of the page are shown. */
  readonly isShown: boolean;
  /** Type whose items the person may create or change here. */
  readonly edits?: string | undefined;
}

/** Lets the parts that a person is likely to open next load, and the compiled form of the type. Visitors edit nothing. */
export const useLoadAhead = ({ isShown, edits }: ShownPage): void => {
  const { domain, session } = useClient();
  const begins = isShown && session.signedIn;
  useEffect(() => {
    if (!begins) return;
    noteShown();
    if (edits !== undefined) loadWhenIdle(() => domain.loadForm(edits));
  }, [domain, begins, edits]);
};
