// Recordings of sessions. While a visitor permits it, each batch that the agent receives is a line of a compressed file. At the end the file
// is stored, and an AssistRecording item gives access to it. A killed process stores nothing: the recording was not finished.

import { createGzip, gunzip, type Gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Seat } from 'src/domain/assist/helpChannel.server.ts';
import { RECORDING_TYPE } from 'src/domain/assist/assistTypes.ts';
import { ASSIST_LIMITS } from 'src/domain/assist/protocol.ts';
import type { BatchSink } from 'src/domain/assist/channelEvents.server.ts';
import { attachMade, insertItem, serverContext, writeItem, type DomainNeeds } from 'src/server/extend.ts';

const unzip = promisify(gunzip);
const ASSIST_DAY_MS = 86_400_000;

interface Recorded {
  readonly session: ItemId;
  readonly visitor: ItemId;
}

interface RecorderNeeds extends Recorded {
  readonly services: DomainNeeds;
  readonly days: number;
  /** The agent's recording is stored; without an id, nothing was recorded. */
  onStored(agent: string, recording: ItemId | undefined): void;
  /** The recording cannot go on. */
  onFailed(agent: string): void;
}

export interface Recorder extends BatchSink {
  begin(seat: Seat): void;
  /** Stores what was recorded for the agent. */
  finish(seat: Seat): void;
  /** Resolves when all that was recorded is stored. */
  settled(): Promise<void>;
}

interface Running {
  readonly begun: Date;
  readonly user: ItemId;
  readonly file: Gzip;
  readonly stored: Promise<{ readonly fileID: string; readonly size: number }>;
  bytes: number;
  lines: number;
  /** Batches are written in their order, one after the other. */
  last: Promise<void>;
}

/** Returns the text of a batch, if it is one line with a list. */
const recordedLine = async (batch: string | Uint8Array): Promise<string | undefined> => {
  const text =
    typeof batch === 'string' ? batch : (await unzip(batch, { maxOutputLength: ASSIST_LIMITS.batchBytes })).toString();
  return text.startsWith('[') && !text.includes('\n') ? text : undefined;
};

/** Writes the item and its file in one transaction. */
const storeRecording = async (
  { services, session, visitor, days }: RecorderNeeds,
  { begun, user, stored }: Running,
): Promise<ItemId> => {
  const { fileID, size } = await stored;
  return await services.database.transaction(async (tx) => {
    const context = await serverContext(services, tx);
    const { now } = context;
    const item = await insertItem(context, RECORDING_TYPE, {
      label: begun.toISOString().slice(0, 16).replace('T', ' '),
      ...{ session, recorded: visitor, agent: user },
      ...{ begun: begun.toISOString(), finished: now.toISOString() },
      expires: new Date(now.getTime() + days * ASSIST_DAY_MS).toISOString(),
    });
    const files = [{ fileID, size, name: 'recording.ndjson.gz', type: 'application/gzip' }];
    const file = await attachMade(context, item, { property: 'file', files });
    await writeItem(context, item, { changes: { file } });
    return item.id;
  });
};

export const createRecorder = (needs: RecorderNeeds): Recorder => {
  const { services, onStored, onFailed } = needs;
  const running = new Map<string, Running>();
  const storing = new Set<Promise<void>>();

  const write = async (seat: Seat, to: Running, batch: string | Uint8Array): Promise<void> => {
    const line = await recordedLine(batch);
    if (line === undefined) return;
    to.bytes += line.length;
    to.lines += 1;
    if (to.bytes > ASSIST_LIMITS.recordingBytes) onFailed(seat.id);
    else if (!to.file.write(`${line}\n`)) await new Promise((resolve) => to.file.once('drain', resolve));
  };

  const end = async (agent: string, ended: Running): Promise<void> => {
    await ended.last;
    ended.file.end();
    await ended.stored;
    onStored(agent, ended.lines === 0 ? undefined : await storeRecording(needs, ended));
  };

  return {
    begin(seat) {
      const file = createGzip();
      const stored = services.files.put(file);
      stored.catch((error: unknown) => {
        services.log('a recording of help cannot be stored', error);
        onFailed(seat.id);
      });
      const last = Promise.resolve();
      running.set(seat.id, { begun: services.clock.now(), user: seat.user, file, stored, bytes: 0, lines: 0, last });
    },
    append(seat, batch) {
      const to = running.get(seat.id);
      if (!to) return;
      to.last = to.last
        .then(() => write(seat, to, batch))
        .catch((error: unknown) => services.log('a batch of a recording of help is not readable', error));
    },
    finish(seat) {
      const ended = running.get(seat.id);
      if (!ended) return;
      running.delete(seat.id);
      const done = end(seat.id, ended)
        .catch((error: unknown) => services.log('a recording of help is not stored', error))
        .finally(() => storing.delete(done));
      storing.add(done);
    },
    settled: async () => {
      await Promise.all(storing);
    },
  };
};
