// Appearance and language of the site for this person: part of "My account". Each choice takes effect at once, on every
// device.

import { HTMLSelect, Switch } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { SHIPPED_LANGUAGE } from 'src/client/intl/IntlStore.ts';
import { isCompact, toggleCompact } from 'src/client/stores/density.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { setTextSize, textSize, TEXT_SIZES, type TextSize } from 'src/client/stores/textSize.ts';
import { useClient } from 'src/client/useClient.ts';

/** Returns the language of the User item, which emails also use. */
const useLanguageChoice = () => {
  const { session, connection, alerts } = useClient();
  const [chosen, setChosen] = useState<string>();
  const { user } = session;
  const choose = async (language: string): Promise<void> => {
    if (!user) return;
    setChosen(language);
    try {
      const { _u } = await connection.send(`read/${user.$id}`, null);
      await connection.send('update', { $id: user.$id, _u, language });
      alerts.saved();
    } catch (thrown) {
      setChosen(undefined);
      alerts.error(thrown);
    }
  };
  return { language: chosen ?? user?.language ?? SHIPPED_LANGUAGE, choose };
};

const LanguageChoice = observer(({ languages }: { readonly languages: readonly string[] }) => {
  const { site } = useClient();
  const messages = useMessages();
  const id = useId();
  const { language, choose } = useLanguageChoice();
  // Only a site of its own has the screen on which its administrators add languages.
  const alone = site.dedicated ? 'myAccount.oneLanguage' : 'myAccount.sharedTexts';
  const offered = [...new Set([SHIPPED_LANGUAGE, ...languages, language])];
  return (
    <div className="kk-field">
      <label htmlFor={id}>{messages.format('myAccount.language')}</label>
      <HTMLSelect
        id={id}
        fill
        value={language}
        aria-describedby={`${id}-hint`}
        onChange={(event) => void choose(event.target.value)}
      >
        {offered.map((tag) => (
          <option key={tag} value={tag}>
            {messages.language(tag)}
          </option>
        ))}
      </HTMLSelect>
      <span id={`${id}-hint`} className="kk-soft">
        {messages.format(offered.length > 1 ? 'myAccount.languageHint' : alone)}
      </span>
    </div>
  );
});

const TextSizeChoice = observer(() => {
  const client = useClient();
  const messages = useMessages();
  const id = useId();
  return (
    <div className="kk-field">
      <label htmlFor={id}>{messages.format('myAccount.textSize')}</label>
      <HTMLSelect
        id={id}
        fill
        value={textSize(client)}
        onChange={(event) => setTextSize(client, event.target.value as TextSize)}
      >
        {TEXT_SIZES.map((size) => (
          <option key={size} value={size}>
            {messages.format(`myAccount.textSize.${size}`)}
          </option>
        ))}
      </HTMLSelect>
    </div>
  );
});

export const OwnChoices = observer(({ languages }: { readonly languages: readonly string[] }) => {
  const client = useClient();
  const messages = useMessages();
  const { session, alerts } = client;
  const dark = session.user?.dark === true;
  return (
    <section className="kk-panel-card">
      <h3>{messages.format('myAccount.look')}</h3>
      <div className="kk-account">
        <LanguageChoice languages={languages} />
        <TextSizeChoice />
        <Switch
          checked={dark}
          label={messages.format('user.dark')}
          onChange={() => void session.setPreference('dark', !dark).catch((thrown: unknown) => alerts.error(thrown))}
        />
        <Switch
          checked={isCompact(client)}
          label={messages.format('density.compact')}
          onChange={() => toggleCompact(client)}
        />
      </div>
    </section>
  );
});
