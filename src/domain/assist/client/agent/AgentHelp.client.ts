// The side of the agent: the channel of one session, what the helped person permits, and the batches of the page in order.

import { observable, runInAction } from 'mobx';
import type { eventWithTime } from 'rrweb';
import type { Client } from 'src/client/extend.ts';
import type { LiveScreen } from 'src/domain/assist/client/agent/LiveScreen.client.ts';
import { AssistSocket, type Frame } from 'src/domain/assist/client/AssistSocket.client.ts';
import { HelpedPictures } from 'src/domain/assist/client/agent/HelpedPictures.client.ts';
import { CallPeer } from 'src/domain/assist/client/CallPeer.client.ts';
import {
  type AgentEvents,
  type AgentState,
  BINARY,
  type Consent,
  type ServerEvents,
  type SessionInfo,
  type VisitorEvents,
} from 'src/domain/assist/protocol.ts';
import type { ItemId } from 'src/model/item/Item.ts';

/** The reason for which the agent can no longer help in this session. */
type AgentEnd = ServerEvents['session_ended']['reason'] | 'right' | 'lost';

/** The last news about a consent: it was refused, another agent has it, or it has ended. */
type AgentNotice = 'rejected' | 'busy' | ServerEvents['consent_ended']['reason'];

const AGENT_REQUESTS: Readonly<Record<Consent, keyof AgentEvents>> = {
  view: 'request_view',
  control: 'request_control',
  recording: 'request_recording',
  call: 'call_request',
};

const AGENT_STOPS: Readonly<Record<Consent, keyof AgentEvents>> = {
  view: 'stop_view',
  control: 'stop_control',
  recording: 'stop_recording',
  call: 'call_end',
};

const AGENT_REFUSALS: Partial<Record<keyof VisitorEvents, readonly [Consent, AgentNotice]>> = {
  view_rejected: ['view', 'rejected'],
  control_rejected: ['control', 'rejected'],
  control_busy: ['control', 'busy'],
  recording_rejected: ['recording', 'rejected'],
  recording_busy: ['recording', 'busy'],
  call_rejected: ['call', 'rejected'],
};

interface Batch {
  readonly mask: number;
  readonly batch: number;
  readonly events: readonly eventWithTime[];
}

const unzipped = async (data: ArrayBuffer): Promise<Batch> => {
  const view = new DataView(data);
  const zipped = new Blob([data.slice(BINARY.headerBytes)]).stream().pipeThrough(new DecompressionStream('gzip'));
  const events: unknown = JSON.parse(await new Response(zipped).text());
  // The sender is the recorder of this product; the frame shows the events without scripts.
  return { mask: view.getUint32(1), batch: view.getUint32(5), events: events as Batch['events'] };
};

export class AgentHelp {
  readonly call: CallPeer;
  readonly pictures: HelpedPictures;
  private readonly socket: AssistSocket;
  private readonly own = observable.box<string | undefined>(undefined);
  private readonly state = observable.box<ServerEvents['agents'] | undefined>(undefined, { deep: false });
  private readonly page = observable.box<SessionInfo | undefined>(undefined, { deep: false });
  private readonly attempt = observable.box<number | undefined>(undefined);
  private readonly end = observable.box<AgentEnd | undefined>(undefined);
  private readonly notices = observable.map<Consent, AgentNotice>();
  private readonly stored = observable.box<ItemId | undefined>(undefined);
  private screen: LiveScreen | undefined;
  private early: Batch[] = [];
  private last: Pick<Batch, 'mask' | 'batch'> = { mask: 0, batch: 0 };
  private iceServers: ServerEvents['WEBRTC_CONFIG']['iceServers'] = [];
  private receiving: Promise<void> = Promise.resolve();

  constructor(client: Client, session: ItemId, tabId: string) {
    this.call = new CallPeer({
      send: (event, payload) => this.send(event, payload),
      onEnd: () => this.send('call_end', {}),
    });
    this.pictures = new HelpedPictures({
      send: (event, payload) => this.send(event, payload),
      iceServers: () => this.iceServers,
    });
    this.socket = new AssistSocket({
      query: () => ({ peerId: session, identity: 'agent', tabId }),
      token: () => client.session.token,
      onFrame: (frame) => this.receive(frame),
      onBinary: (data) => this.receiveBinary(data),
      onLost: (attempt) => this.onLost(attempt),
    });
  }

  /** Opens the channel, and returns the function that closes it. */
  start(): () => void {
    this.socket.start();
    return () => this.dispose();
  }

  /** Observable. */
  get me(): AgentState | undefined {
    return this.state.get()?.agents.find(({ id }) => id === this.own.get());
  }

  /** Observable. */
  get others(): readonly AgentState[] {
    return this.state.get()?.agents.filter(({ id }) => id !== this.own.get()) ?? [];
  }

  /** Observable. */
  get visitorConnected(): boolean {
    return this.state.get()?.visitor.connected === true;
  }

  /** Observable. */
  get info(): SessionInfo | undefined {
    return this.page.get();
  }

  /** Observable. */
  get reconnecting(): number | undefined {
    return this.attempt.get();
  }

  /** Observable. */
  get ended(): AgentEnd | undefined {
    return this.end.get();
  }

  /** Observable. */
  get recording(): ItemId | undefined {
    return this.stored.get();
  }

  /** Observable. */
  notice(consent: Consent): AgentNotice | undefined {
    return this.notices.get(consent);
  }

  ask(consent: Consent): void {
    runInAction(() => this.notices.delete(consent));
    this.send(AGENT_REQUESTS[consent], {});
  }

  stop(consent: Consent): void {
    if (consent === 'call') this.call.end();
    this.send(AGENT_STOPS[consent], {});
  }

  act<E extends keyof AgentEvents>(event: E, payload: AgentEvents[E]): void {
    this.send(event, payload);
  }

  endSession(): void {
    this.send('end_session', {});
  }

  /** Shows the batches that have arrived, and those that follow. */
  showOn(screen: LiveScreen | undefined): void {
    this.screen = screen;
    for (const batch of this.early.splice(0)) this.apply(batch);
  }

  private dispose(): void {
    this.call.end();
    this.pictures.clear();
    this.socket.stop();
  }

  private send(event: keyof AgentEvents, payload: object): void {
    this.socket.send(event, payload);
  }

  private finish(reason: AgentEnd): void {
    this.dispose();
    runInAction(() => {
      this.state.set(undefined);
      this.attempt.set(undefined);
      this.end.set(reason);
    });
  }

  private onLost(attempt: number | undefined): void {
    this.screen?.forget();
    if (attempt === undefined) this.finish('lost');
    else runInAction(() => this.attempt.set(attempt));
  }

  private receiveBinary(data: ArrayBuffer): void {
    if (new DataView(data).getUint8(0) !== BINARY.kinds.messages_gz) return;
    this.receiving = this.receiving.then(async () => this.apply(await unzipped(data)));
  }

  private receive([event, payload, from]: Frame): void {
    if (event === 'messages') {
      this.receiving = this.receiving.then(() => this.apply(payload as Batch));
      return;
    }
    if (from === 'server') this.receiveState(event, payload);
    const refusal = AGENT_REFUSALS[event as keyof VisitorEvents];
    if (refusal) runInAction(() => this.notices.set(...refusal));
    if (event.startsWith('canvas_')) this.pictures.receive(event, payload);
    if (event === 'UPDATE_SESSION') runInAction(() => this.page.set(payload as SessionInfo));
    if (event.startsWith('webrtc_') || event === 'videofeed' || event === 'call_end')
      void this.call.receive(event, payload, from);
  }

  private receiveState(event: string, payload: object): void {
    if (event === 'authed') {
      const { id } = payload as ServerEvents['authed'];
      runInAction(() => {
        this.own.set(id);
        this.attempt.set(undefined);
      });
    }
    if (event === 'agents') this.setState(payload as ServerEvents['agents']);
    if (event === 'WEBRTC_CONFIG') this.configure(payload as ServerEvents['WEBRTC_CONFIG']);
    if (event === 'consent_ended') this.setEnded(payload as ServerEvents['consent_ended']);
    if (event === 'recording_stored')
      runInAction(() => this.stored.set((payload as ServerEvents['recording_stored']).recording));
    if (event === 'right_ended' && (payload as ServerEvents['right_ended']).agent === this.own.get())
      this.finish('right');
    if (event === 'session_ended') this.finish((payload as ServerEvents['session_ended']).reason);
  }

  private configure({ iceServers, purpose }: ServerEvents['WEBRTC_CONFIG']): void {
    this.iceServers = iceServers;
    this.call.configure(iceServers);
    if (purpose === 'call') void this.call.offer();
  }

  private setState(state: ServerEvents['agents']): void {
    runInAction(() => this.state.set(state));
    if (this.me?.call === 'off') this.call.end();
    const isViewing = this.me?.view === 'enabled';
    if (!isViewing) this.screen?.clear();
    // A page that comes back offers its pictures again.
    if (!isViewing || !state.visitor.connected) this.pictures.clear();
  }

  private setEnded({ agent, consent, reason }: ServerEvents['consent_ended']): void {
    if (agent === this.own.get()) runInAction(() => this.notices.set(consent, reason));
  }

  /** After a gap in the numbers of batches, changes are ignored until a new picture of the page arrives. */
  private apply({ mask, batch, events }: Batch): void {
    if (!this.screen) {
      this.early.push({ mask, batch, events });
      return;
    }
    const { last } = this;
    this.last = { mask, batch };
    if (mask === last.mask && batch !== last.batch + 1 && this.screen.hasPicture) {
      this.screen.forget();
      this.send('request_snapshot', {});
    }
    if (mask !== last.mask) this.screen.forget();
    this.screen.take(events);
  }
}
