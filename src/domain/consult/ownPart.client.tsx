// The reader's own part of an item that several organizations work on, first on its page: its state, the time that is left, and its
// next step. Other organizations' parts are never listed here.

import { observer } from 'mobx-react-lite';
import { useEffect, useId, useMemo } from 'react';
import {
  itemIn,
  ItemLink,
  PartFailed,
  useAnswer,
  useClient,
  useMessages,
  type PagePartProps,
} from 'src/client/extend.ts';
import { ClockValue, nextSteps, stateWord, Turn, useSteps } from 'src/client/extendWorkflow.ts';
import 'src/domain/consult/ownPart.css';
import type { Query } from 'src/model/generated/wire.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { PageView } from 'src/model/schema/TypeView.ts';

/** Most people find only parts of their own organizations; an administrator of the site finds those of all. */
const MAX_OWN_PARTS = 100;

const OwnPartEntry = observer(({ part }: { readonly part: Item }) => {
  const { items, registry, session } = useClient();
  const messages = useMessages();
  useEffect(() => items.watch(part.$id), [items, part.$id]);
  const { steps } = useSteps(part);
  const [next] = nextSteps(steps ?? [], session.user?.$id);
  const type = registry.types[part._t];
  const state = part[type?.states?.property ?? ''];
  return (
    <li>
      <ItemLink id={part.$id} />
      {type && typeof state === 'string' && (
        <span className="kk-fact">{stateWord(messages, type, { state, item: part })}</span>
      )}
      <ClockValue item={part} alone />
      {next && <Turn step={next} />}
    </li>
  );
});

type OwnProps = PagePartProps & { readonly own: NonNullable<PageView['own']> };

const OwnParts = observer(({ item, type, own }: OwnProps) => {
  const { items, session } = useClient();
  const messages = useMessages();
  const id = useId();
  const owners = session.user?.readOrgs ?? [];
  const isAsked = owners.length > 0;
  const query = useMemo(
    (): Query | undefined =>
      isAsked ? { must: { _t: [own.type], [own.path]: [item.$id] }, max: MAX_OWN_PARTS, labels: true } : undefined,
    [own, item.$id, isAsked],
  );
  const { answer, failure, again } = useAnswer(query, [own.type]);
  const parts = (answer?.ids ?? [])
    .flatMap((each) => itemIn(items.get(each)) ?? [])
    .filter((part) => owners.includes(String(part[own.owner])));
  if (parts.length === 0 && failure === undefined) return null;
  return (
    <section className="kk-own" aria-labelledby={id}>
      <h4 id={id}>{messages.find(`types.${type.name}.own`) ?? messages.type(own.type)}</h4>
      {failure !== undefined && <PartFailed message="related.failed" failure={failure} again={again} />}
      <ul className="kk-plain-list">
        {parts.map((part) => (
          <OwnPartEntry key={part.$id} part={part} />
        ))}
      </ul>
    </section>
  );
});

export const OwnPart = (props: PagePartProps) => {
  const { own } = props.type.view.page ?? {};
  return own && <OwnParts {...props} own={own} />;
};
