// The declared layout of a form: tabs of groups of rows. Only the open tab is in the page; problems in others are counted on them.

import { Tab, Tabs } from '@blueprintjs/core';
import type { ObjectFieldTemplatePropertyType } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import { type CSSProperties, Fragment, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { FormSession } from 'src/client/fields/session/FormSession.ts';
import { LevelTag } from 'src/client/ui/LevelTag.tsx';
import { useClient } from 'src/client/useClient.ts';
import { readableName } from 'src/model/text/readableName.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { LayoutField, FormGroup, FormTab } from 'src/model/schema/TypeView.ts';

type Contents = ReadonlyMap<string, ReactNode>;

const WIDTH_CLASSES = { third: 'kf-third', half: 'kf-half', twoThirds: 'kf-two-thirds', full: 'kf-full' } as const;

/** Widths of columns, which leave space for the gaps of a row of three. */
const FIELD_WIDTHS: Readonly<Record<keyof typeof WIDTH_CLASSES, string>> = {
  third: 'calc((100% - 32px) / 3)',
  half: 'calc((100% - 16px) / 2)',
  twoThirds: 'calc((100% - 32px) / 3 * 2 + 16px)',
  full: '100%',
};

/** Fields of one line, which have their controls on one height. A field of full width has a line of its own. */
const isOneLine = (fields: readonly LayoutField[]): boolean =>
  fields.length > 1 && fields.every(({ width }) => width !== 'full');

const gridColumnsOf = (fields: readonly LayoutField[]): CSSProperties =>
  ({
    '--kf-columns': fields.map(({ width }) => (width ? FIELD_WIDTHS[width] : 'minmax(0, 1fr)')).join(' '),
  }) as CSSProperties;

const LayoutRow = observer(
  ({
    session,
    row,
    contents,
  }: {
    readonly session: FormSession;
    readonly row: readonly LayoutField[];
    readonly contents: Contents;
  }) => {
    const shown = row.filter(({ path }) => contents.has(path) && !session.hidden.has(path));
    if (shown.length === 0) return null;
    const line = isOneLine(shown);
    return (
      <div className={line ? 'kf-row kf-aligned' : 'kf-row'} style={line ? gridColumnsOf(shown) : undefined}>
        {shown.map(({ path, width }) => (
          <div key={path} className={`kf-cell ${width ? WIDTH_CLASSES[width] : ''}`}>
            {contents.get(path)}
          </div>
        ))}
      </div>
    );
  },
);

const LayoutGroup = ({
  session,
  group,
  contents,
  alone,
}: {
  readonly session: FormSession;
  readonly group: FormGroup;
  readonly contents: Contents;
  readonly alone: boolean;
}) => {
  const messages = useMessages();
  const title = messages.find(`types.${session.plan.type}.groups.${group.key}`);
  const rows = group.rows.map((row) => (
    <LayoutRow key={row.map(({ path }) => path).join()} session={session} row={row} contents={contents} />
  ));
  if (title === undefined || alone) return <div className="kf-group">{rows}</div>;
  return (
    <section className="kf-group" aria-label={title}>
      <h3 className="kf-group-title">{title}</h3>
      {rows}
    </section>
  );
};

const TabPanel = ({
  session,
  tab,
  contents,
}: {
  readonly session: FormSession;
  readonly tab: FormTab;
  readonly contents: Contents;
}) => (
  <div className="kf-panel">
    {tab.groups.map((group) => (
      <LayoutGroup
        key={group.key}
        session={session}
        group={group}
        contents={contents}
        alone={tab.groups.length === 1}
      />
    ))}
  </div>
);

const TabTitle = observer(({ session, tab }: { readonly session: FormSession; readonly tab: FormTab }) => {
  const messages = useMessages();
  const count = session.tabCounts.get(tab.key) ?? 0;
  return (
    <>
      {messages.find(`types.${session.plan.type}.tabs.${tab.key}`) ?? readableName(tab.key)}
      {count > 0 && (
        <span className="kf-tab-count">
          <span aria-hidden>{count}</span>
          <span className="kk-unseen">
            <FormattedMessage id="forms.tabProblems" values={{ count }} />
          </span>
        </span>
      )}
    </>
  );
});

/** A type without a declared form shows its properties one under the other, without those of every item (`$...`). */
const layoutOf = (layout: readonly FormTab[], names: readonly string[]): readonly FormTab[] => {
  if (layout.length > 0) return layout;
  return [
    {
      key: 'main',
      groups: [{ key: 'main', rows: names.filter((name) => !name.startsWith('$')).map((path) => [{ path }]) }],
    },
  ];
};

/** Owner and level of a new item, above all its fields. */
const Lifted = observer(({ session, contents }: { readonly session: FormSession; readonly contents: Contents }) => {
  const { registry } = useClient();
  const messages = useMessages();
  const { type, lifted } = session.plan;
  const level = registry.types[type]?.read.level;
  const fixed = session.model.id === undefined && level && 'const' in level ? level.const : undefined;
  if (lifted.length === 0 && fixed === undefined) return null;
  return (
    <div role="group" className="kf-lifted" aria-label={messages.format('forms.lifted')}>
      {lifted.map((path) => (
        <Fragment key={path}>{contents.get(path)}</Fragment>
      ))}
      {fixed !== undefined && (
        <p className="kf-fixed-level">
          <span className="kf-label">{messages.format('forms.seenBy')}</span> <LevelTag level={fixed} />
        </p>
      )}
    </div>
  );
});

interface FormLayoutProps {
  readonly session: FormSession;
  readonly properties: readonly ObjectFieldTemplatePropertyType[];
}

export const FormLayout = observer(({ session, properties }: FormLayoutProps) => {
  const contents: Contents = new Map(properties.map(({ name, content }) => [name, content]));
  const { layout, names, lifted } = session.plan;
  const tabs = layoutOf(
    layout,
    names.filter((name) => !lifted.includes(name)),
  );
  const [only] = tabs;
  const top = <Lifted session={session} contents={contents} />;
  if (tabs.length <= 1) {
    return (
      <>
        {top}
        {only && <TabPanel session={session} tab={only} contents={contents} />}
      </>
    );
  }
  return (
    <>
      {top}
      <Tabs
        id={`${session.prefix}-tabs`}
        className="kf-tabs"
        selectedTabId={session.tab ?? only?.key}
        onChange={(key) => session.showTab(String(key))}
        animate={false} // its line stays behind when the window changes
        renderActiveTabPanelOnly
      >
        {tabs.map((tab) => (
          <Tab
            disabled={false} // Blueprint's arrow keys only know tabs that say so
            key={tab.key}
            id={tab.key}
            title={<TabTitle session={session} tab={tab} />}
            panel={<TabPanel session={session} tab={tab} contents={contents} />}
          />
        ))}
      </Tabs>
    </>
  );
});
