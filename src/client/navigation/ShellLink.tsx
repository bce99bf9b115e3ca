// A real link that the navigation store follows without a page load; modified clicks are left to the browser.

import type { MouseEvent, ReactNode } from 'react';
import { useClient } from 'src/client/useClient.ts';

export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

interface ShellLinkProps {
  readonly to: string;
  readonly className?: string;
  readonly current?: boolean;
  readonly onFollow?: () => void;
  readonly children: ReactNode;
}

export const ShellLink = ({ to, className, current, onFollow, children }: ShellLinkProps) => {
  const { navigation } = useClient();
  const follow = (event: MouseEvent): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onFollow?.();
    void navigation.go(to);
  };
  return (
    <a href={to} className={className} aria-current={current ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  );
};
