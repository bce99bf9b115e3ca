// The application page, its hashed assets and the service worker. Every path that no other route names gets the page: with 200 where the
// application has such a page, with 404 otherwise, so that people see the page's own words and programs see that nothing is there.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from 'src/model/problems.ts';
import { pagePathsOf, type PageRegistry } from 'src/model/pageViews.ts';
import { refusedReply } from 'src/model/wire/replies.ts';
import { ROUTE_SEGMENTS } from 'src/model/generated/routes.ts';
import type { SiteConfiguration } from 'src/model/generated/wire.ts';
import { originsOfBaseMaps } from 'src/server/baseMaps.ts';
import { isUnchanged, tagOf } from 'src/server/http/conditional.ts';
import type { KnownRoutes } from 'src/server/transport/knownRoutes.ts';
import { sendProblem } from 'src/server/http/errorToHttp.ts';
import { ONE_YEAR, pagePolicy, PDF_WORKER_POLICY } from 'src/server/http/securityHeaders.ts';
import { sha256 } from 'src/server/sha256.ts';

export interface PageOptions {
  /** Folder of the built client; may be missing while developing. */
  readonly clientDir: string;
  readonly site: SiteConfiguration;
  readonly registry: PageRegistry;
  readonly known: KnownRoutes;
}

/** Files that a browser never requests, or that are served in another way. */
const HIDDEN = new Set(['index.html', 'build-manifest.json']);
/** Name that the build gives to the PDF worker, compressed or not. */
const PDF_WORKER = /[/\\]pdf\.worker[\w.-]*\.mjs(?:\.br|\.gz)?$/;

/** Placeholder for the site configuration in the built page. */
const CONFIGURATION_MARK = '<!-- site-configuration -->';
const BARE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Knowledge Keeper</title></head><body></body></html>';

/** Returns JSON that cannot end its script element, a comment or a doctype. */
export const scriptJson = (value: object): string =>
  JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('>', String.raw`\u003e`)
    .replaceAll('&', String.raw`\u0026`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Content of the page until its scripts render. */
const openingContent = (html: string, { siteName, colours }: SiteConfiguration): string => {
  const { header, accent } = colours.light;
  // Text is white unless the header is light: by its perceived brightness, of which green is most.
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(header.slice(at, at + 2), 16));
  const onHeader = red * 0.299 + green * 0.587 + blue * 0.114 > 150 ? '#1f2328' : '#ffffff';
  const values: Readonly<Record<string, string>> = { header, accent, 'on-header': onHeader, name: siteName };
  return html.replace(/\{site-([a-z-]+)\}/g, (_whole, name: string) =>
    (values[name] ?? '').replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign),
  );
};

const MAX_DESCRIPTION = 160;

/** One line about the site for search engines and previews of links. */
const pageDescription = ({ introduction, siteName, subtitle, product }: SiteConfiguration): string => {
  const text = introduction ?? `${siteName}: ${subtitle.replace('{product}', product)}`;
  const [line] = text.trim().split(/\s*\n/, 1);
  return [...(line ?? '')].slice(0, MAX_DESCRIPTION).join('');
};

const pageOf = ({ clientDir, site }: PageOptions): string => {
  const file = join(clientDir, 'index.html');
  const html = openingContent(existsSync(file) ? readFileSync(file, 'utf8') : BARE, site);
  const description = pageDescription(site).replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
  const configuration = `<script type="application/json" id="site-configuration">${scriptJson(site)}</script>`;
  const tag = `<meta name="description" content="${description}">${configuration}`;
  return html.includes(CONFIGURATION_MARK)
    ? html.replace(CONFIGURATION_MARK, () => tag)
    : html.replace('</head>', () => `${tag}</head>`);
};

/** Returns the hashes of what the elements contain: the build puts scripts and a style sheet into the page. */
const hashesOf = (page: string, element: RegExp): string[] =>
  [...page.matchAll(element)].map(([, content = '']) => `sha256-${sha256(content).toString('base64')}`);

interface Encoded {
  readonly encoding: 'br' | 'gzip' | undefined;
  readonly bytes: Buffer;
  /** Each encoding has its own: the tag is of the bytes that are sent. */
  readonly tag: string;
}

const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * The page never changes while the server runs, and contains nothing of who asks. The best compression takes a second of a processor, so
 * it begins with the first request, which gets a quicker one.
 */
const encodingsOf = (page: string): ((accepted: string | string[] | undefined) => Encoded) => {
  const encoded = (encoding: Encoded['encoding'], bytes: Buffer): Encoded => ({ encoding, bytes, tag: tagOf(bytes) });
  const plain = encoded(undefined, Buffer.from(page));
  const encodings = {
    br: encoded('br', brotliCompressSync(plain.bytes, QUICK)),
    gzip: encoded('gzip', gzipSync(plain.bytes)),
  };
  let improved: Promise<void> | undefined;
  const improve = async (): Promise<void> => {
    encodings.br = encoded('br', await promisify(brotliCompress)(plain.bytes));
  };
  return (accepted) => {
    improved ??= improve();
    const names = String(accepted ?? '')
      .split(',')
      .map((name) => name.trim());
    return Object.values(encodings).find(({ encoding = '' }) => names.includes(encoding)) ?? plain;
  };
};

const rootFiles = (clientDir: string): string[] =>
  existsSync(clientDir)
    ? readdirSync(clientDir, { withFileTypes: true })
        .filter((entry) => entry.isFile() && !HIDDEN.has(entry.name) && !/\.(br|gz|map)$/.test(entry.name))
        .map(({ name }) => name)
    : [];

const serveFiles = (server: FastifyInstance, { clientDir }: PageOptions): void => {
  const assets = join(clientDir, 'assets');
  void server.register(fastifyStatic, {
    root: existsSync(assets) ? assets : clientDir,
    prefix: '/assets/',
    index: false,
    serve: existsSync(assets),
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const forEver = path.startsWith(assets);
      // The same address is sent compressed or plain: a shared cache must not give one client the bytes of another.
      response.setHeader('vary', 'accept-encoding');
      response.setHeader('cache-control', forEver ? `public, max-age=${ONE_YEAR}, immutable` : 'no-cache');
      if (forEver && PDF_WORKER.test(path)) response.setHeader('content-security-policy', PDF_WORKER_POLICY);
    },
  });
  for (const name of rootFiles(clientDir)) {
    server.get(`/${name}`, (_request, reply) => {
      if (name === 'sw.js') reply.header('service-worker-allowed', '/');
      return reply.sendFile(name, clientDir);
    });
  }
};

export const pageRoutes = (server: FastifyInstance, options: PageOptions): void => {
  const page = pageOf(options);
  const encodedFor = encodingsOf(page);
  const policy = pagePolicy({
    hashes: hashesOf(page, /<script>([^]*?)<\/script>/g),
    sheetHashes: hashesOf(page, /<style[^>]*>([^]*?)<\/style>/g),
    imageOrigins: originsOfBaseMaps(options.site.baseMaps),
  });
  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { encoding, bytes, tag } = encodedFor(request.headers['accept-encoding']);
    reply
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
      .header('content-security-policy', policy)
      .header('etag', tag);
    if (reply.statusCode === 200 && isUnchanged(request.headers['if-none-match'], tag)) return reply.code(304).send();
    if (encoding !== undefined) reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(bytes);
  };
  // Addresses of the system that the site came from are known to the database only; the page asks for them.
  const isPagePath = options.site.migratedFromCKK1 ? () => true : pagePathsOf(options.registry);
  serveFiles(server, options);
  server.get('/', (request, reply) => sendPage(request, reply));
  server.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const isOther = ROUTE_SEGMENTS.includes(/^\/([^/]*)/.exec(path)?.[1] ?? '');
    const isPage = !isOther && isPagePath(path);
    const methods = isPage ? ['GET', 'HEAD'] : options.known.methodsOf(path);
    if (methods.length > 0 && !methods.includes(request.method))
      return reply
        .code(405)
        .header('allow', methods.join(', '))
        .send(refusedReply({ o: '' }, problem('notAllowed')));
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (isOther || !isReading) return sendProblem(reply, problem('notFound'));
    return sendPage(request, isPage ? reply : reply.code(404));
  });
};
