// Gives storybook the files that stories open: a build contains them, and the development server answers requests for them, also for a part
// of a file.
import { fileURLToPath } from 'node:url';
import { type Alias, type Plugin, runnerImport } from 'vite';
import type * as Module from './attachments.ts';

const TYPES: Readonly<Record<string, string>> = {
  ...{ pdf: 'application/pdf', glb: 'model/gltf-binary', txt: 'text/plain', webm: 'video/webm', vtt: 'text/vtt' },
  ...{ wav: 'audio/wav' },
};

export const sampleFiles = (): Plugin => {
  let alias: readonly Alias[] = [];
  const read = async (): Promise<readonly Module.ServedFile[]> => {
    const path = fileURLToPath(new URL('attachments.ts', import.meta.url));
    const { module } = await runnerImport<typeof Module>(path, { resolve: { alias }, logLevel: 'warn' });
    return await module.attachments();
  };
  return {
    name: 'sample-files',
    configResolved: (config) => {
      alias = config.resolve.alias;
    },
    configureServer: async (server) => {
      const files = new Map((await read()).map(({ path, content }) => [path, content]));
      server.middlewares.use((request, response, next) => {
        const path = decodeURIComponent((request.url ?? '').split('?', 1)[0] ?? '').replace(/^\//, '');
        const content = files.get(path);
        if (!content) {
          next();
          return;
        }
        response.setHeader('content-type', TYPES[/[^.]*$/.exec(path)?.[0] ?? ''] ?? 'image/jpeg');
        const [, from, to] = /^bytes=(\d+)-(\d+)$/u.exec(request.headers.range ?? '') ?? [];
        if (from === undefined || to === undefined) {
          response.end(content);
          return;
        }
        const part = content.subarray(Number(from), Number(to) + 1);
        response.statusCode = 206;
        response.setHeader('content-length', part.length);
        response.setHeader('content-range', `bytes ${from}-${Number(from) + part.length - 1}/${content.length}`);
        response.end(part);
      });
    },
    async generateBundle() {
      for (const { path, content } of await read()) this.emitFile({ type: 'asset', fileName: path, source: content });
    },
  };
};
