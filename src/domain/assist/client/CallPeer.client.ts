// One end of a call between two browsers, with sound and picture. The agent's end offers, the visitor's end answers. The server only forwards
// the descriptions of the connection.

import { observable, runInAction } from 'mobx';
import type { AgentEvents, IceServer, SignalData } from 'src/domain/assist/protocol.ts';

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

const callDescription = ({ type, sdp }: SignalData): RTCSessionDescriptionInit => ({
  type: type === 'offer' ? 'offer' : 'answer',
  sdp: typeof sdp === 'string' ? sdp : '',
});

export class CallPeer {
  private readonly options: CallOptions;
  private readonly streams = observable.map<'own' | 'other', MediaStream>({}, { deep: false });
  private readonly camera = observable.map<'own' | 'other', boolean>({ own: true, other: true });
  private readonly running = observable.box(false);
  private connection: RTCPeerConnection | undefined;
  private media: Promise<MediaStream | undefined> | undefined;
  private iceServers: readonly IceServer[] = [];
  private waiting: RTCIceCandidateInit[] = [];
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
    const connection = await this.open();
    if (!connection) return;
    await connection.setLocalDescription(await connection.createOffer());
    this.options.send('webrtc_call_offer', { description: connection.localDescription?.toJSON() ?? {} });
  }

  async receive(event: string, payload: object, from: string): Promise<void> {
    if (this.other !== undefined && from !== this.other) return;
    if (event === 'call_end') this.end();
    if (!this.isRunning) return;
    if (event === 'videofeed')
      runInAction(() => this.camera.set('other', (payload as AgentEvents['videofeed']).enabled));
    if (event === 'webrtc_call_offer') await this.answer(payload as AgentEvents['webrtc_call_offer']);
    if (event === 'webrtc_call_answer') await this.settle(payload as AgentEvents['webrtc_call_answer']);
    if (event === 'webrtc_call_ice_candidate')
      await this.addCandidate(payload as AgentEvents['webrtc_call_ice_candidate']);
  }

  /** Switches the own camera. */
  setCamera(enabled: boolean): void {
    for (const track of this.streams.get('own')?.getVideoTracks() ?? []) track.enabled = enabled;
    runInAction(() => this.camera.set('own', enabled));
    this.options.send('videofeed', { enabled });
  }

  end(): void {
    const { media, connection } = this;
    this.media = undefined;
    this.connection = undefined;
    this.other = undefined;
    this.waiting = [];
    connection?.close();
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

  private async open(): Promise<RTCPeerConnection | undefined> {
    const { media } = this;
    const stream = await media;
    // The call has ended while the browser asked for the camera.
    if (media !== this.media) return undefined;
    if (this.connection) return this.connection;
    const connection = new RTCPeerConnection({
      iceServers: this.iceServers.map(({ urls, ...secret }) => ({ ...secret, urls: [...urls] })),
    });
    this.connection = connection;
    for (const track of stream?.getTracks() ?? []) if (stream) connection.addTrack(track, stream);
    if (!stream) for (const kind of ['audio', 'video']) connection.addTransceiver(kind, { direction: 'recvonly' });
    if (stream) runInAction(() => this.streams.set('own', stream));
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate) this.options.send('webrtc_call_ice_candidate', { candidate: candidate.toJSON() });
    });
    connection.addEventListener('track', ({ streams: [other] }) => {
      if (other) runInAction(() => this.streams.set('other', other));
    });
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'failed' && connection === this.connection) this.options.onEnd();
    });
    return connection;
  }

  private async answer({ description }: AgentEvents['webrtc_call_offer']): Promise<void> {
    const connection = await this.open();
    if (!connection) return;
    await connection.setRemoteDescription(callDescription(description));
    await this.addWaiting(connection);
    await connection.setLocalDescription(await connection.createAnswer());
    this.options.send('webrtc_call_answer', { description: connection.localDescription?.toJSON() ?? {} });
  }

  private async settle({ description }: AgentEvents['webrtc_call_answer']): Promise<void> {
    const { connection } = this;
    if (!connection) return;
    await connection.setRemoteDescription(callDescription(description));
    await this.addWaiting(connection);
  }

  private async addCandidate({ candidate }: AgentEvents['webrtc_call_ice_candidate']): Promise<void> {
    if (this.connection?.remoteDescription) await this.connection.addIceCandidate(candidate);
    else this.waiting.push(candidate);
  }

  private async addWaiting(connection: RTCPeerConnection): Promise<void> {
    for (const candidate of this.waiting.splice(0)) await connection.addIceCandidate(candidate);
  }
}
