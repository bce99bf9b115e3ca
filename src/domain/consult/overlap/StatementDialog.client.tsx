// Preview of a statement of counts, with its actions. Only its buttons store anything.

import { when } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import {
  Band,
  Button,
  type Client,
  Dialog,
  type Messages,
  networkError,
  useClient,
  useMessages,
} from 'src/client/extend.ts';
import { LiveForm, type FormField } from 'src/client/extendForms.ts';
import { type MapController, usePaperWords } from 'src/client/extendMap.ts';
import 'src/domain/consult/overlap/overlap.css';
import { distanceOf, statementOf } from 'src/domain/consult/overlap/overlapWords.client.ts';
import { mapPicture, StatementMap } from 'src/domain/consult/overlap/StatementMap.client.tsx';
import type { Overlap } from 'src/model/generated/wire.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import { uploadRef } from 'src/model/item/uploadRef.ts';
import type { PageOverlap } from 'src/model/schema/TypeView.ts';

export interface StatementPlaces {
  /** The item whose text it can become, where one may be changed. */
  readonly keep: { readonly item: Item; readonly path: string } | undefined;
  /** The item that it can become a section of. */
  readonly add: { readonly item: Item; readonly section: NonNullable<PageOverlap['section']> } | undefined;
}

interface StatementDialogProps {
  /** GeoJSON. */
  readonly area: Json;
  readonly overlap: Overlap;
  readonly places: StatementPlaces;
  readonly close: () => void;
}

/** Sends a file to the server, and returns what a new item names it by. */
const upload = async ({ uploads }: Client, file: File, caption: string): Promise<string> => {
  const key = uploads.add(file, { quiet: true });
  await when(() => ['done', 'failed', 'missing'].includes(uploads.get(key).state));
  if (uploads.get(key).state !== 'done') throw networkError();
  return uploadRef(key, { caption });
};

const nameOfMap = (messages: Messages, { bands }: Overlap): string => {
  const distances = bands.flatMap(({ within }) => (within > 0 ? [distanceOf(messages, within)] : []));
  return messages.format('overlap.statement.mapShows', {
    distances: distances.length === 0 ? 'none' : messages.intl.formatList(distances),
  });
};

/** A map that goes with the statement, unless the person does not want it. */
const useStatementMap = (overlap: Overlap) => {
  const client = useClient();
  const messages = useMessages();
  const words = usePaperWords();
  const [map, setMap] = useState<MapController>();
  const [chosen, choose] = useState(true);
  const name = nameOfMap(messages, overlap);
  /** Returns the reference of the uploaded map; undefined without one. */
  const uploadMap = async (): Promise<string | undefined> => {
    if (!chosen || !map) return undefined;
    const picture = await mapPicture(map, words).catch(() => undefined);
    if (!picture) {
      client.alerts.warn('overlap.statement.noMap');
      return undefined;
    }
    const file = new File([picture], `${messages.format('overlap.statement.title')}.png`, { type: 'image/png' });
    return await upload(client, file, name);
  };
  return { name, chosen, choose, setMap, uploadMap };
};

interface Replaced extends NonNullable<StatementPlaces['keep']> {
  readonly text: string;
}

/** Asks before another text is replaced. */
const mayReplace = async (
  { dialogs, drafts }: Client,
  messages: Messages,
  { item, path, text }: Replaced,
): Promise<boolean> => {
  const before = drafts.of(item.$id)?.values[path] ?? item[path];
  if (typeof before !== 'string' || before.trim() === '' || before === text) return true;
  const values = { names: messages.property(item._t, path) };
  return await dialogs.confirm({
    ...{ title: 'fill.title', message: 'overlap.replaceMessage', values },
    ...{ apply: 'fill.replace' },
  });
};

const WITH_MAP: readonly FormField[] = [
  { name: 'map', label: 'overlap.statement.map', help: 'overlap.statement.mapHint', kind: 'boolean' },
];

export const StatementDialog = observer(({ area, overlap, places: { keep, add }, close }: StatementDialogProps) => {
  const client = useClient();
  const { items, alerts } = client;
  const messages = useMessages();
  const [busy, setBusy] = useState(false);
  const takesMap = add?.section.files !== undefined;
  const { name, chosen, choose, setMap, uploadMap } = useStatementMap(overlap);
  const text = statementOf(client, messages, overlap);
  const store = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await work();
      alerts.info(done);
      close();
    } catch (thrown) {
      alerts.error(thrown);
    } finally {
      setBusy(false);
    }
  };
  const keepText = async (place: NonNullable<StatementPlaces['keep']>): Promise<void> => {
    if (!(await mayReplace(client, messages, { ...place, text }))) return;
    const { item, path } = place;
    await store(() => items.update({ $id: item.$id, _u: item._u, [path]: text }), 'overlap.kept');
  };
  const addSection = async ({ item, section }: NonNullable<StatementPlaces['add']>): Promise<void> => {
    const uploaded = takesMap ? await uploadMap() : undefined;
    await items.create(section.type, {
      [section.path]: item.$id,
      [section.title]: messages.format('overlap.statement.title'),
      [section.text]: text,
      ...(section.files !== undefined && uploaded !== undefined && { [section.files]: [uploaded] }),
    });
  };
  return (
    <Dialog
      open
      title={messages.format('overlap.makeStatement')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{messages.format('app.cancel')}</Button>
          {add && (
            <Button
              {...(!keep && { variant: 'solid', intent: 'primary' })}
              disabled={busy}
              onClick={() => void store(() => addSection(add), 'overlap.added')}
            >
              {messages.format('overlap.add')}
            </Button>
          )}
          {keep && (
            <Button variant="solid" intent="primary" disabled={busy} onClick={() => void keepText(keep)}>
              {messages.format('overlap.keep')}
            </Button>
          )}
        </>
      }
    >
      <Band>{messages.format('overlap.statementHint')}</Band>
      <div className="kk-overlap-statement">{text}</div>
      {takesMap && (
        <>
          <LiveForm fields={WITH_MAP} values={{ map: chosen }} set={(changes) => choose(changes.map === true)} />
          {chosen && <StatementMap name={name} area={area} overlap={overlap} onMap={setMap} />}
        </>
      )}
    </Dialog>
  );
});
