// One end of a call between two browsers, with sound and picture. The agent's end offers, the visitor's end answers. The server only forwards
// the descriptions of the connection.

import { observable, runInAction } from 'mobx';
import { PeerLink } from 'src/domain/assist/client/PeerLink.client.ts';
import type { AgentEvents, IceServer } from 'src/domain/assist/protocol.ts';

type CallEvent = 'webrtc_call_offer' | 'webrtc_call_answer' | 'webrtc_call_ice_candidate' | 'videofeed' | 'call_end';

interface CallOptions {
  readonly send: (event: CallEvent, payload: object) => void;
  /** Called when the connection failed, so that both sides end the call. */
  readonly onEnd: () => void;
}

/** Returns sound and picture; only sound without a camera; undefined if the person or the device gives neither. */
const ownMedia = async (): Promise<MediaStream | undefined> => {
  for (const wish of [
    { audio: true, video: true },
    { audio: true, video: false },
  ]) {
    try {
      return await navigator.mediaDevices.getUserMedia(wish);
    } catch {
      // The next wish asks for less.
    }
  }
  return undefined;
};

export class CallPeer {
  private readonly options: CallOptions;
  private readonly streams = observable.map<'own' | 'other', MediaStream>({}, { deep: false });
  private readonly camera = observable.map<'own' | 'other', boolean>({ own: true, other: true });
  private readonly running = observable.box(false);
  private link: PeerLink | undefined;
  private media: Promise<MediaStream | undefined> | undefined;
  private iceServers: readonly IceServer[] = [];
  /** Candidates that arrive while the browser asks for the camera. */
  private early: RTCIceCandidateInit[] = [];
  private other: string | undefined;

  constructor(options: CallOptions) {
    this.options = options;
  }

  /** The agent of the call, at the visitor's end. */
  get peer(): string | undefined {
    return this.other;
  }

  /** Observable. */
  get isRunning(): boolean {
    return this.running.get();
  }

  /** Observable. */
  stream(whose: 'own' | 'other'): MediaStream | undefined {
    return this.streams.get(whose);
  }

  /** Observable. */
  hasCamera(whose: 'own' | 'other'): boolean {
    const stream = this.streams.get(whose);
    return this.camera.get(whose) === true && stream !== undefined && stream.getVideoTracks().length > 0;
  }

  /** Asks for the camera and the microphone, once the person has accepted the call. */
  expect(peer: string): void {
    this.other = peer;
    this.begin();
  }

  configure(iceServers: readonly IceServer[]): void {
    this.iceServers = iceServers;
  }

  async offer(): Promise<void> {
    this.begin();
    const link = await this.open();
    if (link) this.options.send('webrtc_call_offer', { description: await link.offer() });
  }

  async receive(event: string, payload: object, from: string): Promise<void> {
    if (this.other !== undefined && from !== this.other) return;
    if (event === 'call_end') this.end();
    if (!this.isRunning) return;
    if (event === 'videofeed')
      runInAction(() => this.camera.set('other', (payload as AgentEvents['videofeed']).enabled));
    if (event === 'webrtc_call_offer') await this.answer(payload as AgentEvents['webrtc_call_offer']);
    if (event === 'webrtc_call_answer')
      await this.link?.settle((payload as AgentEvents['webrtc_call_answer']).description);
    if (event === 'webrtc_call_ice_candidate') {
      const { candidate } = payload as AgentEvents['webrtc_call_ice_candidate'];
      if (this.link) await this.link.addCandidate(candidate);
      else this.early.push(candidate);
    }
  }

  /** Switches the own camera. */
  setCamera(enabled: boolean): void {
    for (const track of this.streams.get('own')?.getVideoTracks() ?? []) track.enabled = enabled;
    runInAction(() => this.camera.set('own', enabled));
    this.options.send('videofeed', { enabled });
  }

  end(): void {
    const { media, link } = this;
    this.media = undefined;
    this.link = undefined;
    this.other = undefined;
    this.early = [];
    link?.close();
    void media?.then((stream) => stream?.getTracks().forEach((track) => track.stop()));
    runInAction(() => {
      this.running.set(false);
      this.streams.clear();
      this.camera.replace({ own: true, other: true });
    });
  }

  private begin(): void {
    this.media ??= ownMedia();
    runInAction(() => this.running.set(true));
  }

  private async open(): Promise<PeerLink | undefined> {
    const { media } = this;
    const stream = await media;
    // The call has ended while the browser asked for the camera.
    if (media !== this.media) return undefined;
    if (this.link) return this.link;
    const link = new PeerLink(this.iceServers, (candidate) =>
      this.options.send('webrtc_call_ice_candidate', { candidate }),
    );
    const { connection } = link;
    this.link = link;
    for (const candidate of this.early.splice(0)) void link.addCandidate(candidate);
    for (const track of stream?.getTracks() ?? []) if (stream) connection.addTrack(track, stream);
    if (!stream) for (const kind of ['audio', 'video']) connection.addTransceiver(kind, { direction: 'recvonly' });
    if (stream) runInAction(() => this.streams.set('own', stream));
    connection.addEventListener('track', ({ streams: [other] }) => {
      if (other) runInAction(() => this.streams.set('other', other));
    });
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'failed' && link === this.link) this.options.onEnd();
    });
    return link;
  }

  private async answer({ description }: AgentEvents['webrtc_call_offer']): Promise<void> {
    const link = await this.open();
    if (link) this.options.send('webrtc_call_answer', { description: await link.answer(description) });
  }
}
