// The connection to the server for operations and pushes, over socket or HTTP. Created by createClient. Stores interpret the answers.

import { isRecord } from 'src/base/isRecord.ts';
import { Listeners } from 'src/base/Listeners.ts';
import type { Health } from 'src/client/connection/healthMachine.ts';
import {
  emptyResponse,
  isUnreachable,
  networkError,
  noReplyInTime,
  problemOfAnswer,
} from 'src/client/connection/ClientProblem.ts';
import { deletedItem } from 'src/client/connection/deletedItem.ts';
import type { DeviceAnswers } from 'src/client/connection/deviceAnswers.ts';
import { HttpLink, type Part } from 'src/client/connection/HttpLink.ts';
import { PendingReplies } from 'src/client/connection/PendingReplies.ts';
import { isPrivateChange } from 'src/client/connection/privateChange.ts';
import { ReconnectingSocket } from 'src/client/connection/ReconnectingSocket.ts';
import type { Environment } from 'src/client/connection/environment.ts';
import { CLOSES } from 'src/model/generated/problems.ts';
import type {
  Envelope,
  GetAnswers,
  PostAnswers,
  PushName,
  Pushes,
  SessionUser,
  SiteConfiguration,
  TaskState,
} from 'src/model/generated/wire.ts';
import type { AnswerAt, BodyAt } from 'src/model/wire/endpointAt.ts';
import type { Json } from 'src/model/item/Item.ts';
import { isProblem, problem } from 'src/model/problems.ts';
import { operationRule } from 'src/model/wire/operationRule.ts';

interface ServerConnectionOptions {
  readonly environment: Environment;
  readonly site: SiteConfiguration;
  /** Returns the current token, or undefined for a visitor. */
  readonly token: () => string | undefined;
}

interface SendOptions {
  /** Makes a write idempotent. */
  readonly key?: string;
  /** Requests the answer over HTTP, where it is compressed. */
  readonly long?: boolean;
  /** Address of the page, for its first search: the page may have requested it while loading. */
  readonly opening?: string;
}

/** Countdown in seconds that does not go on when the server has answered another request. */
const LONG_RETRY_S = 10;

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

export class ServerConnection {
  /** Notified when the socket was refused or closed, before any retry. */
  readonly closed = new Listeners<[code: number, reason: string]>();
  /** Notified when a request over HTTP was refused because of its token: its time is over, or the server has ended the session. */
  readonly tokenRefused = new Listeners<[reason: 'tokenExpired' | 'notSignedIn']>();
  /** Notified when the connection works again after a failure. */
  readonly recovered = new Listeners<[]>();
  /** Answers of `send` that came from this device, with the time of the server's answer and the number of all results. */
  readonly copies = new WeakMap<object, { readonly at: string; readonly of: number }>();
  private device: DeviceAnswers | undefined;
  private readonly authed = new Listeners<[]>();
  private readonly pushes: { [N in PushName]?: Listeners<[body: Pushes[N]]> } = {};
  private readonly environment: Environment;
  private readonly site: SiteConfiguration;
  private readonly token: () => string | undefined;
  private readonly http: HttpLink;
  private readonly pending: PendingReplies;
  private readonly manager: ReconnectingSocket;
  /** Session of help and helper whose input causes the next requests. */
  private helpedBy: string | undefined;
  private sequence = 0;
  /** User of the open socket, as the server sent it last. */
  private confirmed: SessionUser | undefined;

  constructor({ environment, site, token }: ServerConnectionOptions) {
    this.environment = environment;
    this.site = site;
    this.token = token;
    this.http = new HttpLink({ environment, site, token });
    this.pending = new PendingReplies({
      timers: environment.timers,
      timeout: site.wsTimeout,
      onMissing: () => this.onMissingReply(),
    });
    this.manager = new ReconnectingSocket(environment, {
      onOpen: (sentToken) => this.authenticate(sentToken),
      onMessage: (text) => this.receive(text),
      onClose: (code, reason) => this.onClose(code, reason),
      ping: () => this.manager.send(JSON.stringify({ o: 'ping' })),
      onRecovered: () => this.recovered.notify(),
    });
  }

  get health(): Health {
    return this.manager.health;
  }

  /** Seconds until the next attempt, or undefined. Observable. */
  get retryIn(): number | undefined {
    return this.manager.retryIn;
  }

  /** Observable. */
  get badForLong(): boolean {
    return this.manager.badForLong;
  }

  /** True when the socket is open and authenticated, so that pushes can arrive. Observable. */
  get live(): boolean {
    return this.manager.ready;
  }

  connect(): void {
    this.manager.notify('WANTED');
  }

  disconnect(): void {
    this.manager.notify('UNWANTED');
    this.confirmed = undefined;
    this.pending.abandon(networkError, () => undefined);
  }

  /** Called when the device reports that it has no network: no answer will arrive. */
  networkLost(): void {
    this.manager.notify('SILENT');
  }

  retryNow(): void {
    this.manager.notify('RETRY');
  }

  /** Sends an operation. `o` is the operation with its arguments, `read/Book-1`. Rejects with a Problem. */
  async send<O extends string>(o: O, body?: BodyAt<O>, options?: SendOptions): Promise<AnswerAt<O>> {
    const sent = body as Json | undefined;
    // The server validates the body and answers as the endpoint declares.
    return (await this.orFromDevice(o, sent, () => this.exchange(o, sent, options))) as AnswerAt<O>;
  }

  /** Answers that the server cannot give come from `device` from now on. */
  useDevice(device: DeviceAnswers): void {
    this.device = device;
  }

  private async orFromDevice<T>(o: string, body: Json | undefined, ask: () => Promise<T>): Promise<T> {
    try {
      const answer = await ask();
      this.device?.note(o, body, answer);
      return answer;
    } catch (thrown) {
      const kept = isUnreachable(thrown) ? await this.device?.answer(o, body) : undefined;
      if (kept === undefined) throw thrown;
      return kept as T;
    }
  }

  private async exchange(o: string, body: Json | undefined, options: SendOptions | undefined): Promise<Json> {
    const { opening } = options ?? {};
    const early = opening === undefined ? this.earlyAnswer(o, body) : this.openingAnswer(body, opening);
    const answer = early && (await early);
    if (answer && answer.erred !== true) return this.bodyOf(o, answer);
    const { envelope, text } = this.envelope(o, body, options?.key);
    if (options?.long === true || !this.fitsSocket(text)) return await this.sendByHttp(envelope.o, text);
    const reply = this.pending.add({ s: envelope.s, o, text });
    this.manager.send(text);
    return await reply;
  }

  /** Returns the user of the token when the page asked for it while loading, before the socket reports it. */
  async earlyUser(): Promise<SessionUser | undefined> {
    const answer = await this.earlyAnswer('getSessionUser', null);
    return answer?.erred === true ? undefined : (answer?.b as SessionUser | undefined);
  }

  /**
   * Sends an operation with an answer in parts (mode `stream`). Resolves after the last one. Aborting the signal asks the server to stop.
   */
  async stream<O extends string>(
    o: O,
    body: BodyAt<O>,
    take: (part: AnswerAt<O>) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    const { envelope, text } = this.envelope(o, body as Json, undefined);
    const onPart = (part: Json): void => take(part as AnswerAt<O>);
    if (this.fitsSocket(text)) {
      const reply = this.pending.add({ s: envelope.s, o, text }, onPart);
      this.manager.send(text);
      // Parts that were already sent still arrive, and so does the end.
      const cancel = (): void => void this.exchange(`${o}/asyncCancel/${envelope.s}`, {}, undefined).catch(() => {});
      signal?.addEventListener('abort', cancel);
      await reply.finally(() => signal?.removeEventListener('abort', cancel));
      return;
    }
    await this.streamByHttp(text, onPart, signal);
  }

  /** Fetches JSON with the token from a path that is not an operation (`/lov/…`, `/locale-overrides/…`). */
  async fetchJson<P extends keyof GetAnswers & string>(path: P): Promise<GetAnswers[P]> {
    return this.orFromDevice(path, undefined, () => this.guarded(() => this.http.fetchJson(path)));
  }

  /** Posts to an account route (`/api/register`, …). Rejects with a Problem. */
  async post<P extends keyof PostAnswers & string>(path: P, body: Json): Promise<PostAnswers[P]> {
    return (await this.http.post(path, body)).answer as PostAnswers[P];
  }

  /** Same as post, for an answer that is a file. */
  postForFile(path: string, body: Json, signal: AbortSignal): Promise<Response> {
    return this.guarded(() => this.http.open(path, body, signal));
  }

  /** Same as post; returns the response's header of that name. */
  async postForHeader(path: string, body: Json, header: string): Promise<string> {
    const { response } = await this.http.post(path, body);
    const value = response.headers.get(header);
    if (value === null) throw emptyResponse(`Header ${header} not in response`);
    return value;
  }

  /** Names the helper whose input causes the following requests; undefined after the person's own input. */
  setHelper(help: string | undefined): void {
    this.helpedBy = help;
  }

  /** Registers a handler of pushes by their `o` and returns the function that removes it. */
  onPush<N extends PushName>(o: N, handle: (body: Pushes[N]) => void): () => void {
    const pushes: Record<N, Listeners<[body: Pushes[N]]> | undefined> = this.pushes;
    return (pushes[o] ??= new Listeners()).add(handle);
  }

  /** Registers a handler that runs after every authentication of the socket, and when the user's rights or name may have changed. */
  onAuthed(handle: () => void): () => void {
    return this.authed.add(handle);
  }

  private envelope(o: string, b: Json | undefined, key: string | undefined) {
    this.sequence += 1;
    const help = this.helpedBy;
    const envelope = {
      ...{ o, s: String(this.sequence) },
      ...(b !== undefined && { b }),
      ...(key !== undefined && { key }),
      ...(help !== undefined && { help }),
    };
    return { envelope, text: JSON.stringify(envelope) };
  }

  private fitsSocket(text: string): boolean {
    return this.manager.ready && byteLength(text) <= this.site.wsMaxMsgSize;
  }

  /** Returns the answer of the page's first search, if the server has determined the same search for the address. */
  private async openingAnswer(query: Json | undefined, address: string): Promise<Envelope | undefined> {
    const envelope = await this.earlyAnswer('openingSearch', { address });
    const found = envelope?.b;
    if (!envelope || envelope.erred === true || !isRecord(found)) return undefined;
    const { query: asked, answer } = found;
    if (answer === undefined || JSON.stringify(asked) !== JSON.stringify(query)) return undefined;
    return { ...envelope, o: 'search/ids', b: answer };
  }

  /** Waits as long as for any answer, then sends the request again. */
  private earlyAnswer(o: string, body: Json | undefined): Promise<Envelope | undefined> | undefined {
    const asked = this.environment.earlyAnswer(o, body);
    if (!asked) return undefined;
    return new Promise((resolve) => {
      const stop = this.environment.timers.after(this.site.httpTimeout, () => resolve(undefined));
      void asked.then((answer) => {
        stop();
        resolve(answer);
      });
    });
  }

  private authenticate(sentToken: string | undefined): void {
    const token = this.token();
    if (token === undefined || token === sentToken) return;
    this.sequence += 1;
    this.manager.send(JSON.stringify({ o: 'tokenAuth', b: token, s: String(this.sequence), v: this.site.version }));
  }

  private receive(text: string): void {
    const envelope = JSON.parse(text) as Envelope;
    if (envelope.o.startsWith('lrg/')) void this.receiveLarge(envelope);
    else this.accept(envelope);
  }

  private async receiveLarge({ o, s }: Envelope): Promise<void> {
    try {
      this.accept(await this.http.large(o));
    } catch (thrown) {
      if (s !== undefined) this.pending.rejectOne(s, thrown);
    }
  }

  private accept(envelope: Envelope): void {
    const { o, b, s } = envelope;
    if (s !== undefined && o.startsWith('stream:')) this.pending.addPart(s, b ?? null);
    // The plain reply to a streamed request only announces the parts.
    else if (s !== undefined && !envelope.erred && this.pending.isStream(s)) return;
    else if (this.pending.settle(envelope)) return;
    const isPrivate = o === 'authed' && this.confirmUser(b as SessionUser);
    // The wire contract declares the body of each push by its `o`.
    if (Object.hasOwn(this.pushes, o)) this.notifyPush(o as PushName, b as Pushes[PushName]);
    if (o === 'authed' && !isPrivate) this.authed.notify();
  }

  /** Returns true when the socket was authenticated before and only private data of the user has changed since. */
  private confirmUser(user: SessionUser): boolean {
    const before = this.manager.ready ? this.confirmed : undefined;
    this.confirmed = user;
    this.manager.notify('OPENED');
    return before !== undefined && before.keptVersion !== user.keptVersion && isPrivateChange(before, user);
  }

  private notifyPush<N extends PushName>(o: N, body: Pushes[N]): void {
    const listeners: Listeners<[body: Pushes[N]]> | undefined = this.pushes[o];
    listeners?.notify(body);
    // The server announces a deletion as a finished task. It closes the item like any other loss of the right to read it.
    const $id = o === 'taskComplete' ? deletedItem(body as TaskState) : undefined;
    if ($id !== undefined) this.notifyPush('item/update', { $id, gone: true });
  }

  private onMissingReply(): void {
    this.pending.abandon(noReplyInTime, () => undefined);
    this.manager.notify('SILENT');
  }

  private onClose(code: number, reason: string): void {
    this.closed.notify(code, reason);
    const thrown = code === CLOSES.tooLarge ? () => problem('tooLarge') : networkError;
    this.pending.abandon(thrown, (o, text) =>
      code !== CLOSES.tooLarge && operationRule(o)?.repeatable ? this.sendByHttp(o, text) : undefined,
    );
  }

  private async sendByHttp(o: string, text: string): Promise<Json> {
    const { envelope } = await this.guarded(() => this.http.send(text, false));
    this.noteReached();
    return this.bodyOf(o, envelope);
  }

  /** After a long time without a network, the next attempt may be minutes away although the server answers again. */
  private noteReached(): void {
    if ((this.retryIn ?? 0) > LONG_RETRY_S) this.retryNow();
  }

  private bodyOf(o: string, { b, erred }: Envelope): Json {
    if (erred) throw problemOfAnswer(b);
    if (b === undefined && operationRule(o)?.answers !== false) throw emptyResponse(`No response body from ${o}`);
    return b ?? null;
  }

  private async streamByHttp(text: string, onPart: (part: Json) => void, signal?: AbortSignal): Promise<void> {
    let part: Part = await this.guarded(() => this.http.send(text, true));
    this.noteReached();
    onPart(this.bodyOf(part.envelope.o, part.envelope));
    while (part.streamKey !== undefined && !part.done && signal?.aborted !== true) {
      part = await this.http.nextPart(part.streamKey);
      onPart(this.bodyOf(part.envelope.o, part.envelope));
    }
  }

  // Any request can be the first to show that the token has expired, also when the socket is down.
  private async guarded<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (thrown) {
      const key = isProblem(thrown) ? thrown.key : undefined;
      if ((key === 'tokenExpired' || key === 'notSignedIn') && this.token() !== undefined)
        this.tokenRefused.notify(key);
      throw thrown;
    }
  }
}
