// Tells a person without an organization why home is almost empty, and who can add them. Empty for all others.

import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import 'src/client/intl/laterMessages.ts';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';

export const MembershipBand = observer(() => {
  const { connection, session } = useClient();
  const messages = useMessages();
  const { user } = session;
  const isOutside = user !== undefined && !user.admin && user.readOrgs.length === 0;
  const ask = useCallback(() => connection.send('act/membershipAdvice', {}), [connection]);
  const { answer } = useServerData(isOutside ? { of: user.$id, ask } : undefined);
  if (!isOutside || !answer) return null;
  const { owner, people } = answer;
  const names = messages.intl.formatList(people, { type: 'disjunction' });
  const key = people.length === 0 ? 'site' : owner === null ? 'people' : 'owner';
  return <Band>{messages.format(`home.membership.${key}`, { names, owner: owner ?? '' })}</Band>;
});
