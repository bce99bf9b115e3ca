// A panel with the first items of a query, their number and a link to all of them. Used by the front page and by the page of an area.

import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import type { Query } from 'src/model/generated/wire.ts';
import { ListUnread } from 'src/client/home/ChangedLine.tsx';
import { useAnswer } from 'src/client/useAnswer.ts';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { EventTitle } from 'src/client/displays/EventTitle.tsx';
import { LogTitle } from 'src/client/displays/LogTitle.tsx';
import { itemIn } from 'src/client/fields/rules/ownerOf.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

const LATEST = 5;

interface LatestItemsProps {
  readonly title: string;
  readonly icon: string;
  readonly level: 3 | 4;
  /** Address of the whole list; without it the heading is not a link. */
  readonly to?: string;
  /** Total number of items; the answer's own total if the caller does not know it. */
  readonly count?: number | undefined;
  /** Read once, when the panel is first shown. */
  readonly query: Query;
  readonly children?: ReactNode;
}

/** An event is a sentence, not a name. */
const LatestEventLine = observer(({ id }: { readonly id: string }) => {
  const event = itemIn(useClient().items.get(id));
  return event ? <EventTitle event={event} className="" /> : null;
});

/** The name of the person does not say what was done. */
const LatestLogLine = observer(({ id }: { readonly id: string }) => {
  const entry = itemIn(useClient().items.get(id));
  return entry ? <LogTitle entry={entry} /> : <ItemLink id={id} />;
});

const LatestLine = ({ id }: { readonly id: string }) => {
  const { type } = tryParseItemId(id) ?? {};
  if (type === SYSTEM_TYPES.event) return <LatestEventLine id={id} />;
  return type === SYSTEM_TYPES.logEntry ? <LatestLogLine id={id} /> : <ItemLink id={id} />;
};

export const LatestItems = observer(({ title, icon, level, to, count, query, children }: LatestItemsProps) => {
  const messages = useMessages();
  const [asked] = useState<Query>({ ...query, max: LATEST, labels: true });
  const { answer, failure, again } = useAnswer(asked);
  const Heading = `h${level}` as const;
  const total = count ?? answer?.total;
  const counted = (number: number): ReactNode => {
    const text = messages.format('areas.count', { count: number });
    return to === undefined ? text : <ShellLink to={to}>{text}</ShellLink>;
  };
  return (
    <section className="kk-panel-card" aria-label={title}>
      <header>
        <Icon name={icon} />
        <Heading className="kk-fill">{to === undefined ? title : <ShellLink to={to}>{title}</ShellLink>}</Heading>
        {total !== undefined && <span className="kk-line-side">{counted(total)}</span>}
      </header>
      {failure !== undefined && <ListUnread again={again} failure={failure} />}
      {answer?.total === 0 ? (
        <p className="kk-soft">{messages.format('areas.none')}</p>
      ) : (
        <ul className="kk-plain-list kk-lines-list">
          {answer?.ids.map((id) => (
            <li key={id}>
              <div className="kk-fill">
                <LatestLine id={id} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
});
