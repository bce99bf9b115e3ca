// Routes that send bytes: pictures of items in several sizes, and attached files, with Range. Every request checks rights. A user's file is
// never shown as a page: known pictures, sound and film are shown inline in a sandbox, all others are downloads.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { itemId, parseRealItemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { VISITOR } from 'src/model/access/Subject.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import {
  createAttachments,
  type Asking,
  type Attachment,
  type AttachmentNeeds,
  type Attachments,
} from 'src/server/files/findAttachment.ts';
import { type Files } from 'src/server/files/files.ts';
import { VARIANTS, type Variant } from 'src/server/files/imageVariants.ts';
import { isSameFile, parseRange } from 'src/server/files/byteRange.ts';
import { DETECTION_BYTES } from 'src/model/item/fileSigns.ts';
import { detectContentType } from 'src/server/files/contentType.ts';
import { isUnchanged } from 'src/server/http/conditional.ts';
import { dispositionOf } from 'src/server/http/contentDisposition.ts';
import { USER_FILE_POLICY } from 'src/server/http/securityHeaders.ts';
import { limitName } from 'src/server/http/caller.ts';
import { httpCaller, sessionForBytes, type RouteContext } from 'src/server/http/routeContext.ts';
import { answeringProblems } from 'src/server/http/errorToHttp.ts';

/** Services that these routes need. */
export interface AttachmentRouteNeeds extends AttachmentNeeds {
  readonly files: Files;
}

const UPPY_ID = /^[\w./-]{8,200}$/;
const FILE_UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const requestedVariant = (request: FastifyRequest): Variant | undefined => {
  const { variant } = request.query as { readonly variant?: string };
  if (variant === undefined) return undefined;
  const known = VARIANTS.find((each) => each === variant);
  if (!known) throw invalidAt('/variant', 'errors.wrongType');
  return known;
};

const firstBytes = async (files: Files, fileID: string): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of files.read(fileID, { start: 0, end: DETECTION_BYTES - 1 })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

interface Exchange {
  /** The person who waits for a smaller copy. */
  readonly person: string;
  readonly files: Files;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const sendOriginal = async (
  { files, request, reply }: Exchange,
  { fileID, originalName }: Attachment,
): Promise<FastifyReply> => {
  const size = await files.size(fileID);
  if (size === undefined) throw problem('notFound');
  const type = detectContentType(await firstBytes(files, fileID));
  // The name of the bytes is their content: the same tag is the same file.
  const tag = `"${fileID}"`;
  const { range: asked, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
  if (isUnchanged(ifNoneMatch, tag)) return reply.header('etag', tag).code(304).send();
  const range = isSameFile(ifRange?.toString(), tag) ? parseRange(asked, size) : 'whole';
  reply
    .header('etag', tag)
    .type(type ?? 'application/octet-stream')
    .header('accept-ranges', 'bytes')
    .header('content-disposition', dispositionOf(type === undefined ? 'attachment' : 'inline', originalName));
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send();
  if (range === 'whole') return reply.header('content-length', size).send(files.read(fileID));
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .header('content-length', range.end - range.start + 1)
    .send(files.read(fileID, range));
};

const sendVariant = async (
  { files, reply, person }: Exchange,
  { fileID }: Attachment,
  variant: Exclude<Variant, 'original'>,
): Promise<FastifyReply> => {
  const bytes = await files.imageVariant(fileID, { kind: variant, person });
  if (!bytes) throw problem('notFound');
  return reply.type('image/webp').header('content-disposition', 'inline').send(bytes);
};

type Find = (attachments: Attachments, asking: Asking, name: string) => Promise<Attachment | undefined>;

const ofItem: Find = (attachments, asking, name) => {
  parseRealItemId(name);
  return attachments.ofItem(asking, name);
};

const byUuid: Find = (attachments, asking, name) => {
  if (!FILE_UUID.test(name)) throw problem('invalidId');
  return attachments.byUuid(asking, name);
};

/** `Attachment-12` or `12` as an id; undefined for the name that an upload gave. */
const attachmentId = (name: string): string | undefined => {
  const id = /^\d+$/.test(name) ? itemId(SYSTEM_TYPES.file, Number(name)) : name;
  return tryParseItemId(id)?.type === SYSTEM_TYPES.file ? id : undefined;
};

const byAnyName: Find = (attachments, asking, name) => {
  const id = attachmentId(name);
  if (id !== undefined) {
    parseRealItemId(id);
    return attachments.byId(asking, id);
  }
  if (!UPPY_ID.test(name)) throw problem('invalidId');
  return attachments.byUppyId(asking, name);
};

export const attachmentRoutes = (server: FastifyInstance, routes: RouteContext<AttachmentRouteNeeds>): void => {
  const { services, limiter } = routes;
  const attachments = createAttachments(services);
  const route = (url: string, find: Find, standard: (name: string) => Variant): void => {
    const channel = url.split('/')[1] ?? url;
    server.get(
      url,
      answeringProblems(routes, async (request, reply) => {
        const session = await sessionForBytes(routes, request);
        const caller = httpCaller(routes, request, session);
        await limiter.take('other', caller);
        const readFilter = await services.readFilters.readFilterFor(session?.subject ?? VISITOR);
        const { name } = request.params as { readonly name: string };
        const variant = requestedVariant(request) ?? standard(name);
        const attachment = await find(attachments, { readFilter, channel }, name);
        if (!attachment) return await reply.code(204).send(); // the item may be read and has no picture
        reply.header('content-security-policy', USER_FILE_POLICY);
        const exchange = { files: services.files, request, reply, person: limitName(caller) };
        return variant === 'original'
          ? await sendOriginal(exchange, attachment)
          : await sendVariant(exchange, attachment, variant);
      }),
    );
  };
  const small = (): Variant => 'small';
  const originalById = (name: string): Variant => (attachmentId(name) === undefined ? 'small' : 'original');
  route('/item-id-image/:name', ofItem, small);
  route('/item-uuid-image/:name', byUuid, small);
  route('/attachment/:name', byAnyName, originalById);
  route('/attachment/:name/:filename', byAnyName, originalById);
};
