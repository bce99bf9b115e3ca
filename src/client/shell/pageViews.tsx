// Pages of plain text: help, terms, privacy policy with its cookies section, imprint. The texts are messages, so a site can override them.

import { useEffect, useRef } from 'react';
import type { ViewProps } from 'src/client/ClientDomain.ts';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import 'src/client/intl/laterMessages.ts';
import { KeyList } from 'src/client/shell/KeysHelp.tsx';
import { LevelTag } from 'src/client/ui/LevelTag.tsx';
import { LEVELS } from 'src/model/access/levels.ts';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface TextPageProps {
  readonly view: string;
  readonly sections: readonly string[];
  /** The section to start at. */
  readonly at: string | undefined;
}

const TextPage = ({ view, sections, at }: TextPageProps) => {
  const { site } = useClient();
  const messages = useMessages();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (at === undefined) return;
    place.current?.scrollIntoView();
    place.current?.focus();
  }, [at]);
  return (
    <>
      <CellHead title={messages.format(`views.${view}`)} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- text without links is scrolled by the keyboard only while it has the focus */}
      <div className="kk-cell-scroll" tabIndex={0} role="group" aria-label={messages.format(`views.${view}`)}>
        <div className="kk-cell-body kk-stack">
          {sections.map((section) => (
            <section key={section} ref={section === at ? place : undefined} tabIndex={-1} className="kk-prose">
              <h3>{messages.format(`pages.${view}.${section}.title`)}</h3>
              <p>
                {messages.format(`pages.${view}.${section}.text`, { siteName: site.siteName, product: site.product })}
              </p>
            </section>
          ))}
        </div>
      </div>
    </>
  );
};

export const TermsView = ({ param }: ViewProps) => (
  <TextPage view="terms" sections={['use', 'knowledge', 'accounts']} at={param} />
);
export const PrivacyView = ({ param }: ViewProps) => (
  <TextPage view="privacy-policy" sections={['kept', 'seen', 'cookies']} at={param} />
);
export const ImprintView = ({ param }: ViewProps) => <TextPage view="imprint" sections={['site']} at={param} />;

/** Help page: how to use the site, the meaning of the four levels, and the keys. */
export const HelpView = () => {
  const messages = useMessages();
  return (
    <>
      <CellHead title={messages.format('views.help')} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls, so the keyboard must reach it */}
      <div className="kk-cell-scroll" tabIndex={0} role="group" aria-label={messages.format('views.help')}>
        <div className="kk-cell-body kk-stack kk-help">
          {['find', 'columns', 'add', 'edit', 'offline', 'share', 'arrange'].map((topic) => (
            <section key={topic} className="kk-prose">
              <h3>{messages.format(`pages.help.${topic}.title`)}</h3>
              <p>{messages.format(`pages.help.${topic}.text`)}</p>
            </section>
          ))}
          <section className="kk-prose">
            <h3>{messages.format('pages.help.levels')}</h3>
            <dl className="kk-keys">
              {LEVELS.map((level) => (
                <div key={level}>
                  <dt>
                    <LevelTag level={level} />
                  </dt>
                  <dd>{messages.format(`forms.levels.${level}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
          <section className="kk-prose">
            <h3>{messages.format('keys.title')}</h3>
            <KeyList />
          </section>
        </div>
      </div>
    </>
  );
};
