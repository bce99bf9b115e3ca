// The page `/import`: the person chooses a geographic file, checks it on the map and as a table, and makes its features items of a
// collection; then it shows the result. The address keeps the file, so that a reload continues with it. Nothing is written before the last
// button.

import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import type { Client } from 'src/client/Client.ts';
import { CellHead, RefusedView } from 'src/client/navigation/CellHead.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import type { ViewProps } from 'src/client/ClientDomain.ts';
import { CollectionChoice, isCollectionChosen, valuesOfNew, type Into } from 'src/client/geoFiles/CollectionChoice.tsx';
import { ColumnMapping } from 'src/client/geoFiles/ColumnMapping.tsx';
import {
  mappedColumns,
  firstMapping,
  mappingInput,
  collectionTakers,
  type Mapping,
  type Taker,
} from 'src/client/geoFiles/featureMapping.ts';
import { GeoFileLayers, GeoFileSummary, RefusedRows } from 'src/client/geoFiles/GeoFileFacts.tsx';
import { ChooseEncoding, GeoFileIntake } from 'src/client/geoFiles/GeoFileIntake.tsx';
import { GeoFileMap } from 'src/client/geoFiles/GeoFileMap.tsx';
import { importParam, importParamText } from 'src/client/geoFiles/importParam.ts';
import { ImportRun } from 'src/client/geoFiles/ImportRun.tsx';
import { boundsOfLayers, shownFeatures } from 'src/client/geoFiles/shownFeatures.ts';
import { useGeoFile, type GeoFile } from 'src/client/geoFiles/useGeoFile.ts';
import { LiveForm } from 'src/client/forms/LiveForm.tsx';
import 'src/client/intl/laterMessages.ts';
import { mayCreate } from 'src/client/navigation/mayCreate.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { GeoFilePreview } from 'src/model/generated/wire.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';

const importTaskName = (upload: string): string => `import.${upload}`;

interface LookProps {
  readonly file: GeoFile;
  readonly preview: GeoFilePreview;
  readonly chosen: ReadonlySet<number>;
  readonly choose: (chosen: ReadonlySet<number>) => void;
}

const Look = observer(({ file, preview, chosen, choose }: LookProps) => {
  const messages = useMessages();
  const features = useMemo(() => shownFeatures(messages, preview, chosen), [messages, preview, chosen]);
  const bounds = useMemo(() => boundsOfLayers(preview, chosen), [preview, chosen]);
  const good = preview.layers.reduce((sum, { rows, refused }, at) => sum + (chosen.has(at) ? rows - refused : 0), 0);
  return (
    <section className="kk-stack">
      <h3>{messages.format('importPlaces.steps.look')}</h3>
      <GeoFileSummary preview={preview} />
      <GeoFileLayers preview={preview} chosen={chosen} choose={choose} />
      <GeoFileMap features={features} bounds={bounds} />
      {good > features.length && (
        <p className="kk-soft">{messages.format('importPlaces.firstShown', { shown: features.length, count: good })}</p>
      )}
      {preview.format === 'SHAPEFILE' && <ChooseEncoding file={file} />}
      <RefusedRows preview={preview} chosen={chosen} />
    </section>
  );
});

const withoutEnding = (name: string): string => name.replace(/\.[a-z]{2,8}$/iu, '');

interface TargetProps {
  readonly file: GeoFile;
  readonly preview: GeoFilePreview;
  readonly chosen: ReadonlySet<number>;
  readonly takers: readonly Taker[];
  /** The collection from whose page the import was opened. */
  readonly given: string | undefined;
}

/** The only owner that a person has is chosen at first. */
const firstInto = ({ name }: GeoFilePreview, given: string | undefined, owners: readonly ItemId[] = []): Into => ({
  ...{ way: given === undefined ? 'new' : 'existing', id: given, level: 'COMMUNITY', name: withoutEnding(name) },
  owner: owners.length === 1 ? owners[0] : undefined,
});

interface ChooseTypeProps {
  readonly takers: readonly Taker[];
  readonly at: number;
  readonly choose: (at: number) => void;
}

const ChooseType = observer(({ takers, at, choose }: ChooseTypeProps) => {
  const messages = useMessages();
  const nameOf = ({ type, collection, code }: Taker): string =>
    messages.format(code === undefined ? 'importPlaces.typeIn' : 'importPlaces.byCode', {
      type: messages.type(type.name),
      collection: messages.type(collection.name),
    });
  return (
    <LiveForm
      className="kk-geo-form"
      fields={[
        {
          ...{ name: 'at', label: 'importPlaces.type', kind: 'integer', none: null },
          choices: takers.map((taker, index) => [String(index), nameOf(taker)]),
        },
      ]}
      values={{ at }}
      set={(changes) => choose(changes.at ?? 0)}
    />
  );
});

interface Start {
  readonly taker: Taker;
  readonly file: GeoFile;
  readonly into: Into;
  readonly layers: readonly number[];
  readonly language: string;
  readonly input: Values;
  /** Called with the id of a new collection. */
  readonly kept: (id: ItemId) => void;
}

const startImport = async ({ items, tasks }: Client, start: Start): Promise<void> => {
  const { taker, file, into, layers, language, input, kept } = start;
  const { type, collection } = taker;
  const { key = '', readAs } = file;
  const made = into.way === 'new' ? await items.create(collection.name, valuesOfNew(collection, into)) : undefined;
  if (made) kept(made.$id);
  const target = tryParseItemId(made?.$id ?? into.id ?? '');
  if (!target) return;
  const which = { _t: target.type, _i: target.number, upload: key, type: type.name, layers, language };
  await tasks.run(
    'importFeatures',
    { ...which, ...readAs, ...input, ...(made && { newCollection: true }) },
    { asyncKey: importTaskName(key) },
  );
};

const Target = observer(({ file, preview, chosen, takers, given }: TargetProps) => {
  const client = useClient();
  const messages = useMessages();
  const owners = client.session.user?.readOrgs;
  const [at, setAt] = useState(0);
  const [into, setInto] = useState(() => firstInto(preview, given, owners));
  const [own, setOwn] = useState<{ readonly type: string; readonly mapping: Mapping }>();
  const [starting, setStarting] = useState(false);
  const layers = useMemo(() => preview.layers.filter((_, layer) => chosen.has(layer)), [preview, chosen]);
  const taker = takers[at] ?? takers[0];
  const [createMissing, setCreateMissing] = useState(false);
  const first = useMemo(() => taker && firstMapping(taker.places, layers, messages), [taker, layers, messages]);
  if (!taker || !first) return null;
  const { type, collection, places, code } = taker;
  const mapping = own?.type === type.name ? own.mapping : first;
  const good = layers.reduce((sum, { rows, refused }) => sum + rows - refused, 0);
  const isMapped = code === undefined || mapping.title !== '';
  const ready = good > 0 && isMapped && isCollectionChosen(collection, into) && !starting;
  const start = (): Promise<void> =>
    startImport(client, {
      ...{ taker, file, into, layers: [...chosen], language: messages.intl.locale },
      // Should the task be refused, it goes into the collection that is there.
      kept: (id) => setInto({ ...into, way: 'existing', id }),
      input: { ...mappingInput(mapping), ...(code !== undefined && createMissing && { createMissing }) },
    });
  return (
    <section className="kk-stack">
      <h3>{messages.format('importPlaces.steps.target')}</h3>
      {takers.length > 1 && (
        <ChooseType
          takers={takers}
          at={at}
          choose={(next) => {
            setAt(next);
            setInto(firstInto(preview, undefined, owners));
          }}
        />
      )}
      <CollectionChoice type={collection} into={into} change={setInto} />
      <p className="kk-soft">
        {messages.format(code === undefined ? 'importPlaces.inherits' : 'importPlaces.codesJoin')}
      </p>
      <h4>{messages.format('importPlaces.columns')}</h4>
      <ColumnMapping
        type={places}
        code={code === undefined ? undefined : messages.property(type.name, code)}
        columns={mappedColumns(layers)}
        mapping={mapping}
        change={(changed) => setOwn({ type: type.name, mapping: changed })}
      />
      {code !== undefined && (
        <LiveForm
          className="kk-geo-form"
          fields={[{ name: 'createMissing', label: 'importPlaces.createMissing', kind: 'boolean' }]}
          values={{ createMissing }}
          set={(changes) => setCreateMissing(changes.createMissing === true)}
        />
      )}
      <p>
        <Button
          variant="solid"
          intent="primary"
          icon="import"
          disabled={!ready}
          loading={starting}
          onClick={() => {
            setStarting(true);
            start()
              .catch((thrown: unknown) => client.alerts.error(thrown))
              .finally(() => setStarting(false));
          }}
        >
          {messages.format('importPlaces.start', { count: good })}
        </Button>
      </p>
    </section>
  );
});

const allLayers = ({ layers }: GeoFilePreview): ReadonlySet<number> =>
  new Set(layers.flatMap(({ rows, refused }, at) => (rows > refused || layers.length === 1 ? [at] : [])));

interface StepsProps {
  readonly param: string | undefined;
  readonly takers: readonly Taker[];
}

const Steps = observer(({ param, takers }: StepsProps) => {
  const { navigation, tasks } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const { into, upload } = importParam(param);
  const file = useGeoFile(upload);
  const { key, preview } = file;
  const [picked, setPicked] = useState<{ readonly of: GeoFilePreview; readonly layers: ReadonlySet<number> }>();
  const chosen = useMemo(
    () => (picked && picked.of === preview ? picked.layers : preview ? allLayers(preview) : new Set<number>()),
    [picked, preview],
  );
  useEffect(() => {
    if (key !== upload) navigation.setParam(column, importParamText({ into, upload: key }), true);
  }, [navigation, column, key, upload, into]);
  const task = key === undefined ? undefined : tasks.all.find(({ asyncKey }) => asyncKey === importTaskName(key));
  const holding =
    into === undefined ? takers : takers.filter(({ collection }) => into.startsWith(`${collection.name}-`));
  if (task)
    return (
      <section className="kk-stack">
        <h3>{messages.format('importPlaces.steps.run')}</h3>
        <ImportRun task={task} another={() => file.forget()} />
      </section>
    );
  return (
    <>
      <section className="kk-stack">
        <h3>{messages.format('importPlaces.steps.file')}</h3>
        <GeoFileIntake file={file} />
      </section>
      {preview && (
        <>
          <Look file={file} preview={preview} chosen={chosen} choose={(layers) => setPicked({ of: preview, layers })} />
          <Target key={key} file={file} preview={preview} chosen={chosen} takers={holding} given={into} />
        </>
      )}
    </>
  );
});

export const ImportView = observer(({ param }: ViewProps) => {
  const { registry, session } = useClient();
  const messages = useMessages();
  const { user, signedIn } = session;
  const takers = useMemo(
    () => collectionTakers(registry).filter(({ type }) => mayCreate(type, user)),
    [registry, user],
  );
  if (signedIn && !user) return <Loading />;
  const title = messages.format('views.import');
  if (takers.length === 0) return <RefusedView title={title}>{messages.format('importPlaces.notAllowed')}</RefusedView>;
  return (
    <>
      <CellHead title={title} />
      <div className="kk-cell-scroll">
        <div className="kk-cell-body kk-stack kk-geo-import">
          <p className="kk-soft">{messages.format('importPlaces.hint')}</p>
          <Steps param={param} takers={takers} />
        </div>
      </div>
    </>
  );
});
