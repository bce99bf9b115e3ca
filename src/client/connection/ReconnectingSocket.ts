// Keeps one socket open while a person is signed in: runs the effects of healthMachine with real timers. ServerConnection owns it and
// provides the messages (tokenAuth, ping); this file knows no operations.

import { observable, runInAction } from 'mobx';
import { backoff } from 'src/base/backoff.ts';
import type { Health } from 'src/client/connection/healthMachine.ts';
import {
  HEALTHY_START,
  type HealthEffect,
  type HealthEvent,
  type HealthState,
  healthOf,
  nextHealth,
} from 'src/client/connection/healthMachine.ts';
import type { Socket, Environment } from 'src/client/connection/environment.ts';
import { CLOSES } from 'src/model/generated/problems.ts';

const IDLE_BEFORE_PING = 30_000;
const WAIT_FOR_PONG = 45_000;
// Limit for the first attempt to connect and for the answer to tokenAuth.
const SOCKET_TIMEOUT_MS = 20_000;
const AUTH_TIMEOUT_MS = 20_000;
const RECONNECT_TIMEOUT_MS = 1000;
/** Time without a connection after which people are shown what they can do. */
const LONG_BAD_MS = 30_000;
const SECOND_MS = 1000;

interface Handlers {
  /** Called when the socket is open and must authenticate, unless this token was already sent. */
  readonly onOpen: (sentToken: string | undefined) => void;
  readonly onMessage: (text: string) => void;
  /** Called before a retry is planned, so that the handler can stop it. */
  readonly onClose: (code: number, reason: string) => void;
  readonly ping: () => void;
  /** Called after authentication following a failure. */
  readonly onRecovered: () => void;
}

export class ReconnectingSocket {
  private readonly environment: Environment;
  private readonly handlers: Handlers;
  private readonly state = observable.box<HealthState>(HEALTHY_START, { deep: false });
  private readonly countdown = observable.box<number | undefined>(undefined);
  private socket: Socket | undefined;
  private readonly long = observable.box(false);
  private stopTimer: (() => void) | undefined;
  private stopLate: (() => void) | undefined;
  private stopAuth: (() => void) | undefined;
  private stopLong: (() => void) | undefined;

  constructor(environment: Environment, handlers: Handlers) {
    this.environment = environment;
    this.handlers = handlers;
  }

  get health(): Health {
    return healthOf(this.state.get());
  }

  get retryIn(): number | undefined {
    return this.countdown.get();
  }

  /** True when the connection has been BAD for long. Observable. */
  get badForLong(): boolean {
    return this.long.get();
  }

  /** True when the socket is open and authenticated. Observable. */
  get ready(): boolean {
    const { phase } = this.state.get();
    return phase === 'OPEN' || phase === 'PINGED';
  }

  notify(event: HealthEvent): void {
    const before = this.state.get();
    const { state, effects } = nextHealth(before, event);
    runInAction(() => this.state.set(state));
    this.watchBad();
    for (const effect of effects) this.run(effect);
    if (event === 'OPENED' && before.failures > 0 && state.phase === 'OPEN') this.handlers.onRecovered();
  }

  send(text: string): void {
    if (!this.socket) throw new Error('no socket');
    this.socket.send(text);
  }

  private run(effect: HealthEffect): void {
    const effects: Record<HealthEffect, () => void> = {
      connect: () => this.connect(),
      abandon: () => this.leave(1000),
      close: () => this.closeSilent(),
      watchIdle: () => this.wait(IDLE_BEFORE_PING, 'IDLE'),
      ping: () => {
        this.handlers.ping();
        this.wait(WAIT_FOR_PONG, 'SILENT');
      },
      planRetry: () => this.planRetry(),
      stopTimers: () => this.stopTimers(),
    };
    effects[effect]();
  }

  private connect(): void {
    const socket = this.environment.openSocket('/ws');
    this.socket = socket;
    socket.onOpen = () => {
      this.stopAuth = this.environment.timers.after(AUTH_TIMEOUT_MS, () => this.notify('SILENT'));
      this.handlers.onOpen(socket.sentToken);
    };
    socket.onMessage = (text) => {
      this.notify('RECEIVED');
      this.handlers.onMessage(text);
    };
    socket.onClose = (code, reason) => {
      this.forget(socket);
      this.handlers.onClose(code, reason);
      this.notify('CLOSED');
    };
    const late = this.state.get().failures > 0 ? RECONNECT_TIMEOUT_MS : SOCKET_TIMEOUT_MS;
    this.stopLate = this.environment.timers.after(late, () => this.notify('LATE'));
  }

  // A dead network may never answer the closing handshake, so it is not awaited.
  private closeSilent(): void {
    const { onClose } = this.handlers;
    this.leave(CLOSES.noReply);
    onClose(CLOSES.noReply, 'noReply');
  }

  private leave(code: number): void {
    const { socket } = this;
    if (!socket) return;
    this.forget(socket);
    socket.close(code);
  }

  private forget(socket: Socket): void {
    socket.onOpen = () => {};
    socket.onMessage = () => {};
    socket.onClose = () => {};
    if (this.socket === socket) this.socket = undefined;
  }

  private wait(milliseconds: number, event: HealthEvent): void {
    this.stopTimer = this.environment.timers.after(milliseconds, () => this.notify(event));
  }

  private planRetry(): void {
    const seconds = Math.ceil(backoff(this.state.get().failures, this.environment.random()));
    const tick = (left: number): void => {
      if (left <= 0) {
        this.notify('RETRY');
        return;
      }
      runInAction(() => this.countdown.set(left));
      this.stopTimer = this.environment.timers.after(SECOND_MS, () => tick(left - 1));
    };
    tick(seconds);
  }

  private watchBad(): void {
    if (this.health !== 'BAD') {
      this.stopLong?.();
      this.stopLong = undefined;
      runInAction(() => this.long.set(false));
      return;
    }
    this.stopLong ??= this.environment.timers.after(LONG_BAD_MS, () => runInAction(() => this.long.set(true)));
  }

  private stopTimers(): void {
    this.stopTimer?.();
    this.stopLate?.();
    this.stopAuth?.();
    this.stopTimer = undefined;
    this.stopLate = undefined;
    this.stopAuth = undefined;
    runInAction(() => this.countdown.set(undefined));
  }
}
