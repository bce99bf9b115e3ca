// A connection between two browsers, whose descriptions and candidates the channel forwards. Candidates that arrive before the description wait.

import type { IceServer, SignalData } from 'src/domain/assist/protocol.ts';

const linkDescription = ({ type, sdp }: SignalData): RTCSessionDescriptionInit => ({
  type: type === 'offer' ? 'offer' : 'answer',
  sdp: typeof sdp === 'string' ? sdp : '',
});

export class PeerLink {
  readonly connection: RTCPeerConnection;
  private waiting: RTCIceCandidateInit[] = [];

  constructor(iceServers: readonly IceServer[], onCandidate: (candidate: SignalData) => void) {
    this.connection = new RTCPeerConnection({
      iceServers: iceServers.map(({ urls, ...secret }) => ({ ...secret, urls: [...urls] })),
    });
    this.connection.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate) onCandidate({ ...candidate.toJSON() });
    });
  }

  async offer(): Promise<SignalData> {
    await this.connection.setLocalDescription(await this.connection.createOffer());
    return { ...this.connection.localDescription?.toJSON() };
  }

  async answer(description: SignalData): Promise<SignalData> {
    await this.settle(description);
    await this.connection.setLocalDescription(await this.connection.createAnswer());
    return { ...this.connection.localDescription?.toJSON() };
  }

  /** Takes the description of the other side. */
  async settle(description: SignalData): Promise<void> {
    await this.connection.setRemoteDescription(linkDescription(description));
    for (const candidate of this.waiting.splice(0)) await this.connection.addIceCandidate(candidate);
  }

  async addCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    if (this.connection.remoteDescription) await this.connection.addIceCandidate(candidate);
    else this.waiting.push(candidate);
  }

  close(): void {
    this.connection.close();
  }
}
