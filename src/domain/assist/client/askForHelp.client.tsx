// The dialog with which a person asks for help on the spot.

import { Asked, useClient, useMessages } from 'src/client/extend.ts';
import 'src/domain/assist/client/assistMessages.client.ts';
import { helpAskForHelp } from 'src/domain/assist/client/helpRequest.client.ts';

const HELP_FIELDS = [{ name: 'subject', label: 'assist.subject', maxLength: 300 }];

export const AskForHelpDialog = ({ close }: { readonly close: (applied: boolean) => void }) => {
  const client = useClient();
  const { format } = useMessages();
  return (
    <Asked
      close={() => close(false)}
      question={{
        ...{ title: format('assist.ask'), apply: format('assist.ask'), fields: HELP_FIELDS },
        text: <p>{format('assist.askHint')}</p>,
        submit: async ({ subject }) => {
          const agents = await helpAskForHelp(client, typeof subject === 'string' ? subject : '');
          client.alerts.success('assist.askedAgents', { agents });
        },
      }}
    />
  );
};
