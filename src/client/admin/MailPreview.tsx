// The text of each kind of email with example values, in the chosen language.

import { useCallback, useState } from 'react';
import { LiveForm } from 'src/client/forms/LiveForm.tsx';
import { LANGUAGES } from 'src/client/intl/languages.ts';
import { readableName } from 'src/model/text/readableName.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { ListFailed } from 'src/client/navigation/ListFailed.tsx';

interface MailChoice {
  readonly template?: string | undefined;
  readonly language: string;
}

export const MailPreview = () => {
  const { connection } = useClient();
  const messages = useMessages();
  const [{ template, language }, setChoice] = useState<MailChoice>({ language: messages.intl.locale });
  const ask = useCallback(
    async () => await connection.send('act/previewMail', template === undefined ? {} : { template, language }),
    [connection, template, language],
  );
  const { answer: preview, failure, again } = useServerData({ of: 'previewMail', ask });
  if (preview === undefined && failure !== undefined)
    return <ListFailed failure={failure} again={() => void again()} />;
  return (
    <div className="kk-mail-preview">
      <LiveForm
        fields={[
          {
            ...{ name: 'template', label: 'siteState.mail.kind', none: 'siteState.mail.choose' },
            choices: (preview?.templates ?? []).map((name) => [name, readableName(name)]),
          },
          {
            ...{ name: 'language', label: 'siteState.mail.language', none: null },
            choices: LANGUAGES.map((tag) => [tag, messages.language(tag)]),
          },
        ]}
        values={{ template, language }}
        set={(changes) => setChoice((before) => ({ ...before, ...changes }))}
      />
      {template !== undefined && preview?.subject !== undefined && (
        <div className="kk-email" dir="auto" lang={language}>
          <strong>{preview.subject}</strong>
          <p>{preview.text}</p>
        </div>
      )}
    </div>
  );
};
