// Collects masked events of the recorder and sends them in batches, 40 times a second. Large batches are split or gzipped; the order of
// batches is kept. A connection that is slower than the page gets a new picture of the page instead of a growing queue.

import type { eventWithTime } from 'rrweb';
import { ASSIST, BINARY } from 'src/domain/assist/protocol.ts';

/** Two batches may reach the helper within one frame of the screen, so more are sent than the pictures that the helper should see. */
const BATCHES_PER_SECOND = (ASSIST.canvas.framesPerSecond * 4) / 3;
const SEND_EVERY_MS = 1_000 / BATCHES_PER_SECOND;
/** Longest delay of a batch that is made up for by the next ones. */
const MAX_LATE_MS = 150;
/** A first picture is one event, but as long as thousands of others. */
const COMPRESS_FROM_CHARACTERS = 262_144;
/** Bytes that the browser has not sent yet, after which the queue is dropped. */
const MAX_UNSENT_BYTES = 4_194_304;

interface BatchSink {
  /** Adds the events that the recorder holds. */
  readonly collect: () => void;
  /** `payload` is the JSON text of a VisitorEvents['messages']. */
  readonly sendText: (payload: string) => void;
  readonly sendBinary: (frame: Uint8Array<ArrayBuffer>) => void;
  readonly unsentBytes: () => number;
  /** Called after events were dropped; a new picture of the page must follow. */
  readonly onDropped: () => void;
}

const gzipped = async (text: string): Promise<Uint8Array> => {
  const { readable, writable } = new CompressionStream('gzip');
  const writer = writable.getWriter();
  const written = writer.write(new TextEncoder().encode(text)).then(() => writer.close());
  const data = await new Response(readable).arrayBuffer();
  await written;
  return new Uint8Array(data);
};

/** Builds the binary frame of a gzipped batch. */
const gzipFrame = (mask: number, batch: number, data: Uint8Array): Uint8Array<ArrayBuffer> => {
  const frame = new Uint8Array(BINARY.headerBytes + data.length);
  const view = new DataView(frame.buffer);
  view.setUint8(0, BINARY.kinds.messages_gz);
  view.setUint32(1, mask);
  view.setUint32(5, batch);
  frame.set(data, BINARY.headerBytes);
  return frame;
};

export class EventBatches {
  private readonly sink: BatchSink;
  private queue: eventWithTime[] = [];
  private mask = 0;
  private batch = 0;
  private timer: number | undefined;
  /** Earliest time of the next batch, on the clock of the page. */
  private due = 0;
  private sending: Promise<void> = Promise.resolve();
  private isDropping = false;

  constructor(sink: BatchSink) {
    this.sink = sink;
  }

  /** Events of an earlier mask that were not sent are dropped. */
  begin(mask: number): void {
    this.mask = mask;
    this.queue = [];
  }

  add(event: eventWithTime): void {
    this.queue.push(event);
    this.schedule();
  }

  stop(): void {
    window.clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
  }

  private schedule(): void {
    this.timer ??= window.setTimeout(() => this.flush(), Math.max(0, this.due - performance.now()));
  }

  /** After a late batch, the next ones follow sooner, so that the number of batches in a second stays the same. */
  private setDue(): void {
    const now = performance.now();
    this.due = (now - this.due < MAX_LATE_MS ? this.due : now) + SEND_EVERY_MS;
  }

  private flush(): void {
    // Events that are added meanwhile are part of this batch: the timer is set until the end.
    this.sink.collect();
    const isSlow = this.sink.unsentBytes() > MAX_UNSENT_BYTES;
    if (isSlow || this.isDropping) this.queue = [];
    if (this.isDropping && !isSlow) this.sink.onDropped();
    this.isDropping = isSlow;
    const { queue, mask } = this;
    this.queue = [];
    for (let from = 0; from < queue.length; from += ASSIST.batch.splitAbove)
      this.send(mask, queue.slice(from, from + ASSIST.batch.splitAbove));
    this.timer = undefined;
    if (queue.length === 0 && !isSlow) return;
    // The recorder holds changes until the next batch.
    this.setDue();
    this.schedule();
  }

  private send(mask: number, events: readonly eventWithTime[]): void {
    this.batch += 1;
    const { batch } = this;
    this.sending = this.sending.then(async () => {
      if (mask !== this.mask) return;
      const text = JSON.stringify(events);
      const isLong = events.length >= ASSIST.batch.compressFrom || text.length > COMPRESS_FROM_CHARACTERS;
      if (isLong) this.sink.sendBinary(gzipFrame(mask, batch, await gzipped(text)));
      else this.sink.sendText(`{"mask":${mask},"batch":${batch},"events":${text}}`);
    });
  }
}
