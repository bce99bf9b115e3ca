// The text of each kind of email with example values, in the chosen language.

import { HTMLSelect } from '@blueprintjs/core';
import { useCallback, useId, useState } from 'react';
import { LANGUAGES } from 'src/client/intl/languages.ts';
import { readableName } from 'src/model/text/readableName.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { ListFailed } from 'src/client/navigation/ListFailed.tsx';

export const MailPreview = () => {
  const { connection } = useClient();
  const messages = useMessages();
  const id = useId();
  const [template, setTemplate] = useState('');
  const [language, setLanguage] = useState(messages.intl.locale);
  const ask = useCallback(
    async () => await connection.send('act/previewMail', template === '' ? {} : { template, language }),
    [connection, template, language],
  );
  const { answer: preview, failure, again } = useServerData({ of: 'previewMail', ask });
  if (preview === undefined && failure !== undefined)
    return <ListFailed failure={failure} again={() => void again()} />;
  return (
    <div className="kk-mail-preview">
      <label htmlFor={id}>{messages.format('siteState.mail.kind')}</label>
      <HTMLSelect id={id} fill value={template} onChange={({ target }) => setTemplate(target.value)}>
        <option value="">{messages.format('siteState.mail.choose')}</option>
        {preview?.templates.map((name) => (
          <option key={name} value={name}>
            {readableName(name)}
          </option>
        ))}
      </HTMLSelect>
      <label htmlFor={`${id}-language`}>{messages.format('siteState.mail.language')}</label>
      <HTMLSelect id={`${id}-language`} fill value={language} onChange={({ target }) => setLanguage(target.value)}>
        {LANGUAGES.map((tag) => (
          <option key={tag} value={tag}>
            {messages.language(tag)}
          </option>
        ))}
      </HTMLSelect>
      {template !== '' && preview?.subject !== undefined && (
        <div className="kk-letter" dir="auto" lang={language}>
          <strong>{preview.subject}</strong>
          <p>{preview.text}</p>
        </div>
      )}
    </div>
  );
};
