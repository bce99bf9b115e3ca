// `GET /basemaps/{file}`: base maps in files, by ranges. Everyone who may open the page may read them: they contain no records.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from 'src/model/problems.ts';
import { isSameFile, parseRange } from 'src/server/files/byteRange.ts';
import { tagOfBaseMap, type BaseMapFile } from 'src/server/geo/baseMapFiles.ts';
import { isUnchanged } from 'src/server/http/conditional.ts';
import { sendProblem } from 'src/server/http/errorToHttp.ts';
import { ONE_YEAR } from 'src/server/http/securityHeaders.ts';

const MEDIA_TYPE_OF_ARCHIVE = 'application/vnd.pmtiles';

const sendArchive = async (request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> => {
  const found = await stat(path).catch(() => undefined);
  if (!found) return sendProblem(reply, problem('notFound'));
  const { size } = found;
  const version = tagOfBaseMap(found);
  const tag = `"${version}"`;
  const { v } = request.query as { readonly v?: string };
  reply
    .header('etag', tag)
    .header('accept-ranges', 'bytes')
    // An address with the version of this content never has another one.
    .header('cache-control', v === version ? `public, max-age=${ONE_YEAR}, immutable` : 'no-cache')
    .type(MEDIA_TYPE_OF_ARCHIVE);
  const { range: wanted, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
  if (isUnchanged(ifNoneMatch, tag)) return reply.code(304).send();
  const range = isSameFile(ifRange?.toString(), tag) ? parseRange(wanted, size) : 'whole';
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send();
  if (range === 'whole') return reply.header('content-length', size).send(createReadStream(path));
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .header('content-length', range.end - range.start + 1)
    .send(createReadStream(path, { start: range.start, end: range.end }));
};

export const baseMapRoutes = (server: FastifyInstance, files: readonly BaseMapFile[]): void => {
  const paths = new Map(files.map(({ file, path }) => [file, path]));
  server.get('/basemaps/:file', async (request, reply) => {
    const path = paths.get((request.params as { readonly file: string }).file);
    return path === undefined ? sendProblem(reply, problem('notFound')) : await sendArchive(request, reply, path);
  });
};
