// Tells an administrator why their rights are missing on a site that requires a second factor, and links to the page where they add one.

import { observer } from 'mobx-react-lite';
import { RefusedView } from 'src/client/navigation/CellHead.tsx';
import 'src/client/intl/laterMessages.ts';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { Band } from 'src/client/ui/Notice.tsx';
import { useClient } from 'src/client/useClient.ts';

const AddFactor = () => <ShellLink to="/my-account">{useMessages().format('home.factor.add')}</ShellLink>;

/** A warning for home. Empty for everyone else. */
export const FactorBand = observer(() => {
  const { session } = useClient();
  const messages = useMessages();
  if (session.user?.factorRequired !== true) return null;
  return (
    <Band tone="warning" actions={<AddFactor />}>
      {messages.format('home.factor')}
    </Band>
  );
});

/** A page in place of a screen for administrators. */
export const FactorRefused = ({ title }: { readonly title: string }) => {
  const messages = useMessages();
  return (
    <RefusedView title={title} action={<AddFactor />}>
      {messages.format('home.factor')}
    </RefusedView>
  );
};
