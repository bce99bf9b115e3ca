// Puts the largest parts of the first visit into the page: React, MobX, the declared types, the first messages and the first style sheet.
// On a slow line they arrive while the browser waits for the first answer to the requests that the page makes, and opens more connections.
// Called by vite.config.ts.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { Plugin, Rolldown } from 'vite';

/** Module whose libraries are embedded. */
const LIBRARIES = 'src/client/pageLibraries.ts';
const REGISTRY = 'src/generated/registry.client.ts';
const FIRST_MESSAGES = 'src/generated/messages.first.en.json';
const COMPILED = { folder: '.cache/page', file: 'libraries.js' };
const LIBRARIES_FILE = join(COMPILED.folder, COMPILED.file);

/** Environment of the build that compiles the libraries. It is built before the client. */
export const LIBRARIES_ENVIRONMENT = 'libraries';

export const librariesBuild = (root: string) => ({
  consumer: 'client' as const,
  build: {
    outDir: join(root, COMPILED.folder),
    emptyOutDir: true,
    copyPublicDir: false,
    rolldownOptions: {
      input: join(root, LIBRARIES),
      output: { format: 'iife' as const, entryFileNames: COMPILED.file },
    },
  },
});

const EMBEDDED = 'globalThis.embedded';
const EMBEDDED_PREFIX = '\0embedded:';

/** Returns the compact registry as JSON. The generated module assigns it as a literal without code. */
const registryJson = (root: string): string => {
  const [, literal] =
    /^const compact: CompactRegistry = (\{$[^]*?^\});$/m.exec(readFileSync(join(root, REGISTRY), 'utf8')) ?? [];
  if (literal === undefined) throw new Error(`${REGISTRY} no longer assigns the registry as a literal.`);
  return JSON.stringify(runInNewContext(`(${literal})`));
};

const REGISTRY_MODULE = `import { fullRegistry } from 'src/model/schema/compactRegistry.ts';
export const registry = fullRegistry(${EMBEDDED}.registry);`;

/** Throws for a script that would end its element, or begin a comment in it. */
const inScriptElement = (script: string): string => {
  if (/<\/script|<!--/i.test(script)) throw new Error('The embedded script contains the end of its element.');
  return script;
};

/** Returns the content of the script that the page contains. The libraries must be compiled. */
export const embeddedScript = (root: string): string => {
  const libraries = readFileSync(join(root, LIBRARIES_FILE), 'utf8').trim();
  const messages = JSON.stringify(JSON.parse(readFileSync(join(root, FIRST_MESSAGES), 'utf8')));
  const data = `registry: ${registryJson(root)}, messages: ${messages}`.replaceAll('<', String.raw`\u003c`);
  return inScriptElement(`${libraries}\nObject.assign(${EMBEDDED}, { ${data} });\nstartBundle();`);
};

/**
 * Returns the style sheet of the group as an element of the page. No chunk requests its file then; client/ui/firstSheet.ts does, where the
 * address is needed.
 */
export const embeddedSheet = (bundle: Rolldown.OutputBundle, group: string): string => {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const [name = ''] = chunks.find((chunk) => chunk.name === group)?.viteMetadata?.importedCss ?? [];
  const asset = bundle[name];
  if (asset?.type !== 'asset') throw new Error(`The group ${group} has no style sheet.`);
  for (const { viteMetadata } of chunks) viteMetadata?.importedCss.delete(name);
  return `<style data-address="/${name}">${String(asset.source)}</style>`;
};

/** Makes the modules of the client use what the page contains. */
export const useEmbeddedParts = (root: string): Plugin => {
  const named = [...readFileSync(join(root, LIBRARIES), 'utf8').matchAll(/^import .* from '([^']+)';$/gm)];
  const names = new Set(named.map(([, name = '']) => name));
  return {
    name: 'use-embedded-parts',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (source) => (names.has(source) ? `${EMBEDDED_PREFIX}${source}` : undefined),
    load(id) {
      if (id.startsWith(EMBEDDED_PREFIX))
        return `module.exports = ${EMBEDDED}.libraries[${JSON.stringify(id.slice(EMBEDDED_PREFIX.length))}];`;
      if (id === join(root, REGISTRY)) return REGISTRY_MODULE;
      if (id === join(root, FIRST_MESSAGES)) return { code: `export default ${EMBEDDED}.messages;`, moduleType: 'js' };
      return undefined;
    },
  };
};
