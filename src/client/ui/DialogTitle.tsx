// The title of what lies over the page, and where the focus begins there: in the first field, or on the title where a keyboard would come
// up over half of the screen unasked. By itself the library puts it before the dialog, on a part that has no name, and makes a stop of the
// frame around the dialog, which has none either.

import { useEffect, useRef, type ReactNode } from 'react';
import { useFocusBack } from 'src/client/ui/useFocusBack.ts';
import { useMedia } from 'src/client/ui/useMedia.ts';

const FIELD = '.kk-dialog-body :is(input, select, textarea):enabled';

interface DialogTitleProps {
  readonly id?: string;
  readonly className: string | undefined;
  /** Absent where a field would take the keys that are the dialog's own. `asked`: it was opened to type. */
  readonly fields?: boolean | 'asked';
  readonly children: ReactNode;
}

export const DialogTitle = ({ fields = false, children, ...props }: DialogTitleProps) => {
  const title = useRef<HTMLHeadingElement>(null);
  const touched = useMedia('(pointer: coarse)');
  const begins = fields === 'asked' || (fields && !touched);
  useFocusBack(title);
  useEffect(() => {
    const begin = (): void => {
      const dialog = title.current?.closest<HTMLElement>('.kk-dialog, .kk-drawer');
      if (!dialog || dialog.contains(document.activeElement)) return;
      dialog.closest('.bp6-dialog-container')?.setAttribute('tabindex', '-1');
      const field = begins ? dialog.querySelector<HTMLElement>(FIELD) : null;
      (field ?? title.current)?.focus();
      // Typing replaces the text that is there, such as the name of what is renamed.
      if (field instanceof HTMLInputElement) field.select();
    };
    // Runs after the library has moved the focus into the dialog and has stored where it came from.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(begin);
    });
    return () => cancelAnimationFrame(frame);
  }, [begins]);
  return (
    <h2 ref={title} tabIndex={-1} {...props}>
      {children}
    </h2>
  );
};
