// Answers to OpenRosa clients: documents in XML, and messages in the language of the person.

import type { FastifyReply } from 'fastify';
import { InstanceRefused } from 'src/domain/geokeeper/openRosa/readInstance.server.ts';
import type { OpenRosaContext } from 'src/domain/geokeeper/openRosa/openRosaPerson.server.ts';
import { invalidEntries, isProblem, type Problem } from 'src/model/problems.ts';
import {
  element,
  exportWords,
  USER_FILE_POLICY,
  XML_HEAD,
  xmlOf,
  type AreaRouteContext,
  type ExportWords,
  type XmlElement,
} from 'src/server/extend.ts';

const OPEN_ROSA_VERSION = '1.0';
/** Largest request that the headers announce, in bytes. Clients send the files of a larger record in several requests. */
export const ACCEPTED_BYTES = 10 * 1_048_576;

export const withOpenRosaHeaders = (reply: FastifyReply): FastifyReply =>
  reply.headers({
    'x-openrosa-version': OPEN_ROSA_VERSION,
    'x-openrosa-accept-content-length': String(ACCEPTED_BYTES),
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'content-security-policy': USER_FILE_POLICY,
  });

export const sendXml = (reply: FastifyReply, document: XmlElement | string): FastifyReply =>
  withOpenRosaHeaders(reply)
    .type('text/xml; charset=utf-8')
    .send(typeof document === 'string' ? document : `${XML_HEAD}${xmlOf(document)}`);

export const sendMessage = (
  reply: FastifyReply,
  { nature, text }: { readonly nature: string; readonly text: string },
): FastifyReply =>
  sendXml(
    reply,
    element('OpenRosaResponse', { xmlns: 'http://openrosa.org/http/response' }, [
      element('message', { nature }, [text]),
    ]),
  );

/** Returns the texts in the language of the person, or those of the site when the address is not known. */
export const openRosaWords = async (
  { services }: Pick<AreaRouteContext, 'services'>,
  context: OpenRosaContext | undefined,
): Promise<ExportWords> => {
  const { subject } = context ?? {};
  const user = subject?.userId === undefined ? undefined : await services.items.find(services.database, subject.userId);
  const language = user?.properties['language'];
  return await exportWords(services, { language: typeof language === 'string' ? language : undefined });
};

/** Messages after which the person can do nothing on the device. */
const CLOSED_CONNECTION: ReadonlySet<string> = new Set(['fieldRecords.closedProgram', 'fieldRecords.withdrawnForm']);

const openRosaStatusOf = (refused: Problem): number => {
  const entries = invalidEntries(refused);
  if (entries.some(({ message }) => CLOSED_CONNECTION.has(message))) return 403;
  if (refused.key === 'notAllowed') return 404;
  return entries.length > 0 ? 400 : refused.status;
};

const openRosaTextOf = (refused: Problem, words: ExportWords): string => {
  const [entry] = invalidEntries(refused);
  if (entry) {
    const params = (entry.params ?? {}) as Readonly<Record<string, string | number>>;
    return words.find(entry.message, params) ?? words.format('openRosa.refused');
  }
  const id = refused.key === 'notAllowed' ? 'notFound' : refused.key;
  return words.find(`openRosa.problem.${id}`) ?? words.format('openRosa.refused');
};

/** Answers a refusal with words. Unexpected failures are logged with a reference. */
export const sendRefusal = async (
  routes: AreaRouteContext,
  reply: FastifyReply,
  { error, context }: { readonly error: unknown; readonly context: OpenRosaContext | undefined },
): Promise<FastifyReply> => {
  const words = await openRosaWords(routes, context);
  if (error instanceof InstanceRefused)
    return sendMessage(reply.code(400), {
      nature: 'submit_error',
      text: words.format(`openRosa.fault.${error.fault}`),
    });
  const refused = isProblem(error) ? error : routes.failureOf(error, { route: '/openrosa' });
  const wait = refused.params?.['retryAfter'];
  if (typeof wait === 'number') reply.header('retry-after', String(wait));
  return sendMessage(reply.code(openRosaStatusOf(refused)), {
    nature: 'submit_error',
    text: openRosaTextOf(refused, words),
  });
};
