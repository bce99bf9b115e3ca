// The file that a task made, as a link. The click asks whether its owner may still read all of its contents: a zip with something that was
// hidden or deleted since is refused, and the page says so instead of saving an error as a file.

import type { MouseEvent } from 'react';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

const NOT_FOUND = 404;

interface TaskResultProps {
  readonly address: string;
  /** Message of the link. */
  readonly caption?: string;
}

export const TaskResult = ({ address, caption = 'tasks.download' }: TaskResultProps) => {
  const { alerts } = useClient();
  const messages = useMessages();
  const download = async (link: HTMLAnchorElement): Promise<void> => {
    const answer = await fetch(address, { method: 'HEAD' }).catch(() => undefined);
    if (answer?.status === NOT_FOUND) alerts.warn('tasks.withdrawn');
    else link.click();
  };
  const open = (event: MouseEvent<HTMLAnchorElement>): void => {
    // The click that follows the answer is the browser's own matter.
    if (!event.isTrusted) return;
    event.preventDefault();
    void download(event.currentTarget);
  };
  return (
    <a href={address} download onClick={open}>
      {messages.format(caption)}
    </a>
  );
};
