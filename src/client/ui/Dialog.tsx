// Dialogs of the skin: title, body, footer; at most 800 px wide. Focus is kept inside and given back.

import { Dialog as BlueprintDialog } from '@blueprintjs/core';
import { useId, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { IconButton } from 'src/client/ui/Button.tsx';
import { DialogTitle } from 'src/client/ui/DialogTitle.tsx';
import { useBackCloses } from 'src/client/ui/useBackCloses.ts';
import { useReducedMotion } from 'src/client/ui/useMedia.ts';

interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Absent: the dialog blocks until one of its buttons is used. */
  readonly onClose?: () => void;
  readonly role?: 'dialog' | 'alertdialog';
  readonly footer?: ReactNode;
  /**
   * `full` covers the page, `viewer` also has no inner margin; `palette` is at the top of the page, shows no title, and
   * a click outside closes it.
   */
  readonly size?: 'plain' | 'wide' | 'full' | 'palette' | 'viewer';
  /** Shown in its head, before the button that closes it. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

export const Dialog = ({
  open,
  title,
  onClose,
  role = 'dialog',
  footer,
  size = 'plain',
  tools,
  children,
}: DialogProps) => {
  const { formatMessage } = useIntl();
  const id = useId();
  const still = useReducedMotion();
  useBackCloses(open && onClose !== undefined, () => onClose?.());
  return (
    <BlueprintDialog
      isOpen={open}
      role={role}
      className={`kk-dialog kk-dialog-${size}`}
      aria-labelledby={id}
      canEscapeKeyClose={onClose !== undefined}
      canOutsideClickClose={size === 'palette'}
      onClose={() => onClose?.()}
      {...(still ? { transitionDuration: 0 } : {})}
    >
      <div className="kk-dialog-head">
        <DialogTitle
          id={id}
          className={size === 'palette' ? 'kk-unseen' : undefined}
          fields={size === 'palette' ? 'asked' : size !== 'full' && size !== 'viewer'}
        >
          {title}
        </DialogTitle>
        {tools}
        {onClose && size !== 'palette' && (
          <IconButton icon="cross" label={formatMessage({ id: 'app.close' })} onClick={onClose} />
        )}
      </div>
      <div className="kk-dialog-body">{children}</div>
      {footer && <div className="kk-dialog-foot">{footer}</div>}
    </BlueprintDialog>
  );
};
