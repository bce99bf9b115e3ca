// The side of the person who asked for help: the channel, what each agent asks for, and what this tab sends. The state of consents is the
// server's; this store shows it and answers.

import { observable, runInAction } from 'mobx';
import type { Client } from 'src/client/extend.ts';
import { AnnotationTrail } from 'src/domain/assist/client/AnnotationTrail.client.ts';
import { AssistSocket, type Frame } from 'src/domain/assist/client/AssistSocket.client.ts';
import { CallPeer } from 'src/domain/assist/client/CallPeer.client.ts';
import { RemoteControl } from 'src/domain/assist/client/RemoteControl.client.ts';
import { SharedPage } from 'src/domain/assist/client/SharedPage.client.ts';
import type { HelpRequest } from 'src/domain/assist/client/helpRequest.client.ts';
import {
  type AgentEvents,
  type AgentState,
  ASSIST,
  type Consent,
  type ServerEvents,
  type VisitorEvents,
} from 'src/domain/assist/protocol.ts';

/** A question of an agent that waits for an answer. */
export interface AssistPrompt {
  readonly agent: AgentState;
  readonly consent: Consent;
  /** Time after which the question lapses, in milliseconds since 1970. */
  readonly until: number;
}

/** The reason for which the help has ended for this tab. */
export type HelpEnd = ServerEvents['session_ended']['reason'] | 'lost';

/** The order in which questions are shown. */
const CONSENT_ORDER: readonly Consent[] = ['view', 'control', 'recording', 'call'];

const HELP_GRANTS: Readonly<Record<Consent, readonly [granted: keyof VisitorEvents, rejected: keyof VisitorEvents]>> = {
  view: ['view_granted', 'view_rejected'],
  control: ['control_granted', 'control_rejected'],
  recording: ['recording_accepted', 'recording_rejected'],
  call: ['call_accepted', 'call_rejected'],
};

const STOPS: Readonly<Record<Consent, keyof VisitorEvents>> = {
  view: 'stop_view',
  control: 'stop_control',
  recording: 'stop_recording',
  call: 'call_end',
};

/** Consents that one agent at a time can have. */
const EXCLUSIVE: Partial<Readonly<Record<Consent, keyof VisitorEvents>>> = {
  control: 'control_busy',
  recording: 'recording_busy',
};

export class VisitorHelp {
  readonly request: HelpRequest;
  readonly trail = new AnnotationTrail();
  readonly control: RemoteControl;
  readonly call: CallPeer;
  private readonly client: Client;
  private readonly socket: AssistSocket;
  private readonly page: SharedPage;
  private readonly list = observable.box<readonly AgentState[]>([], { deep: false });
  private readonly attempt = observable.box<number | undefined>(undefined);
  private readonly end = observable.box<HelpEnd | undefined>(undefined);
  /** Questions whose answer the server has not confirmed yet. */
  private readonly answered = observable.set<string>();
  /** Times at which the open questions began. */
  private readonly began = new Map<string, number>();
  private readonly stops: (() => void)[] = [];

  constructor(client: Client, request: HelpRequest) {
    this.client = client;
    this.request = request;
    this.page = new SharedPage(client, request.session, {
      send: (event, payload) => this.send(event, payload),
      sendText: (event, payload) => void this.socket.sendText(event, payload),
      sendBinary: (frame) => this.socket.sendBinary(frame),
      unsentBytes: () => this.socket.unsentBytes,
    });
    this.control = new RemoteControl(
      (node) => this.page.nodeOf(node),
      (element) => this.page.mayUse(element),
      (agent) => client.connection.setHelper(agent && `${request.session}/${agent}`),
    );
    this.call = new CallPeer({
      send: (event, payload) => this.send(event, { ...payload, agent: this.call.peer ?? '' }),
      onEnd: () => this.stopAll('call'),
    });
    this.socket = new AssistSocket({
      query: () => ({
        ...{ peerId: request.session, identity: 'session', tabId: request.tabId },
        sessionInfo: JSON.stringify(this.page.info()),
      }),
      token: () => client.session.token,
      onFrame: (frame) => this.receive(frame),
      onLost: (attempt) => this.onLost(attempt),
    });
  }

  /** Opens the channel, and returns the function that closes it. */
  start(): () => void {
    this.watchPage();
    this.socket.start();
    return () => this.dispose();
  }

  /** Observable. */
  get agents(): readonly AgentState[] {
    return this.list.get();
  }

  /** Number of the attempt to connect again; undefined while connected. Observable. */
  get reconnecting(): number | undefined {
    return this.attempt.get();
  }

  /** Observable. */
  get ended(): HelpEnd | undefined {
    return this.end.get();
  }

  /** The question that is shown. Observable. */
  get prompt(): AssistPrompt | undefined {
    for (const agent of this.agents)
      for (const consent of CONSENT_ORDER)
        if (agent[consent] === 'requested' && !this.answered.has(`${agent.id} ${consent}`))
          return { agent, consent, until: (this.began.get(`${agent.id} ${consent}`) ?? Date.now()) + ASSIST.consentMs };
    return undefined;
  }

  answer({ agent, consent }: AssistPrompt, allowed: boolean): void {
    runInAction(() => this.answered.add(`${agent.id} ${consent}`));
    const [granted, rejected] = HELP_GRANTS[consent];
    this.send(allowed ? granted : rejected, { agent: agent.id });
    if (allowed && consent === 'call') this.call.expect(agent.id);
  }

  stop(agent: string, consent: Consent): void {
    if (consent === 'call') this.call.end();
    this.send(STOPS[consent], { agent });
  }

  /** Ends what every agent may do. The person can still be helped again. */
  endAll(): void {
    this.page.setAgents([]);
    this.call.end();
    this.control.stop();
    this.trail.clear();
    this.send('end_all', {});
  }

  endSession(): void {
    this.endAll();
    this.send('end_session', {});
    this.finish('visitor');
  }

  private dispose(): void {
    this.stops.forEach((stop) => stop());
    this.page.stop();
    this.control.stop();
    this.call.end();
    this.trail.clear();
    this.socket.stop();
  }

  private send(event: keyof VisitorEvents, payload: object): void {
    this.socket.send(event, payload);
  }

  private stopAll(consent: Consent): void {
    for (const agent of this.agents) if (agent[consent] !== 'off') this.send(STOPS[consent], { agent: agent.id });
  }

  private finish(reason: HelpEnd): void {
    this.dispose();
    runInAction(() => {
      this.list.set([]);
      this.attempt.set(undefined);
      this.end.set(reason);
    });
  }

  private onLost(attempt: number | undefined): void {
    this.page.setAgents([]);
    this.control.stop();
    if (attempt === undefined) this.finish('lost');
    else runInAction(() => this.attempt.set(attempt));
  }

  private receive([event, payload, from]: Frame): void {
    if (from === 'server') this.receiveState(event, payload);
    else if (this.agents.some(({ id }) => id === from)) this.receiveAct(event as keyof AgentEvents, payload, from);
  }

  private receiveState(event: string, payload: object): void {
    if (event === 'authed') {
      runInAction(() => this.attempt.set(undefined));
      this.send('UPDATE_SESSION', this.page.info());
    }
    if (event === 'rights_changed') void this.page.renew();
    if (event === 'agents') this.setAgents((payload as ServerEvents['agents']).agents);
    if (event === 'WEBRTC_CONFIG') this.configure(payload as ServerEvents['WEBRTC_CONFIG']);
    if (event === 'session_ended') this.finish((payload as ServerEvents['session_ended']).reason);
  }

  private configure({ iceServers }: ServerEvents['WEBRTC_CONFIG']): void {
    this.call.configure(iceServers);
    this.page.pictures.configure(iceServers);
  }

  private setAgents(agents: readonly AgentState[]): void {
    const wasRecorded = this.agents.some(({ recording }) => recording === 'enabled');
    runInAction(() => {
      this.noteQuestions(agents);
      this.list.set(agents);
    });
    this.refuseBusy(agents);
    this.page.setAgents(agents.filter(({ view }) => view === 'enabled').map(({ id }) => id));
    // A recording begins with a picture of the whole page.
    if (!wasRecorded && agents.some(({ recording }) => recording === 'enabled')) this.page.snapshot();
    const controller = agents.find(({ control }) => control === 'enabled');
    this.control.setAgent(controller);
    if (!agents.some(({ call }) => call === 'enabled')) this.call.end();
  }

  private noteQuestions(agents: readonly AgentState[]): void {
    for (const agent of agents)
      for (const consent of CONSENT_ORDER) {
        const key = `${agent.id} ${consent}`;
        if (agent[consent] === 'requested') this.began.set(key, this.began.get(key) ?? Date.now());
        else {
          this.began.delete(key);
          this.answered.delete(key);
        }
      }
  }

  private refuseBusy(agents: readonly AgentState[]): void {
    for (const agent of agents)
      for (const [consent, busy] of Object.entries(EXCLUSIVE) as [Consent, keyof VisitorEvents][]) {
        const isTaken = agents.some((other) => other.id !== agent.id && other[consent] === 'enabled');
        if (agent[consent] === 'requested' && isTaken) this.send(busy, { agent: agent.id });
      }
  }

  private receiveAct(event: keyof AgentEvents, payload: object, from: string): void {
    if (event === 'request_snapshot') this.page.snapshot();
    else if (event.startsWith('canvas_')) this.page.pictures.receive(event, payload, from);
    else if (event.startsWith('annotation_')) this.trail.draw(event, payload as AgentEvents['annotation_move'], from);
    else if (event.startsWith('webrtc_') || event === 'videofeed' || event === 'call_end')
      void this.call.receive(event, payload, from);
    else this.control.perform(event, payload, from);
  }

  /** Sends changes of the title, the size and the visibility of the page. */
  private watchPage(): void {
    const sendInfo = (): void => this.send('UPDATE_SESSION', this.page.info());
    const titles = new MutationObserver(sendInfo);
    const title = document.querySelector('title');
    if (title) titles.observe(title, { childList: true, characterData: true, subtree: true });
    document.addEventListener('visibilitychange', sendInfo);
    window.addEventListener('resize', sendInfo);
    this.stops.push(
      () => titles.disconnect(),
      () => document.removeEventListener('visibilitychange', sendInfo),
      () => window.removeEventListener('resize', sendInfo),
      this.client.session.entered.add(() => {
        if (!this.client.session.signedIn) this.finish('signedOut');
      }),
    );
  }
}
