// Reads the frames of the assist channel: each event has one schema for each side that may send it. A frame that is none of them is refused
// before anything else looks at it.

import { Ajv, type ValidateFunction } from 'ajv';
import { isRecord } from 'src/base/isRecord.ts';
import type { AgentEvents, RefusalReason, VisitorEvents } from 'src/domain/assist/protocol.ts';

type Schema = Readonly<Record<string, unknown>>;

const object = (properties: Schema, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

const AGENT = { type: 'string', minLength: 1, maxLength: 160 };
const COORDINATE = { type: 'number', minimum: -100_000, maximum: 10_000_000 };
const NODE = { type: 'integer', minimum: -1, maximum: 2_147_483_647 };
const ASSIST_COUNTER = { type: 'integer', minimum: 0, maximum: 4_294_967_295 };
const ASSIST_FLAG = { type: 'boolean' };
/** Session descriptions have a few kilobytes. */
const ASSIST_DESCRIPTION = object(
  { type: { type: 'string', maxLength: 20 }, sdp: { type: 'string', maxLength: 200_000 } },
  ['sdp'],
);
const CANDIDATE = object(
  {
    candidate: { type: 'string', maxLength: 4_000 },
    sdpMid: { type: ['string', 'null'], maxLength: 200 },
    sdpMLineIndex: { type: ['integer', 'null'] },
    usernameFragment: { type: ['string', 'null'], maxLength: 300 },
  },
  ['sdpMid', 'sdpMLineIndex', 'usernameFragment'],
);

const ASSIST_NOTHING = object({});
const TO_AGENT = object({ agent: AGENT });
const ASSIST_POINT = object({ x: COORDINATE, y: COORDINATE });

const callRules = (peer: Schema) => ({
  call_end: object(peer),
  webrtc_call_offer: object({ ...peer, description: ASSIST_DESCRIPTION }),
  webrtc_call_answer: object({ ...peer, description: ASSIST_DESCRIPTION }),
  webrtc_call_ice_candidate: object({ ...peer, candidate: CANDIDATE }),
  videofeed: object({ ...peer, enabled: ASSIST_FLAG }),
});

const VISITOR_RULES: Readonly<Record<keyof VisitorEvents, Schema>> = {
  ...callRules({ agent: AGENT }),
  UPDATE_SESSION: object({
    active: ASSIST_FLAG,
    pageTitle: { type: 'string', maxLength: 500 },
    path: { type: 'string', maxLength: 2_000 },
    viewport: object({ width: COORDINATE, height: COORDINATE }),
  }),
  mask_for: object({ mask: ASSIST_COUNTER, agents: { type: 'array', items: AGENT, maxItems: 20 } }),
  messages: object({ mask: ASSIST_COUNTER, batch: ASSIST_COUNTER, events: { type: 'array', maxItems: 20_000 } }),
  view_granted: TO_AGENT,
  view_rejected: TO_AGENT,
  stop_view: TO_AGENT,
  control_granted: TO_AGENT,
  control_rejected: TO_AGENT,
  control_busy: TO_AGENT,
  stop_control: TO_AGENT,
  recording_accepted: TO_AGENT,
  recording_rejected: TO_AGENT,
  recording_busy: TO_AGENT,
  stop_recording: TO_AGENT,
  call_accepted: TO_AGENT,
  call_rejected: TO_AGENT,
  canvas_offer: object({ agent: AGENT, node: NODE, description: ASSIST_DESCRIPTION }),
  canvas_ice: object({ agent: AGENT, node: NODE, candidate: CANDIDATE }),
  canvas_state: object({
    ...{ agent: AGENT, node: NODE, width: COORDINATE, height: COORDINATE },
    state: { enum: ['shown', 'rights', 'own', 'crowded', 'foreign', 'gone'] },
  }),
  end_all: ASSIST_NOTHING,
  end_session: ASSIST_NOTHING,
};

const AGENT_RULES: Readonly<Record<keyof AgentEvents, Schema>> = {
  ...callRules({}),
  request_view: ASSIST_NOTHING,
  stop_view: ASSIST_NOTHING,
  request_snapshot: ASSIST_NOTHING,
  request_control: ASSIST_NOTHING,
  stop_control: ASSIST_NOTHING,
  request_recording: ASSIST_NOTHING,
  stop_recording: ASSIST_NOTHING,
  call_request: ASSIST_NOTHING,
  canvas_answer: object({ node: NODE, description: ASSIST_DESCRIPTION }),
  canvas_ice: object({ node: NODE, candidate: CANDIDATE }),
  move: object({ x: COORDINATE, y: COORDINATE, node: NODE }, ['node']),
  click: object({ x: COORDINATE, y: COORDINATE, node: NODE, button: NODE, count: NODE }, ['node', 'button', 'count']),
  scroll: object({ node: NODE, left: COORDINATE, top: COORDINATE }, ['node']),
  input: object({ node: NODE, value: { type: 'string', maxLength: 100_000 } }),
  focus: object({ node: NODE }),
  key: object(
    {
      key: { type: 'string', minLength: 1, maxLength: 40 },
      shift: ASSIST_FLAG,
      ctrl: ASSIST_FLAG,
      alt: ASSIST_FLAG,
      meta: ASSIST_FLAG,
    },
    ['shift', 'ctrl', 'alt', 'meta'],
  ),
  annotation_start: ASSIST_POINT,
  annotation_move: ASSIST_POINT,
  annotation_end: ASSIST_POINT,
  end_session: ASSIST_NOTHING,
};

type Rules = ReadonlyMap<string, ValidateFunction>;

const compiledRules = (rules: Readonly<Record<string, Schema>>): Rules => {
  const ajv = new Ajv({ allowUnionTypes: true });
  return new Map(Object.entries(rules).map(([event, schema]) => [event, ajv.compile(schema)]));
};

const ASSIST_RULES = { session: compiledRules(VISITOR_RULES), agent: compiledRules(AGENT_RULES) };

export interface AssistFrame {
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface RefusedFrame {
  readonly event: string;
  readonly refused: RefusalReason;
}

const parsedValue = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Returns the frame in a text of a visitor or an agent, or why there is none. */
export const readAssistFrame = (side: 'session' | 'agent', text: string): AssistFrame | RefusedFrame => {
  const value = parsedValue(text);
  if (!Array.isArray(value) || value.length !== 2 || typeof value[0] !== 'string')
    return { event: '', refused: 'malformed' };
  const [event, payload] = value as [string, unknown];
  const validate = ASSIST_RULES[side].get(event);
  // An unknown name is not repeated in the answer.
  if (!validate) return { event: '', refused: 'unknown' };
  if (!isRecord(payload) || !validate(payload)) return { event, refused: 'malformed' };
  return { event, payload };
};
