// `/api/upload`: resumable uploads by tus 1.0. The sender is identified and counted before a byte is accepted. An upload of another user is
// answered as not found. Uploaded bytes cannot be read until an item adopts them (files/uploads.ts).

import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomUUID } from 'node:crypto';
import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { Server, type Upload } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ItemId } from 'src/model/item/Item.ts';
import { isProblem, problem } from 'src/model/problems.ts';
import { refusedReply } from 'src/model/wire/replies.ts';
import { fileName } from 'src/server/files/fileName.ts';
import type { Uploads } from 'src/server/files/uploads.ts';
import { UPLOAD_LIFE_MS } from 'src/server/store/uploadRows.ts';
import { limitName } from 'src/server/http/caller.ts';
import { httpCaller, sessionOf, type RouteContext } from 'src/server/http/routeContext.ts';
import { sendProblem } from 'src/server/http/errorToHttp.ts';
import { createTokenBuckets } from 'src/server/http/tokenBuckets.ts';

/** Services that this route needs. */
export interface UploadRouteNeeds {
  readonly uploads: Pick<Uploads, 'dir' | 'begin' | 'find' | 'arrive' | 'forget'>;
}

const UPLOAD_PATH = '/api/upload';
/** The only version of tus there is. */
const VERSION = '1.0.0';
/** Answers a request of another version; its body is not worth reading. */
const VERSIONS = { 'tus-version': VERSION, connection: 'close' };

const isOtherVersion = ({ headers }: FastifyRequest): boolean => (headers['tus-resumable'] ?? VERSION) !== VERSION;
/** Names the method of a client that can send only GET and POST; the method of the request itself says nothing then (tus 1.0). */
const OVERRIDE = 'x-http-method-override';

const methodOf = ({ method, headers }: FastifyRequest): string => headers[OVERRIDE]?.toString().toUpperCase() ?? method;

/** Methods of an upload that has begun, and of the address that begins one. */
const METHODS = { begun: ['HEAD', 'PATCH', 'DELETE'], beginning: ['POST', 'OPTIONS'] };

const UPLOAD_ROUTE_KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CHECKSUM = /^(sha1|sha256) ([A-Za-z0-9+/]+={0,2})$/;
const EXTENSIONS = ['creation', 'creation-with-upload', 'termination', 'expiration', 'checksum'];
/** A refused body up to this size is read to its end, so that the client sees the answer; for a larger one, the connection is closed. */
const WORTH_READING = 4 * 1_048_576;

/** Time to wait for a client that sends too many parts at once. */
const PART_RETRY_S = 1;

/** Parts that arrive now, by user. Each holds a connection and a file open for as long as its line takes. */
class OpenParts {
  private readonly most: number;
  private readonly counts = new Map<ItemId, number>();

  constructor(most: number) {
    this.most = most;
  }

  /** Answers what ends it; refuses with `rateLimited` one more than a user may have. */
  begin(userId: ItemId): () => void {
    const count = this.counts.get(userId) ?? 0;
    if (count >= this.most) throw problem('rateLimited', { retryAfter: PART_RETRY_S });
    this.counts.set(userId, count + 1);
    return () => {
      const left = (this.counts.get(userId) ?? 1) - 1;
      if (left > 0) this.counts.set(userId, left);
      else this.counts.delete(userId);
    };
  }
}

/** State of a request that the library's hooks need. */
interface Asked {
  readonly userId: ItemId;
  readonly checksum: string | undefined;
}

const tusError = (status_code: number, body: string): Error => Object.assign(new Error(body), { status_code, body });

/** Removes bytes that do not match the `Upload-Checksum` of their request. */
class CheckedFileStore extends FileStore {
  private readonly asked: AsyncLocalStorage<Asked>;

  constructor(directory: string, asked: AsyncLocalStorage<Asked>) {
    super({ directory, expirationPeriodInMilliseconds: UPLOAD_LIFE_MS });
    this.asked = asked;
    this.extensions = [...EXTENSIONS];
  }

  /** Removes the file of an earlier attempt first, instead of writing over it: an item may already share its bytes (a hard link). */
  override async create(upload: Upload): Promise<Upload> {
    await rm(join(this.directory, upload.id), { force: true });
    return await super.create(upload);
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const checksum = this.asked.getStore()?.checksum;
    if (checksum === undefined) return await super.write(readable, id, offset);
    const [, algorithm = '', digest] = CHECKSUM.exec(checksum) ?? [];
    if (algorithm === '') throw tusError(400, 'Upload-Checksum takes sha1 and sha256\n');
    const hash = createHash(algorithm);
    const hashed = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    readable.once('error', (error) => hashed.destroy(error));
    try {
      const written = await super.write(readable.pipe(hashed), id, offset);
      if (hash.digest('base64') !== digest) throw tusError(460, 'Checksum Mismatch\n');
      return written;
    } catch (error) {
      await truncate(join(this.directory, id), offset);
      throw error;
    }
  }
}

const createTus = (
  { services, settings, failureOf }: RouteContext<UploadRouteNeeds>,
  asked: AsyncLocalStorage<Asked>,
): Server => {
  const { uploads } = services;
  return new Server({
    path: UPLOAD_PATH,
    datastore: new CheckedFileStore(uploads.dir, asked),
    maxSize: settings.limits.uploadMaxBytes,
    relativeLocation: true,
    // The page is of the same origin; no other may read an answer.
    allowedOrigins: [],
    // A client may name its upload, so that it finds it again when the answer was lost.
    namingFunction: (_request, metadata) => {
      const wanted = metadata?.['key']?.toLowerCase() ?? '';
      return UPLOAD_ROUTE_KEY.test(wanted) ? wanted : randomUUID();
    },
    async onUploadCreate(_request, { id, size, metadata }: Upload) {
      const userId = asked.getStore()?.userId;
      if (userId === undefined || size === undefined) throw tusError(400, 'Upload-Length is required\n');
      await uploads.begin({ key: id, userId, name: fileName(metadata?.['filename'] ?? ''), size });
      return {};
    },
    async onUploadFinish(_request, { id, size = 0, metadata }) {
      await uploads.arrive({ key: id, size, name: fileName(metadata?.['filename'] ?? '') });
      return {};
    },
    onResponseError(_request, error) {
      if (!isProblem(error) && 'status_code' in error) return undefined;
      const answer = failureOf(error, { route: UPLOAD_PATH });
      return { status_code: answer.status, body: JSON.stringify(refusedReply({ o: '' }, answer)) };
    },
  });
};

const abilitiesOf = (maxBytes: number): Readonly<Record<string, string>> => ({
  'tus-extension': EXTENSIONS.join(','),
  'tus-checksum-algorithm': 'sha1,sha256',
  'tus-max-size': String(maxBytes),
});

/** Returns the capabilities of the server. Public. */
const describe = (reply: FastifyReply, maxBytes: number): FastifyReply =>
  reply
    .code(204)
    .headers({ 'tus-resumable': VERSION, 'tus-version': VERSION, ...abilitiesOf(maxBytes) })
    .send();

interface TusParts {
  readonly tus: Server;
  readonly asked: AsyncLocalStorage<Asked>;
  readonly parts: OpenParts;
}

/** Lets the library answer an admitted request. */
const passOn = async ({ tus, asked, parts }: TusParts, request: FastifyRequest, userId: ItemId): Promise<Response> => {
  const { headers, raw } = request;
  const { key } = request.params as { readonly key?: string };
  const method = methodOf(request);
  const sends = method === 'POST' || method === 'PATCH';
  // Uses the admitted path only: the library takes the last part of the whole address, including its query, for the key.
  const url = new URL(key === undefined ? UPLOAD_PATH : `${UPLOAD_PATH}/${key}`, 'http://localhost');
  const checksum = headers['upload-checksum']?.toString();
  const end = sends ? parts.begin(userId) : undefined;
  // Ends before the answer is sent, because a client that has the answer may send the next part.
  try {
    // The connection may have ended meanwhile. A stream of its request cannot be a body then, and there is nothing to read.
    const body = sends && !raw.destroyed ? (Readable.toWeb(raw) as ReadableStream) : null;
    const webRequest = new Request(url, {
      method,
      headers: headers as Record<string, string>,
      body,
      duplex: 'half',
    } as RequestInit);
    return await asked.run({ userId, checksum }, () => tus.handleWeb(webRequest));
  } finally {
    end?.();
  }
};

export const uploadRoute = (server: FastifyInstance, routes: RouteContext<UploadRouteNeeds>): void => {
  const { services, settings, limiter, intake } = routes;
  const asked = new AsyncLocalStorage<Asked>();
  const tus = createTus(routes, asked);
  const bytes = createTokenBuckets(settings.limits.upload, services.clock);
  const parts = new OpenParts(settings.limits.uploadParts);

  /** Everything that can be refused without looking at the bytes. Answers the user. */
  const admit = async (request: FastifyRequest): Promise<ItemId> => {
    const { headers } = request;
    const method = methodOf(request);
    const session = await sessionOf(routes, request);
    if (!session) throw problem('notSignedIn');
    const caller = httpCaller(routes, request, session);
    const length = Number(headers['content-length'] ?? (headers['transfer-encoding'] === undefined ? 0 : NaN));
    if (!(length <= settings.limits.uploadMaxBytes)) throw problem('tooLarge');
    const retryAfter = intake(caller, 0) || bytes.take(limitName(caller), length);
    if (retryAfter > 0) throw problem('rateLimited', { retryAfter });
    await limiter.take(method === 'POST' ? 'write' : 'other', caller);
    if (method === 'POST') {
      if (Number(headers['upload-length']) > settings.limits.uploadMaxBytes) throw problem('tooLarge');
      return session.userId;
    }
    const { key = '' } = request.params as { readonly key?: string };
    const upload = UPLOAD_ROUTE_KEY.test(key) ? await services.uploads.find(session.userId, key) : undefined;
    if (!upload) throw problem('notFound');
    // Asked again after an answer was lost: all of it is there, but it may not have been looked at yet.
    if (method === 'HEAD' && upload.fileID === null) await services.uploads.arrive(upload);
    return session.userId;
  };

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { headers } = request;
    const { key } = request.params as { readonly key?: string };
    const method = methodOf(request);
    const allowed = key === undefined ? METHODS.beginning : METHODS.begun;
    if (!allowed.includes(method)) return reply.code(405).header('allow', allowed.join(', ')).send();
    if (method === 'OPTIONS') return describe(reply, settings.limits.uploadMaxBytes);
    if (isOtherVersion(request)) return reply.code(412).headers(VERSIONS).send();
    try {
      const userId = await admit(request);
      const answered = await passOn({ tus, asked, parts }, request, userId);
      // Deleted after the bytes, because nothing else refers to them.
      if (method === 'DELETE' && key !== undefined && [204, 404].includes(answered.status))
        await services.uploads.forget(key);
      return await reply
        .code(answered.status)
        .headers(Object.fromEntries(answered.headers))
        .send(await answered.text());
    } catch (error) {
      if (!(Number(headers['content-length'] ?? 0) <= WORTH_READING)) reply.header('connection', 'close');
      return sendProblem(reply, routes.failureOf(error, { route: UPLOAD_PATH }));
    }
  };

  void server.register((scope, _options, done) => {
    // The body is a stream until the library reads it.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    scope.route({ method: METHODS.beginning, url: UPLOAD_PATH, handler: answer });
    // POST is taken with another method in its header.
    scope.route({ method: ['POST', ...METHODS.begun], url: `${UPLOAD_PATH}/:key`, handler: answer });
    done();
  });
};
