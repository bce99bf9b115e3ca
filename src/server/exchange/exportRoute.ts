// `POST /api/export`: what a search finds, or the items named, as a file. It is made while it is taken: rights are looked at again for each
// page, the work ends when the client goes or the server stops, and who reads nothing is cut off.

import type { LiveSession } from 'src/server/context.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { VISITOR } from 'src/model/access/Subject.ts';
import type { ExportRequest } from 'src/model/generated/wire.ts';
import { routeValidators } from 'src/model/generated/wireValidators.ts';
import { invalid, problem } from 'src/model/problems.ts';
import { rulesOfErrors } from 'src/model/schema/ruleOfError.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { ExchangeNeeds } from 'src/server/exchange/ExchangeNeeds.ts';
import { createExportSlots, type ExportSlots } from 'src/server/exchange/exportSlots.ts';
import { endSilence } from 'src/server/exchange/endSilence.ts';
import { openExport, type OpenedExport } from 'src/server/exchange/exportStream.ts';
import type { Sessions } from 'src/server/sessions/sessions.ts';
import { MAX_REPORTED_ERRORS, EXPORT_BODY_BYTES } from 'src/server/limits.ts';
import { admitting, admittedSession } from 'src/server/http/largeBodies.ts';
import { dispositionOf } from 'src/server/http/contentDisposition.ts';
import { limitName } from 'src/server/http/caller.ts';
import { bodyText } from 'src/server/http/requestText.ts';
import { httpCaller, type RouteContext } from 'src/server/http/routeContext.ts';
import { answeringProblems } from 'src/server/http/errorToHttp.ts';
import { USER_FILE_POLICY } from 'src/server/http/securityHeaders.ts';

/** Services that this route needs. */
export interface ExportRouteNeeds extends ExchangeNeeds {
  readonly sessions: Pick<Sessions, 'continued'>;
}

const bodyIn = (request: FastifyRequest): unknown => {
  const text = bodyText(request);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw problem('parseRequestFailed');
  }
};

const exportRequest = (request: FastifyRequest): ExportRequest => {
  const validate = routeValidators['export'];
  if (!validate) throw new Error('no validator for the body of an export');
  const body = bodyIn(request);
  if (!validate(body)) throw invalid(rulesOfErrors(validate.errors ?? []).slice(0, MAX_REPORTED_ERRORS));
  return body as ExportRequest;
};

const readFilterNowOf =
  ({ services }: RouteContext<ExportRouteNeeds>, session: LiveSession | undefined) =>
  async (): Promise<ReadFilter> => {
    const now = session && (await services.sessions.continued(session));
    if (session && !now) throw problem('notSignedIn');
    return await services.readFilters.readFilterFor(now?.subject ?? VISITOR);
  };

interface Running {
  readonly stopping: AbortSignal;
  readonly places: ExportSlots;
}

const MOST_TYPES_LOGGED = 5;

/**
 * The exports of visitors contain only what is public. The name of the file is not stored, because it can be the title of a record that is
 * erased later.
 */
const logExport = async (
  { services }: RouteContext<ExportRouteNeeds>,
  { count, subject, types }: OpenedExport,
  format: string,
): Promise<void> => {
  const { userId, actingAdminId } = subject;
  if (userId === undefined) return;
  const detail = types.length > MOST_TYPES_LOGGED ? format : `${format} · ${types.join(', ')}`;
  await services.adminLog.addNow({ kind: 'EXPORTED', detail, count }, { by: userId, actor: actingAdminId });
};

const sendExport = async (
  routes: RouteContext<ExportRouteNeeds>,
  { stopping, places }: Running,
  [request, reply]: readonly [request: FastifyRequest, reply: FastifyReply],
): Promise<FastifyReply> => {
  const session = admittedSession(request);
  const caller = httpCaller(routes, request, session);
  await routes.limiter.take('export', caller);
  const exportOptions = exportRequest(request);
  // A client that has already closed emits no further event and would occupy a slot forever.
  if (reply.raw.destroyed) throw problem('timeout');
  const left = new AbortController();
  const place = places.take(limitName(caller));
  reply.raw.once('close', () => {
    place.leave();
    left.abort(problem('timeout'));
  });
  endSilence(reply.raw, place);
  const gone = AbortSignal.any([left.signal, stopping, place.lost]);
  const readFilterNow = readFilterNowOf(routes, session);
  const opened = await openExport({ services: routes.services, readFilterNow, gone, wait: place.wait }, exportOptions);
  await logExport(routes, opened, exportOptions.format);
  gone.throwIfAborted();
  return await reply
    .type(opened.media)
    .header('content-security-policy', USER_FILE_POLICY)
    .header('content-disposition', dispositionOf('attachment', opened.name))
    .send(opened.content);
};

export const exportRoute = (server: FastifyInstance, routes: RouteContext<ExportRouteNeeds>): void => {
  const stopping = new AbortController();
  const { services, settings } = routes;
  const running: Running = {
    stopping: stopping.signal,
    places: createExportSlots(settings.limits, services.clock),
  };
  server.addHook('preClose', (done) => {
    stopping.abort(problem('timeout'));
    done();
  });
  server.post(
    '/api/export',
    { ...admitting(routes), bodyLimit: EXPORT_BODY_BYTES },
    answeringProblems(routes, (request, reply) => sendExport(routes, running, [request, reply])),
  );
};
