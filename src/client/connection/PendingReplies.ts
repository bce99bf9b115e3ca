// Requests that were sent over the socket and wait for their reply, by sequence number.

import { emptyResponse, problemOfAnswer } from 'src/client/connection/ClientProblem.ts';
import type { Timers } from 'src/base/timers.ts';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { operationRule } from 'src/model/wire/operationRule.ts';

interface Pending {
  readonly o: string;
  readonly text: string;
  readonly resolve: (body: Json) => void;
  readonly reject: (thrown: unknown) => void;
  readonly onPart: ((part: Json) => void) | undefined;
  stop: () => void;
}

interface PendingRepliesOptions {
  readonly timers: Timers;
  readonly timeout: number;
  /** Called when a reply is missing: the socket is considered dead. */
  readonly onMissing: () => void;
}

export class PendingReplies {
  private readonly options: PendingRepliesOptions;
  private readonly pending = new Map<string, Pending>();

  constructor(options: PendingRepliesOptions) {
    this.options = options;
  }

  add(
    request: { readonly s: string; readonly o: string; readonly text: string },
    onPart?: (part: Json) => void,
  ): Promise<Json> {
    return new Promise((resolve, reject) => {
      const { o, text } = request;
      this.pending.set(request.s, { o, text, resolve, reject, onPart, stop: this.startTimer() });
    });
  }

  /** Returns false when no request waits for the reply. */
  settle({ s, b, erred }: Envelope): boolean {
    const pending = s === undefined ? undefined : this.take(s);
    if (!pending) return false;
    if (erred) pending.reject(problemOfAnswer(b));
    else if (b === undefined && operationRule(pending.o)?.answers !== false)
      pending.reject(emptyResponse(`No response body from ${pending.o}`));
    else pending.resolve(b ?? null);
    return true;
  }

  /** Adds a part of a streamed reply: `{part, done}`. */
  addPart(s: string, body: Json): void {
    const pending = this.pending.get(s);
    if (!pending?.onPart || typeof body !== 'object' || body === null || Array.isArray(body)) return;
    const { part, done } = body as { readonly part?: Json; readonly done?: Json };
    pending.stop();
    if (part !== undefined && part !== null) pending.onPart(part);
    if (done === true) this.take(s)?.resolve(null);
    else pending.stop = this.startTimer();
  }

  has(s: string): boolean {
    return this.pending.has(s);
  }

  isStream(s: string): boolean {
    return this.pending.get(s)?.onPart !== undefined;
  }

  rejectOne(s: string, thrown: unknown): void {
    this.take(s)?.reject(thrown);
  }

  /** Handles the loss of the socket: `again` may repeat a request over HTTP; the others fail with `thrown`. */
  abandon(thrown: () => unknown, again: (o: string, text: string) => Promise<Json> | undefined): void {
    for (const s of [...this.pending.keys()]) {
      const pending = this.take(s);
      if (!pending) continue;
      const retried = pending.onPart ? undefined : again(pending.o, pending.text);
      if (retried) retried.then(pending.resolve, pending.reject);
      else pending.reject(thrown());
    }
  }

  private startTimer(): () => void {
    return this.options.timers.after(this.options.timeout, () => this.options.onMissing());
  }

  private take(s: string): Pending | undefined {
    const pending = this.pending.get(s);
    this.pending.delete(s);
    pending?.stop();
    return pending;
  }
}
