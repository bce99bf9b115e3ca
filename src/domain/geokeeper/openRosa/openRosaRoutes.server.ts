// `/openrosa/{secret}`: the form list, the forms with their media, and submissions, as ODK Collect and other OpenRosa clients use them. The
// secret in the address is the sign-in: the person created it and can end it at any time.

import { rm } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  createFormCaches,
  findCollectForm,
  formsToCollect,
  md5OfFile,
  mediaOfForm,
  type CollectContext,
  type ListedForm,
} from 'src/domain/geokeeper/openRosa/collectForms.server.ts';
import {
  ACCEPTED_BYTES,
  openRosaWords,
  sendMessage,
  sendRefusal,
  sendXml,
  withOpenRosaHeaders,
} from 'src/domain/geokeeper/openRosa/openRosaMessage.server.ts';
import { OPEN_ROSA_PATH, openRosaCaller } from 'src/domain/geokeeper/openRosa/openRosaPerson.server.ts';
import { readMultipart } from 'src/domain/geokeeper/openRosa/readMultipart.server.ts';
import { storeSubmission } from 'src/domain/geokeeper/openRosa/storeSubmission.server.ts';
import { SENT_AT_ONCE } from 'src/domain/geokeeper/records/storeRecord.server.ts';
import { problem } from 'src/model/problems.ts';
import {
  createSemaphore,
  createTokenBuckets,
  element,
  type AddAreaRoutes,
  type AreaRouteContext,
  type Semaphore,
  type XmlElement,
} from 'src/server/extend.ts';

interface OpenRosaRequest {
  readonly routes: AreaRouteContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly context: CollectContext;
  readonly base: string;
}

type Answer = (asked: OpenRosaRequest) => Promise<FastifyReply>;

const FORM_PATH = `${OPEN_ROSA_PATH}/forms/:form/:version`;
const CREATED = 201;
const NO_CONTENT = 204;

const parameterOf = ({ request }: OpenRosaRequest, name: string): string => {
  const value = (request.params as Readonly<Record<string, string | undefined>>)[name];
  return value ?? '';
};

const openRosaQueryOf = ({ request }: OpenRosaRequest, name: string): string | undefined => {
  const value = (request.query as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : undefined;
};

const textElement = (name: string, text: string): XmlElement => element(name, {}, [text]);

const formAddress = (base: string, { formDef, version }: Pick<ListedForm, 'formDef' | 'version'>): string =>
  `${base}/forms/${formDef.$id}/${version}`;

/** A body of unknown length counts as a usual one. */
const contentLengthOf = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? ACCEPTED_BYTES);

const sendFormList: Answer = async (asked) => {
  const { context, base, reply } = asked;
  const forms = await formsToCollect(context);
  const wanted = openRosaQueryOf(asked, 'formID');
  const isVerbose = openRosaQueryOf(asked, 'verbose') === 'true';
  const listed: XmlElement[] = [];
  for (const each of forms) {
    const { formDef, program, version, md5 } = each;
    if (wanted !== undefined && wanted !== formDef.$id) continue;
    const isShared = forms.some((other) => other !== each && other.formDef.$label === formDef.$label);
    const address = formAddress(base, each);
    const hasMedia = (await mediaOfForm(context, each)).length > 0;
    listed.push(
      element('xform', {}, [
        textElement('formID', formDef.$id),
        textElement('name', isShared ? `${formDef.$label} (${program.$label})` : formDef.$label),
        textElement('version', String(version)),
        textElement('hash', `md5:${md5}`),
        ...(isVerbose ? [textElement('descriptionText', String(formDef['description'] ?? ''))] : []),
        textElement('downloadUrl', `${address}/form.xml`),
        ...(hasMedia ? [textElement('manifestUrl', `${address}/manifest`)] : []),
      ]),
    );
  }
  return sendXml(reply, element('xforms', { xmlns: 'http://openrosa.org/xforms/xformsList' }, listed));
};

const wantedForm = (asked: OpenRosaRequest): Promise<ListedForm> =>
  findCollectForm(asked.context, { form: parameterOf(asked, 'form'), version: parameterOf(asked, 'version') });

const sendForm: Answer = async (asked) => sendXml(asked.reply, (await wantedForm(asked)).xml);

const sendManifest: Answer = async (asked) => {
  const { context, base, reply } = asked;
  const form = await wantedForm(asked);
  const listed: XmlElement[] = [];
  for (const file of await mediaOfForm(context, form))
    listed.push(
      element('mediaFile', {}, [
        textElement('filename', file.name),
        textElement('hash', `md5:${await md5OfFile(context, file)}`),
        textElement('downloadUrl', `${formAddress(base, form)}/media/${file.id}`),
      ]),
    );
  return sendXml(reply, element('manifest', { xmlns: 'http://openrosa.org/xforms/xformsManifest' }, listed));
};

const sendMedia: Answer = async (asked) => {
  const { context, reply } = asked;
  const wanted = parameterOf(asked, 'file');
  const file = (await mediaOfForm(context, await wantedForm(asked))).find(({ id }) => id === wanted);
  const size = file && (await context.services.files.size(file.sha256));
  if (!file || size === undefined) throw problem('notFound');
  return withOpenRosaHeaders(reply)
    .type('application/octet-stream')
    .header('content-length', String(size))
    .header('content-disposition', 'attachment')
    .send(context.services.files.read(file.sha256));
};

const sendSubmissionHeaders: Answer = async ({ reply, base }) =>
  withOpenRosaHeaders(reply).code(NO_CONTENT).header('location', `${base}/submission`).send();

/** Submissions of one person that arrive at the same time. */
const MAX_AT_ONCE = 8;
const AT_ONCE_RETRY_S = 2;

interface SubmissionLimits {
  /** Runs the work; throws `rateLimited` when the person sends too much, or too many submissions at once. */
  within<T>(person: string, bytes: number, work: () => Promise<T>): Promise<T>;
}

const createSubmissionLimits = ({ services, settings }: AreaRouteContext): SubmissionLimits => {
  const buckets = createTokenBuckets(settings.limits.upload, services.clock);
  const counts = new Map<string, number>();
  return {
    async within(person, bytes, work) {
      const count = counts.get(person) ?? 0;
      const retryAfter = count >= MAX_AT_ONCE ? AT_ONCE_RETRY_S : buckets.take(person, bytes);
      if (retryAfter > 0) throw problem('rateLimited', { retryAfter });
      counts.set(person, count + 1);
      try {
        return await work();
      } finally {
        const left = (counts.get(person) ?? 1) - 1;
        if (left > 0) counts.set(person, left);
        else counts.delete(person);
      }
    },
  };
};

const receiveSubmission = async (
  { routes, request, reply, context }: OpenRosaRequest,
  semaphore: Semaphore,
): Promise<FastifyReply> => {
  const { settings, services } = routes;
  const { uploadMaxBytes } = settings.limits;
  const maxBytes = uploadMaxBytes + ACCEPTED_BYTES;
  if (!(contentLengthOf(request) <= maxBytes)) throw problem('tooLarge');
  const folder = await services.scratch.folder();
  try {
    const body = await readMultipart(request.raw, {
      ...{ headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' }, folder },
      ...{ maxBytes, maxFileBytes: uploadMaxBytes },
    });
    const store = () => storeSubmission(context, body);
    const { missing } = await semaphore.run(store, { key: context.subject.userId });
    const words = await openRosaWords(routes, context);
    const text = words.format(missing > 0 ? 'openRosa.filesMissing' : 'openRosa.received', { count: missing });
    return sendMessage(reply.code(CREATED), { nature: 'submit_success', text });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export const openRosaRoutes: AddAreaRoutes = (server, routes) => {
  const caches = createFormCaches();
  const answering =
    (answer: Answer, rate: 'other' | 'write' = 'other') =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      let context: CollectContext | undefined;
      try {
        const caller = await openRosaCaller(routes, request, rate);
        context = { ...caller.context, caches };
        return await answer({ routes, request, reply, context, base: caller.base });
      } catch (error) {
        // The rest of a refused body is not read.
        if (request.method === 'POST') reply.header('connection', 'close');
        return await sendRefusal(routes, reply, { error, context });
      }
    };
  void server.register((scope: FastifyInstance, _options, done) => {
    // The body is a stream until the parts are read.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    scope.get(`${OPEN_ROSA_PATH}/formList`, answering(sendFormList));
    scope.get(`${FORM_PATH}/form.xml`, answering(sendForm));
    scope.get(`${FORM_PATH}/manifest`, answering(sendManifest));
    scope.get(`${FORM_PATH}/media/:file`, answering(sendMedia));
    scope.head(`${OPEN_ROSA_PATH}/submission`, answering(sendSubmissionHeaders));
    const limits = createSubmissionLimits(routes);
    const semaphore = createSemaphore({ limit: SENT_AT_ONCE });
    const receive: Answer = (asked) => {
      const { userId = '' } = asked.context.subject;
      return limits.within(userId, contentLengthOf(asked.request), () => receiveSubmission(asked, semaphore));
    };
    scope.post(`${OPEN_ROSA_PATH}/submission`, answering(receive, 'write'));
    done();
  });
};
