// The frames and the constants of the assist channel, for both sides. A visitor is one browser tab of the person who asked for help; an agent
// is one tab of a person who helps. The names of events are those of OpenReplay's assist, except for what it has no event for.
//
// Text frames are JSON arrays: a client sends `[event, payload]`, the server sends `[event, payload, from]`. `from` is the id of the agent, or
// 'visitor', or 'server'; the server knows it from the socket and never from a payload. The first frame of a client is
// `['tokenAuth', {token}]`, answered by `['authed', {id}]`. Binary frames carry what is compressed: see `BINARY`.

import type { ItemId } from 'src/model/item/Item.ts';

/**
 * Address of the channel. Query: `peerId` (id of the AssistSession), `identity`, `tabId` (random, 8 to 64 letters and digits, kept by the tab
 * across reconnects), `sessionInfo` (JSON of a SessionInfo, of visitors).
 */
export const ASSIST_SOCKET = '/ws-assist/socket';

export type AssistIdentity = 'session' | 'agent';

/** Source: docs/decisions/0106-help-on-the-spot.md. Times in milliseconds. */
export const ASSIST = {
  consentMs: 30_000,
  reconnect: { attempts: 30, minDelayMs: 1_000, maxDelayMs: 25_000 },
  /** Messages (events of the recorder): compressed from `compressFrom` on, split above `splitAbove`. */
  batch: { compressFrom: 5_000, splitAbove: 10_000 },
  canvas: { framesPerSecond: 30, checkEveryMs: 5_000 },
  annotationFadeMs: 4_000,
  agentNameLength: 20,
} as const;

/** Limits of the server. */
export const ASSIST_LIMITS = {
  /** Bytes of one frame; a larger snapshot is compressed or split into several batches. */
  frameBytes: 4_194_304,
  /** Bytes of one frame of an agent; session descriptions are the largest. */
  agentFrameBytes: 262_144,
  /** Bytes that may wait for an agent who does not read; beyond it the socket is closed. */
  bufferedBytes: 16_777_216,
  /** Bytes of one compressed batch after decompression. */
  batchBytes: 67_108_864,
  /** Characters of one recording; it ends there. */
  recordingBytes: 1_073_741_824,
  /** A visitor whose tab has been away for longer has ended the session. */
  awayMs: 120_000,
  /** An agent whose connection is lost keeps the view for so long. */
  agentAwayMs: 30_000,
  agentsPerSession: 8,
} as const;

/**
 * Codes with which the server closes a socket, besides those of `/ws`. The client connects again only after
 * `elsewhere`: another process has the session.
 */
export const ASSIST_CLOSES = { ended: 4410, refused: 4411, elsewhere: 4412, replaced: 4413 } as const;

/** First bytes of a binary frame: kind (1 byte), mask (4 bytes), batch (4 bytes), both unsigned and big-endian; then the gzip data. */
export const BINARY = { headerBytes: 9, kinds: { messages_gz: 1 } } as const;

/** Consents of a visitor for one agent. */
export const CONSENTS = ['view', 'control', 'recording', 'call'] as const;
export type Consent = (typeof CONSENTS)[number];

/** `requested` lapses after ASSIST.consentMs. */
export type ConsentState = 'off' | 'requested' | 'enabled';

export interface AgentState extends Readonly<Record<Consent, ConsentState>> {
  /** Id of the agent in this session: one tab of one person. */
  readonly id: string;
  readonly user: ItemId;
  /** At most ASSIST.agentNameLength characters. */
  readonly name: string;
}

export interface SessionInfo {
  /** The tab is visible. */
  readonly active: boolean;
  /** Masked as all other text. */
  readonly pageTitle: string;
  readonly path: string;
  readonly viewport: { readonly width: number; readonly height: number };
}

/**
 * A picture on the page, such as a map: shown, or why it is a box. `rights`: an agent may not read all of it. `own`: it shows something that is no
 * item. `crowded`: it shows too much to be checked. `foreign`: it has content of another site. `gone`: it is not on the page any longer.
 */
export type PictureState = 'shown' | 'rights' | 'own' | 'crowded' | 'foreign' | 'gone';

/** Session description or ICE candidate, as the browser made it. */
export type SignalData = Readonly<Record<string, unknown>>;

interface ToAgent {
  readonly agent: string;
}

type None = Readonly<Record<string, never>>;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Position in the viewport of the visitor, and the node of the recorder under it. */
interface PointOnNode extends Point {
  readonly node?: number;
}

/** Events in both directions between the visitor and one agent. */
interface CallEvents<Peer> {
  readonly call_end: Peer;
  readonly webrtc_call_offer: Peer & { readonly description: SignalData };
  readonly webrtc_call_answer: Peer & { readonly description: SignalData };
  readonly webrtc_call_ice_candidate: Peer & { readonly candidate: SignalData };
  /** The camera of the sender is on or off. */
  readonly videofeed: Peer & { readonly enabled: boolean };
}

/** Payloads that a visitor sends. */
export interface VisitorEvents extends CallEvents<ToAgent> {
  readonly UPDATE_SESSION: SessionInfo;
  /**
   * Batches with the number `mask` are masked for these agents; the server sends them to no other agent. The visitor announces a new number
   * before its first batch, whenever the agents with a view change, and begins with a full snapshot.
   */
  readonly mask_for: { readonly mask: number; readonly agents: readonly string[] };
  readonly messages: { readonly mask: number; readonly batch: number; readonly events: readonly unknown[] };
  readonly view_granted: ToAgent;
  readonly view_rejected: ToAgent;
  readonly stop_view: ToAgent;
  readonly control_granted: ToAgent;
  readonly control_rejected: ToAgent;
  readonly control_busy: ToAgent;
  readonly stop_control: ToAgent;
  readonly recording_accepted: ToAgent;
  readonly recording_rejected: ToAgent;
  readonly recording_busy: ToAgent;
  readonly stop_recording: ToAgent;
  readonly call_accepted: ToAgent;
  readonly call_rejected: ToAgent;
  readonly canvas_offer: ToAgent & { readonly node: number; readonly description: SignalData };
  readonly canvas_ice: ToAgent & { readonly node: number; readonly candidate: SignalData };
  /** Comes before the first `canvas_offer` of the node, and with each change. The size is in pixels of the page. */
  readonly canvas_state: ToAgent & {
    readonly node: number;
    readonly state: PictureState;
    readonly width: number;
    readonly height: number;
  };
  /** Ends the view, control, recording and call of every agent. The session stays open. */
  readonly end_all: None;
  readonly end_session: None;
}

/** Payloads that an agent sends. */
export interface AgentEvents extends CallEvents<None> {
  readonly request_view: None;
  readonly stop_view: None;
  /** Asks for a new full snapshot, after a gap in the numbers of batches. */
  readonly request_snapshot: None;
  readonly request_control: None;
  readonly stop_control: None;
  readonly request_recording: None;
  readonly stop_recording: None;
  readonly call_request: None;
  readonly canvas_answer: { readonly node: number; readonly description: SignalData };
  readonly canvas_ice: { readonly node: number; readonly candidate: SignalData };
  readonly move: PointOnNode;
  readonly click: PointOnNode & { readonly button?: number; readonly count?: number };
  readonly scroll: { readonly node?: number; readonly left: number; readonly top: number };
  readonly input: { readonly node: number; readonly value: string };
  readonly focus: { readonly node: number };
  readonly key: {
    readonly key: string;
    readonly shift?: boolean;
    readonly ctrl?: boolean;
    readonly alt?: boolean;
    readonly meta?: boolean;
  };
  readonly annotation_start: Point;
  readonly annotation_move: Point;
  readonly annotation_end: Point;
  readonly end_session: None;
}

/** A consent that ended, and why. */
export type EndReason = 'stopped' | 'lapsed' | 'left' | 'right' | 'failed';

/** The reason for which a frame was refused: it was not a frame of the channel, not of this side, or not permitted in the present state. */
export type RefusalReason = 'malformed' | 'unknown' | 'notAllowed' | 'noConsent' | 'outOfOrder' | 'busy' | 'tooMany';

export type SessionEndReason = 'visitor' | 'agent' | 'away' | 'signedOut' | 'disabled';

/** Payloads of the server itself. Events of the other side come with their own names and the payload as it was sent, without `agent`. */
export interface ServerEvents {
  /** `id`: this agent, or 'visitor'. */
  readonly authed: { readonly id: string };
  /** The present state, after each change. An agent sees the others without their consents other than control and view. */
  readonly agents: { readonly visitor: { readonly connected: boolean }; readonly agents: readonly AgentState[] };
  readonly agent_left: { readonly agent: string };
  /** The agent's right has ended; everything of the agent is off. The agent's socket closes. */
  readonly right_ended: { readonly agent: string };
  /**
   * Tells the visitor that the rights of the agent, or of the visitor, have changed. Nothing is sent to agents until the visitor has asked
   * `assistReadable` again, and has announced a new mask.
   */
  readonly rights_changed: { readonly agents: readonly string[] };
  /** A request lapsed, or something that was enabled has ended. Sent to both sides. */
  readonly consent_ended: { readonly agent: string; readonly consent: Consent; readonly reason: EndReason };
  /** Recording stored; `recording` is undefined if nothing was recorded. */
  readonly recording_stored: { readonly agent: string; readonly recording?: ItemId };
  /** Servers for connections between the two browsers: after call_accepted and view_granted to both sides, and to a visitor who comes back. */
  readonly WEBRTC_CONFIG: { readonly iceServers: readonly IceServer[]; readonly purpose: 'call' | 'canvas' };
  readonly session_ended: { readonly reason: SessionEndReason };
  readonly refused: { readonly event: string; readonly reason: RefusalReason };
}

export interface IceServer {
  readonly urls: readonly string[];
  readonly username?: string;
  readonly credential?: string;
}

/** Events of agents as the visitor receives them, with the agent's id as `from`. Requests also name the agent. */
export type RequestPayload = { readonly agent: Pick<AgentState, 'id' | 'name'> };
