// A link of the menu: within the site it is followed without a page load; an external address opens in a new tab, and
// the link says so.

import type { ReactNode } from 'react';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface MenuLinkProps {
  readonly to: string;
  readonly className?: string;
  readonly current?: boolean;
  readonly onFollow?: () => void;
  readonly children: ReactNode;
}

export const leadsElsewhere = (to: string): boolean => !to.startsWith('/');

export const MenuLink = ({ to, className, current = false, onFollow, children }: MenuLinkProps) => {
  const messages = useMessages();
  if (!leadsElsewhere(to))
    return (
      <ShellLink to={to} {...(className && { className })} current={current} {...(onFollow && { onFollow })}>
        {children}
      </ShellLink>
    );
  return (
    <a href={to} className={className} target="_blank" rel="noopener noreferrer" onClick={onFollow}>
      {children}
      <Icon name="share" />
      <span className="kk-unseen">{messages.format('menuItems.elsewhere')}</span>
    </a>
  );
};
