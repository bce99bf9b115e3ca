// Shows administrators the state of the site: the declared screen with the view `siteState`. Each figure says whether it is good and, if
// not, what to do. Failed jobs and emails are retried from here.

import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { BackupPart } from 'src/client/admin/BackupPart.tsx';
import { figureRow, FigureTable, figureValue } from 'src/client/admin/FigureTable.tsx';
import { GivenUpJobs } from 'src/client/admin/GivenUpJobs.tsx';
import { MailLog } from 'src/client/admin/MailLog.tsx';
import { PackagePart } from 'src/client/admin/PackagePart.tsx';
import { SiteCheckPart } from 'src/client/admin/SiteCheckPart.tsx';
import { MailPreview } from 'src/client/admin/MailPreview.tsx';
import 'src/client/admin/state.css';
import { type Figure, READ_AGAIN_MS, type SiteState, useSiteState } from 'src/client/admin/useSiteState.ts';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import type { ScreenViewProps } from 'src/client/ClientDomain.ts';
import { messageOfThrown, valuesOfThrown } from 'src/client/connection/ClientProblem.ts';
import 'src/client/intl/laterMessages.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Band, Empty } from 'src/client/ui/Notice.tsx';
import { formatDate } from 'src/client/ui/dates.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

type Known = NonNullable<SiteState['known']>;

const sectionOf = ({ name }: Figure): string => name.split('.', 1)[0] ?? '';

const Section = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => {
  const messages = useMessages();
  return (
    <section className="kk-stack">
      <h3>{messages.format(`siteState.section.${name}`)}</h3>
      {children}
    </section>
  );
};

const PeopleCounts = ({ people, counted: { at, processes } }: Pick<Known, 'people' | 'counted'>) => {
  const messages = useMessages();
  const time = messages.intl.formatTime(at, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return (
    <Section name="people">
      <p className="kk-soft">{messages.format('siteState.people.hint', { time, processes })}</p>
      {people.length === 0 && <p>{messages.format('siteState.people.none')}</p>}
      <ul className="kk-plain-list kk-state-list">
        {people.map(({ $id, sockets }) => (
          <li key={$id} className="kk-row">
            <span className="kk-fill">
              <ItemLink id={$id} />
            </span>
            <span className="kk-soft">{messages.format('siteState.people.sockets', { count: sockets })}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
};

const showFigure = (name: string): void => {
  const row = document.getElementById(figureRow(name));
  row?.scrollIntoView({ block: 'center' });
  row?.focus({ preventScroll: true });
};

const Summary = ({ figures }: Pick<Known, 'figures'>) => {
  const messages = useMessages();
  const count = (state: Figure['state']): number => figures.filter((each) => each.state === state).length;
  const values = { bad: count('bad'), watch: count('watch') };
  const isGood = values.bad + values.watch === 0;
  return (
    <div role="status">
      <Band tone={isGood ? 'success' : values.bad > 0 ? 'danger' : 'warning'}>
        {isGood ? messages.format('siteState.good') : messages.format('siteState.attention', values)}
        {figures
          .filter(({ state }) => state !== 'good')
          .map((figure) => (
            <Button key={figure.name} size="small" variant="minimal" onClick={() => showFigure(figure.name)}>
              {messages.format('siteState.show', {
                section: messages.format(`siteState.section.${sectionOf(figure)}`),
                figure: messages.format(`siteState.figure.${figure.name}`),
                value: figureValue(messages, figure),
              })}
            </Button>
          ))}
      </Band>
    </div>
  );
};

const Report = ({ known, failure, load }: SiteState & { readonly known: Known }) => {
  const messages = useMessages();
  const { at, figures, jobs, people, counted } = known;
  const when = formatDate(messages.intl, at, true);
  const seconds = READ_AGAIN_MS / 1_000;
  const sections = [...new Set(figures.map(sectionOf))];
  return (
    <>
      {failure === undefined ? (
        <Summary figures={figures} />
      ) : (
        <div role="alert">
          <Band tone="warning">
            {messages.format('siteState.old', {
              when,
              seconds,
              reason: messages.format(messageOfThrown(failure), valuesOfThrown(failure)),
            })}
          </Band>
        </div>
      )}
      {failure === undefined && <p className="kk-soft">{messages.format('siteState.readAt', { when, seconds })}</p>}
      {sections.map((section) => (
        <Section key={section} name={section}>
          <FigureTable section={section} figures={figures.filter((each) => sectionOf(each) === section)} />
          {section === 'backup' && (
            <>
              <BackupPart at={at} />
              <PackagePart />
              <SiteCheckPart />
            </>
          )}
          {section === 'jobs' && <GivenUpJobs jobs={jobs} load={load} />}
          {section === 'mail' && (
            <>
              <MailLog at={at} load={load} />
              <MailPreview />
            </>
          )}
        </Section>
      ))}
      <PeopleCounts people={people} counted={counted} />
    </>
  );
};

export const StateView = observer(({ screen }: ScreenViewProps) => {
  const messages = useMessages();
  const state = useSiteState();
  const { known, failure, load } = state;
  return (
    <>
      <CellHead title={messages.screen(screen.path)} />
      <div className="kk-cell-scroll">
        <div className="kk-cell-body kk-stack kk-site-state">
          {known && <Report {...state} known={known} />}
          {!known && failure === undefined && <Loading />}
          {!known && failure !== undefined && (
            <Empty
              urgent
              icon="error"
              title={messages.format(messageOfThrown(failure), valuesOfThrown(failure))}
              action={<Button onClick={() => void load()}>{messages.format('app.tryAgain')}</Button>}
            />
          )}
        </div>
      </div>
    </>
  );
});
