// Notices: a calm band inside a cell (Band) and a whole empty, refused or failed state (Empty).
// An empty state always says what to do next.

import type { ReactNode } from 'react';
import { Icon } from 'src/client/ui/Icon.tsx';

interface BandProps {
  readonly tone?: 'info' | 'warning' | 'danger' | 'success';
  readonly icon?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

const TONE_ICONS = { info: 'info-sign', warning: 'warning-sign', danger: 'error', success: 'tick' } as const;

export const Band = ({ tone = 'info', icon, actions, children }: BandProps) => (
  <div className={`kk-band kk-band-${tone}`}>
    <Icon name={icon ?? TONE_ICONS[tone]} />
    <div className="kk-band-text">{children}</div>
    {actions && <div className="kk-band-actions">{actions}</div>}
  </div>
);

interface EmptyProps {
  readonly icon: string;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** Announced by screen readers at once: something failed. */
  readonly urgent?: boolean;
}

export const Empty = ({ icon, title, children, action, urgent }: EmptyProps) => (
  <div className="kk-empty" role={urgent ? 'alert' : undefined}>
    <Icon name={icon} className="kk-empty-icon" />
    <p className="kk-empty-title">{title}</p>
    {children && <div className="kk-empty-text">{children}</div>}
    {action && <div className="kk-empty-action">{action}</div>}
  </div>
);
