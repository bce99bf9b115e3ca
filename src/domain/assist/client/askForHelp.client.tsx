// The dialog with which a person asks for help on the spot.

import { Asked, useClient, useMessages } from 'src/client/extend.ts';
import 'src/domain/assist/client/assistMessages.client.ts';
import { askForHelp } from 'src/domain/assist/client/helpRequest.client.ts';

const FIELDS = [{ name: 'subject', label: 'assist.subject', maxLength: 300 }];

export const AskForHelpDialog = ({ close }: { readonly close: (applied: boolean) => void }) => {
  const client = useClient();
  const { format } = useMessages();
  return (
    <Asked
      close={() => close(false)}
      question={{
        ...{ title: format('assist.ask'), apply: format('assist.ask'), fields: FIELDS },
        text: <p>{format('assist.askHint')}</p>,
        submit: async ({ subject }) => {
          const agents = await askForHelp(client, typeof subject === 'string' ? subject : '');
          client.alerts.success('assist.askedAgents', { agents });
        },
      }}
    />
  );
};
