// Appearance and language of the site for this person: part of "My account". Each choice takes effect at once, on every
// device.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { LiveForm } from 'src/client/forms/LiveForm.tsx';
import { SHIPPED_LANGUAGE } from 'src/client/intl/IntlStore.ts';
import { isDark } from 'src/client/stores/darkPage.ts';
import { isCompact, toggleCompact } from 'src/client/stores/density.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { setTextSize, textSize, TEXT_SIZES } from 'src/client/stores/textSize.ts';
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

export const OwnChoices = observer(({ languages }: { readonly languages: readonly string[] }) => {
  const client = useClient();
  const messages = useMessages();
  const { session, alerts, site } = client;
  const { language, choose } = useLanguageChoice();
  // Only a site of its own has the screen on which its administrators add languages.
  const alone = site.dedicated ? 'myAccount.oneLanguage' : 'myAccount.sharedTexts';
  const offered = [...new Set([SHIPPED_LANGUAGE, ...languages, language])];
  const dark = isDark(client);
  const values = { language, textSize: textSize(client), dark, compact: isCompact(client) };
  const set = (changes: Partial<typeof values>): void => {
    if (changes.language !== undefined) void choose(changes.language);
    if (changes.textSize !== undefined) setTextSize(client, changes.textSize);
    if (changes.compact !== undefined) toggleCompact(client);
    if (changes.dark !== undefined)
      void session.setPreference('dark', changes.dark).catch((thrown: unknown) => alerts.error(thrown));
  };
  return (
    <section className="kk-panel-card">
      <h3>{messages.format('myAccount.look')}</h3>
      <LiveForm
        className="kk-account"
        fields={[
          {
            ...{ name: 'language', label: 'myAccount.language', none: null },
            help: offered.length > 1 ? 'myAccount.languageHint' : alone,
            choices: offered.map((tag) => [tag, messages.language(tag)]),
          },
          {
            ...{ name: 'textSize', label: 'myAccount.textSize', none: null },
            choices: TEXT_SIZES.map((size) => [size, messages.format(`myAccount.textSize.${size}`)]),
          },
          { name: 'dark', label: 'user.dark', kind: 'boolean' },
          { name: 'compact', label: 'density.compact', kind: 'boolean' },
        ]}
        values={values}
        set={set}
      />
    </section>
  );
});
