// Preview of a system alert while it is written: in both themes, with its times, position and audience. Readers see it
// once it is saved.

import { stringIn } from 'src/base/stringsIn.ts';
import { observer } from 'mobx-react-lite';
import type { CSSProperties } from 'react';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { formatDate } from 'src/client/ui/dates.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { themeVariables } from 'src/client/ui/theme.ts';
import { useClient } from 'src/client/useClient.ts';

const THEMES = ['light', 'dark'] as const;

interface AlertProps {
  readonly title: string;
  readonly message: string;
  readonly modal: boolean;
}

const PreviewedAlert = ({ theme, title, message, modal }: AlertProps & { readonly theme: (typeof THEMES)[number] }) => {
  const { site } = useClient();
  const messages = useMessages();
  const colours = themeVariables(site.colours[theme], theme === 'dark') as CSSProperties;
  return (
    <figure className={`kk-alert-shown kk-theme-${theme}`} style={colours}>
      <figcaption>{messages.format(`sysAlerts.preview.${theme}`)}</figcaption>
      <div className={modal ? 'kk-alert-over' : 'kk-alert-beside'}>
        <div className="kk-alert-card">
          <strong dir="auto">{title}</strong>
          {message !== '' && (
            <p className="kk-lines" dir="auto">
              {message}
            </p>
          )}
          <span className={modal ? 'kk-alert-button kk-alert-first' : 'kk-alert-button'}>
            {messages.format('sysAlerts.dismiss')}
          </span>
        </div>
      </div>
    </figure>
  );
};

const useWhen = (draft: ItemDraft): string => {
  const messages = useMessages();
  const [from, to] = [stringIn(draft.values['from']), stringIn(draft.values['to'])];
  const at = (instant: string): string => formatDate(messages.intl, instant, true);
  const begin =
    from === ''
      ? messages.format('sysAlerts.preview.now')
      : messages.format('sysAlerts.preview.from', { when: at(from) });
  const end =
    to === '' ? messages.format('sysAlerts.preview.open') : messages.format('sysAlerts.preview.to', { when: at(to) });
  return `${begin} ${end}`;
};

export const AlertPreview = observer(({ draft }: { readonly draft: ItemDraft }) => {
  const messages = useMessages();
  const when = useWhen(draft);
  const { values } = draft;
  const modal = values['modal'] === true;
  const title = stringIn(values['title']) || messages.format('sysAlerts.preview.noTitle');
  const isPublic = values['$access'] === 'PUBLIC';
  return (
    <section className="kk-stack" aria-label={messages.format('sysAlerts.preview.title')}>
      <h3>{messages.format('sysAlerts.preview.title')}</h3>
      <p className="kk-soft">
        {messages.format(modal ? 'sysAlerts.preview.modal' : 'sysAlerts.preview.calm')} {when}{' '}
        {messages.format(isPublic ? 'sysAlerts.preview.everybody' : 'sysAlerts.preview.signedIn')}
      </p>
      <div className="kk-alert-pair">
        {THEMES.map((theme) => (
          <PreviewedAlert key={theme} theme={theme} title={title} message={stringIn(values['message'])} modal={modal} />
        ))}
      </div>
    </section>
  );
});
