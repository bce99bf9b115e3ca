// Tab with the items in an area and around it, on the page of the item that has the area or of one that refers to it, such as a step of its
// review. Shows map and table of one answer, exports them to a file and to paper, and offers a statement of counts without locations.

import { observer } from 'mobx-react-lite';
import { deepEqual } from 'src/base/deepEqual.ts';
import { useState } from 'react';
import {
  Button,
  type Client,
  Empty,
  type ItemDraft,
  Loading,
  PartFailed,
  keepFile,
  mayCreate,
  useClient,
  useMessages,
  type TabProps,
} from 'src/client/extend.ts';
import type { MapController } from 'src/client/extendMap.ts';
import { BandsInput } from 'src/domain/consult/overlap/BandsInput.client.tsx';
import 'src/domain/consult/overlap/overlap.css';
import { FillFromArea } from 'src/domain/consult/overlap/FillFromArea.client.tsx';
import { OtherSwitches } from 'src/domain/consult/overlap/OtherLayer.client.tsx';
import { OverlapMap } from 'src/domain/consult/overlap/OverlapMap.client.tsx';
import { OverlapPaper } from 'src/domain/consult/overlap/OverlapPaper.client.tsx';
import { OverlapTable } from 'src/domain/consult/overlap/OverlapTable.client.tsx';
import {
  distanceOf,
  isCounted,
  overlapCsv,
  simplerNote,
  totalOf,
  uncountedNote,
} from 'src/domain/consult/overlap/overlapWords.client.ts';
import { StatementDialog, type StatementPlaces } from 'src/domain/consult/overlap/StatementDialog.client.tsx';
import { useOverlap } from 'src/domain/consult/overlap/useOverlap.client.ts';
import type { Overlap } from 'src/model/generated/wire.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { isProblem } from 'src/model/problems.ts';
import type { PageOverlap } from 'src/model/schema/TypeView.ts';

interface OverlapTabProps extends Pick<TabProps, 'item' | 'type'> {
  readonly draft: ItemDraft | undefined;
  /** Leads to the form. */
  readonly edit: () => void;
}

/** The area is too large to look around it. */
const isTooLarge = (failure: unknown): boolean =>
  isProblem(failure) && JSON.stringify(failure.params ?? {}).includes('errors.overlap.tooLarge');

/** The form that is filled from the counts by other distances, for a person who may change it. The bar of the state fills it by the declared ones. */
interface Filled {
  readonly draft: ItemDraft;
  readonly paths: PageOverlap;
  readonly edit: () => void;
}

interface FoundProps {
  readonly filled: Filled | undefined;
  readonly item: Item;
  readonly area: Json;
  readonly overlap: Overlap;
  readonly places: StatementPlaces;
}

interface TablesProps {
  readonly overlap: Overlap;
  readonly point: (id: ItemId | undefined) => void;
  readonly dark: boolean;
}

/** The table of the records that the counts include, and one that is opened on request, of those that they leave out. */
const Tables = observer(({ overlap, point, dark }: TablesProps) => {
  const client = useClient();
  const messages = useMessages();
  const { rows, bands } = overlap;
  const indices = (counted: boolean): number[] =>
    rows.flatMap(({ type }, at) => (isCounted(client, type) === counted ? [at] : []));
  const included = indices(true);
  const uncounted = uncountedNote(client, messages, overlap);
  return (
    <div className="kk-overlap-tables">
      {included.length === 0 ? (
        <Empty icon="map" title={messages.format('overlap.empty')}>
          {messages.format('overlap.emptyText', { distance: distanceOf(messages, bands.at(-1)?.within ?? 0) })}
        </Empty>
      ) : (
        <OverlapTable {...{ overlap, point, dark }} shown={included} label={messages.format('overlap.table')} />
      )}
      {uncounted !== undefined && (
        <details className="kk-overlap-uncounted">
          <summary>{uncounted}</summary>
          <OverlapTable
            {...{ overlap, point, dark }}
            shown={indices(false)}
            label={messages.format('overlap.uncountedTable')}
          />
        </details>
      )}
    </div>
  );
});

/** Returns how many records the counts include, by the rule of the statement. */
const countedTotal = (client: Client, { rows }: Overlap): number =>
  totalOf(rows.filter(({ type }) => isCounted(client, type)));

const Found = observer(({ item, area, overlap, places, filled }: FoundProps) => {
  const client = useClient();
  const messages = useMessages();
  const [pointed, point] = useState<ItemId>();
  const [map, setMap] = useState<MapController>();
  const [stating, setStating] = useState(false);
  const [printing, setPrinting] = useState(false);
  const [others, showOthers] = useState<readonly string[]>([]);
  const { rows } = overlap;
  const save = (): void =>
    keepFile(
      new Blob([overlapCsv(client, messages, overlap)], { type: 'text/csv' }),
      `${messages.format('overlap.and')} - ${item.$label}.csv`,
    );
  const isStated = places.keep !== undefined || places.add !== undefined;
  return (
    <>
      <div className="kk-overlap-acts">
        {isStated && (
          <Button variant="solid" intent="primary" size="small" icon="clipboard" onClick={() => setStating(true)}>
            {messages.format('overlap.makeStatement')}
          </Button>
        )}
        {filled && <FillFromArea {...filled} overlap={overlap} />}
        <Button size="small" icon="export" disabled={rows.length === 0} onClick={save}>
          {messages.format('overlap.export')}
        </Button>
        <Button size="small" icon="print" disabled={!map} onClick={() => setPrinting(true)}>
          {messages.format('overlap.print')}
        </Button>
      </div>
      <div className="kk-overlap-sides">
        <OverlapMap {...{ label: item.$label, area, overlap, pointed, others }} onMap={setMap}>
          <OtherSwitches overlap={overlap} dark={map?.theme.dark === true} shown={others} show={showOthers} />
        </OverlapMap>
        <Tables overlap={overlap} point={point} dark={map?.theme.dark === true} />
      </div>
      {stating && <StatementDialog area={area} overlap={overlap} places={places} close={() => setStating(false)} />}
      {printing && map && (
        <OverlapPaper {...{ map, overlap, others }} label={item.$label} done={() => setPrinting(false)} />
      )}
    </>
  );
});

const Simpler = observer(({ overlap }: { readonly overlap: Overlap }) => {
  const note = simplerNote(useMessages(), overlap);
  return note === undefined ? null : <p className="kk-soft kk-overlap-simpler">{note}</p>;
});

interface AreaProps {
  readonly filled: Filled | undefined;
  readonly item: Item;
  readonly path: string;
  readonly first: readonly number[];
  readonly places: StatementPlaces;
}

const AreaOverlap = observer(({ item, path, first, places, filled }: AreaProps) => {
  const client = useClient();
  const messages = useMessages();
  const [bands, setBands] = useState(first);
  const { answer: overlap, loading, failure, again } = useOverlap({ item, path, bands });
  const area = item[path];
  if (area === undefined || area === null)
    return (
      <Empty icon="map" title={messages.format('overlap.noArea')}>
        {messages.format('overlap.noAreaText', { label: item.$label })}
      </Empty>
    );
  if (isTooLarge(failure))
    return (
      <Empty
        icon="map"
        title={messages.format('overlap.tooLarge')}
        action={<Button onClick={() => setBands([0])}>{messages.format('overlap.only')}</Button>}
      />
    );
  return (
    <>
      <BandsInput key={bands.join()} bands={bands} choose={setBands} />
      {failure !== undefined && <PartFailed message="overlap.failed" failure={failure} again={again} />}
      {failure === undefined && !overlap && <Loading />}
      {overlap && (
        <div className="kk-overlap-found" aria-busy={loading}>
          <p role="status" className="kk-overlap-count">
            {messages.format('overlap.count', {
              count: countedTotal(client, overlap),
            })}
          </p>
          <Simpler overlap={overlap} />
          <Found
            {...{ item, area, overlap, places }}
            filled={loading || deepEqual(bands, first) ? undefined : filled}
          />
        </div>
      )}
    </>
  );
});

/** The item with the area, and what its type declares of it. */
const useArea = ({ item, type }: Pick<TabProps, 'item' | 'type'>) => {
  const { items, registry } = useClient();
  const { of } = type.view.page?.overlap ?? {};
  const id = of === undefined ? item.$id : item[of];
  const loaded = typeof id === 'string' ? items.get(id) : undefined;
  const held = of === undefined ? item : loaded?.state === 'ready' ? loaded.item : undefined;
  const declared: PageOverlap | undefined = held && registry.types[held._t]?.view.page?.overlap;
  return { held, declared, loading: loaded?.state === 'loading' };
};

export const OverlapTab = observer(({ item, type, draft, edit }: OverlapTabProps) => {
  const { items, registry, session } = useClient();
  const messages = useMessages();
  const { held, declared, loading } = useArea({ item, type });
  const paths = type.view.page?.overlap;
  const { statement, counts } = paths ?? {};
  if (!held && loading) return <Loading />;
  if (!held || declared?.area === undefined)
    return (
      <Empty icon="lock" title={messages.format('overlap.forbidden')}>
        {messages.format('overlap.forbiddenText')}
      </Empty>
    );
  const { section } = declared;
  const made = section && registry.types[section.type];
  const places: StatementPlaces = {
    keep: statement !== undefined && items.may(item.$id, 'update') ? { item, path: statement } : undefined,
    add:
      section && made && mayCreate(made, session.user) && items.may(held.$id, 'update')
        ? { item: held, section }
        : undefined,
  };
  const filled = paths && counts && draft && items.may(item.$id, 'update') ? { draft, paths, edit } : undefined;
  return (
    <article className="kk-page kk-overlap" aria-label={messages.format('tabs.overlap')}>
      <AreaOverlap
        key={held.$id}
        {...{ item: held, path: declared.area, first: declared.bands ?? [0], places, filled }}
      />
    </article>
  );
});

export const OverlapPage = ({ item, type, draft, goTo }: TabProps) => (
  <OverlapTab key={item.$id} {...{ item, type, draft }} edit={() => goTo('edit')} />
);
