// Opens and keeps the channels of this process, and connects each with its item, its recordings, the claim of its process, and the rights of its
// people.

import { randomUUID } from 'node:crypto';
import type { ItemId } from 'src/model/item/Item.ts';
import {
  createChannel,
  type HelpChannel,
  type HelpChannelPorts,
  type Seat,
} from 'src/domain/assist/helpChannel.server.ts';
import { helpersOf, mayHelp } from 'src/domain/assist/helpRights.server.ts';
import { iceServersAt } from 'src/domain/assist/iceServers.server.ts';
import type { Consent } from 'src/domain/assist/protocol.ts';
import { createRecorder } from 'src/domain/assist/recorder.server.ts';
import { createChannelEvents, type HelpChannelEvents } from 'src/domain/assist/channelEvents.server.ts';
import {
  ASSIST_CHANNEL,
  isOpenSession,
  noteAnswering,
  noteEnd,
  noteHelpers,
  channelClaim,
} from 'src/domain/assist/sessionItems.server.ts';
import { claimAt, endClaim, helpClaim, putClaim, type AreaGauge, type AreaRouteContext } from 'src/server/extend.ts';

/** Rights are checked at each change of the people's items, and at least this often. */
const CHECK_MS = 15_000;
/** A claim is confirmed at each check. */
const CLAIM_MS = 45_000;

export interface OpenChannel {
  readonly channel: HelpChannel;
  readonly events: HelpChannelEvents;
  /** Checks soon whether the agents may still help. */
  checkRights(): void;
}

export interface HelpChannels {
  /** Returns the channel of the session, which is opened when needed. An agent finds it `elsewhere` while another process has the visitor. */
  enter(session: ItemId, visitor: ItemId, isAgent?: boolean): Promise<OpenChannel | 'elsewhere'>;
  readonly gauges: readonly AreaGauge[];
}

/** Returns a function that logs failures of work of a channel. */
const logging =
  ({ services }: AreaRouteContext) =>
  (work: Promise<unknown>): void => {
    work.catch((error: unknown) => services.log('work for a session of help failed', error));
  };

interface Place {
  readonly routes: AreaRouteContext;
  readonly session: ItemId;
  readonly visitor: ItemId;
  readonly process: string;
}

/** Keeps the claims of a channel: its process, and the agents whose input may cause writes of the visitor. */
const createChannelClaims = ({ routes, session, visitor, process }: Place) => {
  const { database, clock } = routes.services;
  const run = logging(routes);
  const until = (): Date => new Date(clock.now().getTime() + CLAIM_MS);
  const controlOf = ({ id, user }: Seat) => [helpClaim(`${session}/${id}`), { person: visitor, helper: user }] as const;
  const confirm = (seat: Seat): void => {
    const [key, value] = controlOf(seat);
    run(putClaim(database, key, { value, until: until() }));
  };
  return {
    controlChanged(seat: Seat, isOn: boolean) {
      if (isOn) confirm(seat);
      else run(endClaim(database, ...controlOf(seat)));
    },
    confirm({ seats, links }: HelpChannel) {
      if (links.visitor) run(putClaim(database, channelClaim(session), { value: { process }, until: until() }));
      for (const seat of seats.values()) if (seat.consents.states.control === 'enabled') confirm(seat);
    },
    end: () => run(endClaim(database, channelClaim(session), { process })),
  };
};

/** Checks the rights of all people of a channel. */
const checkChannel = async ({ routes, session, visitor }: Place, channel: HelpChannel, known: Map<string, string>) => {
  const { services } = routes;
  const subject = await services.sessions.subjectOf(visitor);
  if (!subject) {
    channel.end('signedOut');
    return;
  }
  const changed: string[] = [];
  const note = (id: string, rights: unknown): void => {
    const text = JSON.stringify(rights);
    if (known.has(id) && known.get(id) !== text) changed.push(id);
    known.set(id, text);
  };
  note('visitor', subject);
  for (const seat of [...channel.seats.values()]) {
    // oxlint-disable-next-line no-await-in-loop -- few agents, whose items are cached
    const agent = await services.sessions.subjectOf(seat.user);
    if (!agent || !mayHelp(agent, subject)) channel.dismiss(seat);
    else note(seat.id, agent);
  }
  if (changed.length > 0) channel.rightsChanged(changed.filter((id) => id !== 'visitor'));
  await noteHelpers(services, session, await helpersOf(services, subject));
};

interface ChannelListeners {
  onEnded(): void;
  /** Called when a batch was sent to an agent. */
  onBatch(): void;
}

const openChannel = (
  place: Place,
  { onEnded, onBatch }: ChannelListeners,
): OpenChannel & { check(): Promise<void>; confirm(): void } => {
  const { routes, session, visitor } = place;
  const { services, settings } = routes;
  const run = logging(routes);
  const claims = createChannelClaims(place);
  const recorder = createRecorder({
    ...{ services, session, visitor, days: settings.assist.recordingDays },
    onStored(agent, recording) {
      const payload = { agent, ...(recording !== undefined && { recording }) };
      channel.links.toVisitor('recording_stored', payload, 'server');
      const seat = channel.seats.get(agent);
      if (seat) channel.links.toAgent(seat, 'recording_stored', payload, 'server');
    },
    onFailed(agent) {
      const seat = channel.seats.get(agent);
      if (seat) channel.endConsent(seat, 'recording', 'failed');
    },
  });
  const ports: HelpChannelPorts = {
    answered: (user) => run(noteAnswering(services, session, user)),
    controlChanged: claims.controlChanged,
    recordingChanged: (seat, isOn) => (isOn ? recorder.begin(seat) : recorder.finish(seat)),
    iceServers: () => iceServersAt(settings.assist, services.clock.now()),
    ended() {
      onEnded();
      claims.end();
      run(noteEnd(services, session));
    },
  };
  const channel = createChannel(ports);
  const rights = new Map<string, string>();
  const check = (): Promise<void> => checkChannel(place, channel, rights);
  return {
    ...{ channel, events: createChannelEvents(channel, recorder, onBatch), check },
    confirm: () => claims.confirm(channel),
    checkRights: () => run(check()),
  };
};

/** Numbers of the sessions of this process. */
const channelGauges = (channels: ReadonlyMap<ItemId, OpenChannel>, batches: () => number): readonly AreaGauge[] => {
  const agentsWith = (consent: Consent) => (): number =>
    [...channels.values()]
      .flatMap(({ channel }) => [...channel.seats.values()])
      .filter(({ consents }) => consents.states[consent] === 'enabled').length;
  return [
    {
      ...{ name: 'keeper_help_sessions', help: 'Sessions of help with a connected visitor.' },
      read: () => [...channels.values()].filter(({ channel }) => channel.links.visitor !== undefined).length,
    },
    { name: 'keeper_help_views', help: 'Helpers who see a page.', read: agentsWith('view') },
    { name: 'keeper_help_recordings', help: 'Recordings of help that run.', read: agentsWith('recording') },
    {
      ...{ name: 'keeper_help_batches_total', counts: true, help: 'Batches that this process sent to helpers.' },
      read: batches,
    },
  ];
};

export const createHelpChannels = (routes: AreaRouteContext): HelpChannels => {
  const { services } = routes;
  const { database, items, clock } = services;
  const channels = new Map<ItemId, ReturnType<typeof openChannel>>();
  const run = logging(routes);
  const process = randomUUID();
  let batches = 0;

  const isElsewhere = async (session: ItemId): Promise<boolean> => {
    const claim = (await claimAt(database, channelClaim(session), clock.now())) as { process: string } | undefined;
    return claim !== undefined && claim.process !== process;
  };

  /** One after the other, so that requests are answered in between. */
  const checkAll = async (): Promise<void> => {
    for (const [session, entry] of [...channels]) {
      if (entry.channel.links.visitor === undefined && (await isElsewhere(session))) {
        channels.delete(session);
        entry.channel.move();
      } else {
        entry.confirm();
        await entry.check();
      }
    }
  };
  setInterval(() => run(checkAll()), CHECK_MS).unref();

  /** Ends the channels whose sessions were ended by an action. */
  const endEnded = async (): Promise<void> => {
    const stored = await items.findMany(database, [...channels.keys()]);
    const open = new Set(stored.filter(isOpenSession).map(({ id }) => id));
    for (const [id, { channel }] of [...channels]) if (!open.has(id)) channel.end('visitor');
  };
  run(database.listen(ASSIST_CHANNEL, () => run(endEnded())));

  const channelAt = (session: ItemId, visitor: ItemId): ReturnType<typeof openChannel> => {
    const known = channels.get(session);
    if (known) return known;
    const entry = openChannel(
      { routes, session, visitor, process },
      { onEnded: () => channels.delete(session), onBatch: () => void (batches += 1) },
    );
    channels.set(session, entry);
    return entry;
  };

  return {
    gauges: channelGauges(channels, () => batches),
    async enter(session, visitor, isAgent = false) {
      if (isAgent && channels.get(session)?.channel.links.visitor === undefined && (await isElsewhere(session)))
        return 'elsewhere';
      const entry = channelAt(session, visitor);
      if (!isAgent) {
        await putClaim(database, channelClaim(session), {
          value: { process },
          until: new Date(clock.now().getTime() + CLAIM_MS),
        });
      }
      entry.checkRights();
      return entry;
    },
  };
};
