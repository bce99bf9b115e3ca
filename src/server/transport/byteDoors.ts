// Doors that give bytes: pictures of items in several sizes, and attached files, with Range. Rights are asked for every request.
// What a user gave is never shown as a page: known pictures, sound and film inline in a sandbox, all else as a download.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { itemId, parseRealItemId, tryParseItemId } from 'src/model/item/itemId.ts';
import { VISITOR } from 'src/model/access/Subject.ts';
import { invalid, problem } from 'src/model/problems.ts';
import {
  ATTACHMENT_TYPE,
  createAttachments,
  type Attachment,
  type Asking,
  type Attachments,
} from 'src/server/files/createAttachments.ts';
import { VARIANTS, type Files, type Variant } from 'src/server/files/Files.ts';
import { parseRange } from 'src/server/files/parseRange.ts';
import { SNIFFED_BYTES, sniffType } from 'src/server/files/sniffType.ts';
import { USER_FILE_POLICY } from 'src/server/transport/addSecurityHeaders.ts';
import { limitName } from 'src/server/transport/Caller.ts';
import { answering, httpCaller, sessionForBytes, type Doors } from 'src/server/transport/Doors.ts';

const UPPY_ID = /^[\w./-]{8,200}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const variantOf = (request: FastifyRequest): Variant | undefined => {
  const { variant } = request.query as { readonly variant?: string };
  if (variant === undefined) return undefined;
  const known = VARIANTS.find((each) => each === variant);
  if (!known) throw invalid([{ path: '/variant', message: 'errors.wrongType' }]);
  return known;
};

const headOf = async (files: Files, fileID: string): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of files.read(fileID, { start: 0, end: SNIFFED_BYTES - 1 })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

// RFC 6266 and 8187: a plain form for old readers, the exact name beside it.
const dispositionOf = (kind: 'inline' | 'attachment', name: string): string => {
  const plain = name.replaceAll(/[^\w .-]/g, '_').slice(0, 100) || 'file';
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
};

interface Exchange {
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
  const type = sniffType(await headOf(files, fileID));
  const range = parseRange(request.headers.range, size);
  reply
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
  { files, reply }: Exchange,
  { fileID }: Attachment,
  variant: Exclude<Variant, 'original'>,
): Promise<FastifyReply> => {
  const bytes = await files.imageVariant(fileID, variant);
  if (!bytes) throw problem('notFound');
  return reply.type('image/webp').header('content-disposition', 'inline').send(bytes);
};

type Find = (attachments: Attachments, asking: Asking, name: string) => Promise<Attachment>;

const ofItem: Find = (attachments, asking, name) => {
  parseRealItemId(name);
  return attachments.ofItem(asking, name);
};

const byUuid: Find = (attachments, asking, name) => {
  if (!UUID.test(name)) throw problem('invalidId');
  return attachments.byUuid(asking, name);
};

/** `Attachment-12` or `12` as an id; undefined for the name that an upload gave. */
const attachmentId = (name: string): string | undefined => {
  const id = /^\d+$/.test(name) ? itemId(ATTACHMENT_TYPE, Number(name)) : name;
  return tryParseItemId(id)?.type === ATTACHMENT_TYPE ? id : undefined;
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

export const byteDoors = (server: FastifyInstance, doors: Doors): void => {
  const { rooms, limiter, settings } = doors;
  const attachments = createAttachments(rooms);
  const door = (url: string, find: Find, standard: (name: string) => Variant): void => {
    const through = url.split('/')[1] ?? url;
    server.get(
      url,
      answering(doors, async (request, reply) => {
        const session = await sessionForBytes(doors, request);
        await limiter.take(`other:${limitName(httpCaller(doors, request, session))}`, settings.limits.other);
        const gate = await rooms.gates.gateFor(session?.subject ?? VISITOR);
        const { name } = request.params as { readonly name: string };
        const variant = variantOf(request) ?? standard(name);
        const attachment = await find(attachments, { gate, through }, name);
        reply.header('content-security-policy', USER_FILE_POLICY);
        const exchange = { files: rooms.files, request, reply };
        return variant === 'original'
          ? await sendOriginal(exchange, attachment)
          : await sendVariant(exchange, attachment, variant);
      }),
    );
  };
  const small = (): Variant => 'small';
  const originalById = (name: string): Variant => (attachmentId(name) === undefined ? 'small' : 'original');
  door('/item-id-image/:name', ofItem, small);
  door('/item-uuid-image/:name', byUuid, small);
  door('/attachment/:name', byAnyName, originalById);
  door('/attachment/:name/:filename', byAnyName, originalById);
};
