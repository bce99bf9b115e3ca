// Fills the fields of a step with what lies in the area of its item, as this person may see it, by the distances that the item's type declares.

import { when } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import {
  Button,
  type ItemDraft,
  inTurn,
  itemIn,
  useClient,
  useMessages,
  type DraftPartProps,
} from 'src/client/extend.ts';
import { useFill } from 'src/domain/consult/useFill.client.ts';
import { areWordsKnown, valuesFrom } from 'src/domain/consult/overlap/overlapWords.client.ts';
import type { Overlap } from 'src/model/generated/wire.ts';
import type { PageOverlap } from 'src/model/schema/TypeView.ts';

/** Kinds whose words cannot be read are counted with their types. */
const WORDS_TIMEOUT_MS = 3_000;

interface FillProps {
  readonly draft: ItemDraft;
  readonly paths: PageOverlap;
  /** Leads to the form. */
  readonly edit: () => void;
  /** The overlap that is shown; without it the server is asked for it. */
  readonly overlap?: Overlap;
}

export const FillFromArea = observer(({ draft, paths, edit, overlap: shown }: FillProps) => {
  const client = useClient();
  const { items, registry, connection, alerts } = client;
  const messages = useMessages();
  const fill = useFill();
  const [busy, setBusy] = useState(false);
  const held = itemIn(items.get(String(draft.values[paths.of ?? ''] ?? '')));
  const { area, bands = [0] } = (held && registry.types[held._t]?.view.page?.overlap) ?? {};
  if (!held || area === undefined || held[area] === undefined || held[area] === null) return null;
  const asked = async (): Promise<Overlap> => {
    const body = { _t: held._t, _i: held._i, path: area, bands };
    return await inTurn(() => connection.send('act/overlap', body));
  };
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      const overlap = shown ?? (await asked());
      await when(() => areWordsKnown(client, overlap), { timeout: WORDS_TIMEOUT_MS }).catch(() => {});
      if (!(await fill(draft, valuesFrom(client, messages, { overlap, paths })))) return;
      edit();
      alerts.info('overlap.filled');
    } catch (thrown) {
      alerts.error(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" icon="clipboard" disabled={busy} onClick={() => void run()}>
      {messages.format(shown ? 'overlap.fillShown' : 'overlap.fill')}
    </Button>
  );
});

export const FillPartFromArea = ({ type, ...props }: DraftPartProps) => (
  <FillFromArea {...props} paths={type.view.page?.overlap ?? {}} />
);
