// The support request: a text for the site's administrators with user, page and version. Opened from the help menu.
// Starts an email if the site has a support address; the text can always be copied.

import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { useIntl } from 'react-intl';
import 'src/client/intl/laterMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { CopyButton } from 'src/client/navigation/CopyButton.tsx';

/** Initial text when the request is opened; typed text is kept. */
const useRequestText = (): string => {
  const { session, site, navigation } = useClient();
  const { formatMessage } = useIntl();
  const { name = '', email = '' } = session.user ?? {};
  return formatMessage({ id: 'help.supportBody' }, { name, email, version: site.version, route: navigation.address });
};

export const SupportRequest = observer(() => {
  const { site } = useClient();
  const { formatMessage } = useIntl();
  const id = useId();
  const [text, setText] = useState(useRequestText());
  const { supportEmail: address } = site;
  const subject = formatMessage({ id: 'help.supportSubject' }, { siteName: site.siteName });
  const hint = address === null ? 'help.supportCopyHint' : 'help.supportMailHint';
  return (
    <div className="kk-stack">
      <p id={`${id}-hint`}>{formatMessage({ id: hint }, { address })}</p>
      <label htmlFor={id}>{formatMessage({ id: 'help.supportText' })}</label>
      <textarea
        id={id}
        className="bp6-input kk-support-text"
        rows={10}
        value={text}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="kk-row">
        {address !== null && (
          <a
            className="bp6-button bp6-intent-primary"
            href={`mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
          >
            {formatMessage({ id: 'help.supportMail' })}
          </a>
        )}
        <CopyButton main text={text} label={formatMessage({ id: 'help.supportCopy' })} />
      </p>
    </div>
  );
});
