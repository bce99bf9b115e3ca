// A page that is there, but not for this person: says what it would take. A hidden item never comes here; it answers as an absent one.

import { CellHead } from 'src/client/cells/CellHead.tsx';
import { ShellLink } from 'src/client/shell/ShellLink.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface RefusedViewProps {
  readonly title: string;
  /** What it would take, as a sentence. */
  readonly children: string;
}

export const RefusedView = ({ title, children }: RefusedViewProps) => {
  const messages = useMessages();
  return (
    <>
      <CellHead title={title} />
      <Empty
        icon="lock"
        title={messages.format('refused.title')}
        action={<ShellLink to="/">{messages.format('app.goHome')}</ShellLink>}
      >
        {children}
      </Empty>
    </>
  );
};
