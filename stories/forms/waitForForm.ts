import type { FormHandle } from 'src/client/forms/ItemForm.tsx';

/** Saves as soon as the form is rendered, so that its problems are shown. Returns a function that ends the wait. */
export const waitForForm = (handle: { readonly current: FormHandle | null }): (() => void) => {
  const timer = setInterval(() => {
    if (!handle.current) return;
    clearInterval(timer);
    handle.current.check();
  }, 50);
  return () => clearInterval(timer);
};
