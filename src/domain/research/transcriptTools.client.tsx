// Buttons of a transcript: add one from a file, and save it as a file.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Button, keepFile, useClient, useMessages } from 'src/client/extend.ts';
import { MenuButton, taskOfItem } from 'src/client/extendMedia.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { Item, Values } from 'src/model/item/Item.ts';
import { TranscriptDialog } from 'src/domain/research/transcriptDialog.client.tsx';

type ExportInput = Endpoints['exportTranscript']['input'];

/** Files in which a transcript can be saved. */
const TRANSCRIPT_FILES: readonly (ExportInput & { readonly key: string })[] = [
  { key: 'eaf', format: 'eaf' },
  { key: 'vtt', format: 'vtt', words: 'text' },
  { key: 'translation', format: 'vtt', words: 'translation' },
];

export const TranscriptTools = observer(({ item }: { readonly item: Item }) => {
  const { alerts, connection, items, tasks } = useClient();
  const messages = useMessages();
  const [adding, setAdding] = useState(false);
  const target = { _t: item._t, _i: item._i };
  const save = async ({ key: _, ...input }: (typeof TRANSCRIPT_FILES)[number]): Promise<void> => {
    const { name, type, content } = await connection.send('act/exportTranscript', { ...target, ...input });
    keepFile(new Blob([content], { type }), name);
    alerts.success('export.done', { name });
  };
  const start = async (input: Values): Promise<void> => {
    await tasks.run('importTranscript', { ...target, ...input }, { asyncKey: taskOfItem(item.$id) });
  };
  return (
    <div className="kk-transcript-tools">
      {items.may(item.$id, 'update') && (
        <Button icon="import" size="small" onClick={() => setAdding(true)}>
          {messages.format('transcripts.add')}
        </Button>
      )}
      <MenuButton
        label={messages.format('transcripts.save')}
        parts={TRANSCRIPT_FILES.map((file) => ({
          key: file.key,
          text: messages.format(`transcripts.files.${file.key}`),
          onClick: () => void save(file).catch((thrown: unknown) => alerts.error(thrown)),
        }))}
        opener={(opener) => (
          <Button {...opener} icon="export" size="small" endIcon="caret-down">
            {messages.format('transcripts.save')}
          </Button>
        )}
      />
      {adding && <TranscriptDialog item={item} start={start} close={() => setAdding(false)} />}
    </div>
  );
});
