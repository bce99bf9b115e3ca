// The history of an item: person, time and change, with "take this value back" into the draft. Newest first, in pages.

import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import type { HistoryEvent } from 'src/model/generated/wire.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { readableName } from 'src/model/text/readableName.ts';
import type { TabProps } from 'src/client/ClientDomain.ts';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { BandFailed } from 'src/client/navigation/ListFailed.tsx';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import { useClient } from 'src/client/useClient.ts';
import { usePages, type Page, type Pages } from 'src/client/usePages.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';
import { KINDS } from 'src/model/generated/kinds.ts';

const eventKey = ({ _u, at }: HistoryEvent): string => `${_u}/${at}`;

const useHistory = ({ $id, _u }: Item): Pages<HistoryEvent> => {
  const { connection } = useClient();
  const ask = useCallback(
    async (max: number, after: HistoryEvent | undefined): Promise<Page<HistoryEvent>> => {
      const { events, more } = await connection.send(`history/${$id}`, after ? { before: after._u, max } : { max });
      return { rows: events, more };
    },
    [connection, $id],
  );
  return usePages({ of: $id, ask, keyOf: eventKey, version: _u });
};

/** Returns the words for a change: those for every item, those of the event that a type declares, or the name of the transition. */
const kindText = (messages: Messages, kind: string): string =>
  messages.find(`history.kinds.${kind}`) ?? messages.find(`events.${kind}.name`) ?? readableName(kind);

interface ChangeProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly name: string;
  readonly change: readonly [Json, Json];
  /** Former name of a property that this change renamed. */
  readonly former: string | undefined;
  readonly restore: ((name: string, value: Json) => void) | undefined;
}

const TextDifference = lazy(() =>
  import('src/client/fields/display/TextDifference.tsx').then((module) => ({ default: module.TextDifference })),
);

interface LongChangeProps {
  readonly property: Property;
  readonly change: readonly [string, string];
  readonly now: Json | undefined;
  readonly instead: ReactNode;
}

/** A long text word by word: what this change did, or what became of its text since. */
const LongChange = ({ property, change: [before, after], now, instead }: LongChangeProps) => {
  const messages = useMessages();
  const [withNow, setWithNow] = useState(false);
  const current = typeof now === 'string' ? now : '';
  const shown = withNow ? { before, after: current } : { before, after };
  return (
    <dd>
      <Suspense fallback={<Loading />}>
        <TextDifference {...shown} markdown={property.markdown === true} instead={instead} />
      </Suspense>
      {after !== current && (
        <Button size="small" variant="minimal" icon="comparison" onClick={() => setWithNow(!withNow)}>
          {messages.format(withNow ? 'history.compareChange' : 'history.compareNow')}
        </Button>
      )}
    </dd>
  );
};

const Change = ({ item, type, name, change: [before, after], former, restore }: ChangeProps) => {
  const messages = useMessages();
  const property = type.properties[name];
  if (!property) return null;
  const show = (value: Json) =>
    value === null ? (
      <em>{messages.format('history.none')}</em>
    ) : (
      <PropertyValue type={type.name} property={property} value={value} />
    );
  if (former !== undefined)
    return (
      <div className="kk-change">
        <dt>{messages.property(type.name, name)}</dt>
        <dd>
          <ins>
            <span className="kk-change-when">
              {messages.format('history.renamedFrom', { name: readableName(former) })}
            </span>{' '}
            {show(after)}
          </ins>
        </dd>
      </div>
    );
  const both = (
    <>
      <del>
        <span className="kk-change-when">{messages.format('history.before')}</span> {show(before)}
      </del>
      <ins>
        <span className="kk-change-when">{messages.format('history.after')}</span> {show(after)}
      </ins>
    </>
  );
  const isLong = KINDS[property.kind].lines === 'many' && typeof before === 'string' && typeof after === 'string';
  return (
    <div className="kk-change">
      <dt>{messages.property(type.name, name)}</dt>
      {isLong ? (
        <LongChange property={property} change={[before, after]} now={item[name]} instead={both} />
      ) : (
        <dd>{both}</dd>
      )}
      {restore && !property.readOnly && (
        <dd>
          <Button size="small" variant="minimal" icon="undo" onClick={() => restore(name, before)}>
            {messages.format('history.restore')}
          </Button>
        </dd>
      )}
    </div>
  );
};

const Moment = ({
  event,
  item,
  type,
  restore,
}: { readonly event: HistoryEvent } & Pick<ChangeProps, 'item' | 'type' | 'restore'>) => {
  const messages = useMessages();
  const changes = Object.entries(event.changes);
  return (
    <li className="kk-moment">
      <p>
        <b>{kindText(messages, event.kind)}</b>{' '}
        {event.by !== null && (
          <>
            · <ItemLink id={event.by} />
          </>
        )}
        {event.asUser !== null && (
          <>
            {' '}
            ({messages.format('history.as')} <ItemLink id={event.asUser} />)
          </>
        )}
        {event.helper !== null && (
          <>
            , {messages.format('history.helped')} <ItemLink id={event.helper} />
          </>
        )}{' '}
        · <When at={event.at} />
      </p>
      {changes.length > 0 && event.kind !== 'created' && (
        <dl className="kk-changes-list">
          {changes.map(([name, change]) => (
            <Change key={name} {...{ item, type, name, change, restore }} former={event.renamed?.[name]} />
          ))}
        </dl>
      )}
    </li>
  );
};

export const HistoryView = observer(({ item, type, draft, goTo }: TabProps) => {
  const { alerts } = useClient();
  const messages = useMessages();
  const { rows: events, more, failure, showMore, again } = useHistory(item);
  const failed = failure !== undefined && <BandFailed message="history.failed" again={again} />;
  if (!events) return failed || <Loading />;
  if (events.length === 0) return <Empty icon="history" title={messages.format('history.empty')} />;
  const restore =
    draft &&
    ((name: string, value: Json): void => {
      draft.set({ ...draft.values, [name]: value });
      alerts.askToSave('history.restored', { property: messages.property(type.name, name) });
      goTo('edit');
    });
  return (
    <>
      {failed}
      <ol className="kk-plain-list kk-history">
        {events.map((event) => (
          <Moment key={eventKey(event)} event={event} item={item} type={type} restore={restore} />
        ))}
      </ol>
      {more && <Button onClick={showMore}>{messages.format('app.showMore')}</Button>}
    </>
  );
});
