import type { FormHandle } from 'src/client/forms/ItemForm.tsx';

/** Tries to save as soon as the form stands, so that what is wrong shows; returns what ends the wait. */
export const waitForForm = (handle: { readonly current: FormHandle | null }): (() => void) => {
  const timer = setInterval(() => {
    if (!handle.current) return;
    clearInterval(timer);
    handle.current.check();
  }, 50);
  return () => clearInterval(timer);
};
