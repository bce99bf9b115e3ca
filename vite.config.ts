// Configures how the product is built (client, service worker, server with its workers), served during development, and tested. Read by
// vite, vitest and storybook; `src/server/cli/build.ts` runs the build. It contains no product words.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown } from 'vite';
import { defineConfig } from 'vitest/config';
import { chunkGroups } from './src/server/cli/chunkGroups.ts';
import { PAGE_ENTRY, PAGE_GROUPS } from './src/server/cli/pageGroups.ts';
import {
  embeddedScript,
  embeddedSheet,
  LIBRARIES_ENVIRONMENT,
  librariesBuild,
  useEmbeddedParts,
} from './src/server/cli/embedFirstParts.ts';
import { importFromSource, sourcesOf } from './src/server/cli/importFromSource.ts';
import { inputHash } from './src/server/cli/inputHash.ts';
import { unusedOnPage, withoutClasses } from './src/server/cli/unusedClasses.ts';
import { filesToLeave } from './tests/runner/filesInParts.ts';
import { LongestFirst } from './tests/runner/LongestFirst.ts';
import { Recorder } from './tests/runner/Recorder.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const at = (path: string): string => `${root}${path}`;
const present = (inputs: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(inputs).filter(([, path]) => existsSync(path)));

const services = ['src', 'codegen', 'tests', 'stories', 'schemas'];
const alias = [
  ...services.map((room) => ({ find: new RegExp(`^${room}/`), replacement: at(`${room}/`) })),
  { find: /^markdown-to-jsx\/react$/, replacement: at('src/client/forms/plainMarkdown.ts') },
];

// Client and server both contain the build version, so that a page and a server of different builds detect each other.
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string };
const buildVersion = (command: string): string =>
  `${version}+${command === 'build' ? inputHash(root).slice(0, 10) : 'dev'}`;

// The rest of this file reads generated files.
execFileSync(process.execPath, ['--import', 'tsx', 'codegen/ensure.ts'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
});

const backend = process.env.DEV_BACKEND ?? 'http://localhost:8080';
const routes = JSON.parse(readFileSync(at('schemas/engine/routes.json'), 'utf8')) as {
  readonly reserved: readonly string[];
  readonly routes: readonly { readonly path: string }[];
};
const segments = new Set([...routes.reserved, ...routes.routes.map(({ path }) => path.split('/')[1] ?? '')]);
const proxied = [...segments].filter((segment) => segment !== 'assets').map((segment) => `^/${segment}(?:/|\\?|$)`);

/** Page for development without a server. Vite serves only the page's code; all other content comes from a server. */
const noServer = (): string =>
  `<!doctype html><title>No server</title><p role="alert">No server runs at ${backend}. Start one with <code>npm start</code>, or name another in DEV_BACKEND, and load this page again.</p>`;

/**
 * The server embeds the site configuration in the page. During development, vite serves the page and copies the configuration from the
 * server.
 */
const borrowSiteConfiguration = (): Plugin => ({
  name: 'borrow-site-configuration',
  apply: 'serve',
  async transformIndexHtml(html) {
    const page = await fetch(`${backend}/`).then(
      (answer) => answer.text(),
      () => undefined,
    );
    if (page === undefined) return noServer();
    const tag = /<script type="application\/json" id="site-configuration">[^]*?<\/script>/.exec(page)?.[0];
    return tag === undefined || html.includes(tag) ? html : html.replace('</head>', () => `${tag}</head>`);
  },
});

const groups = Object.fromEntries(
  Object.entries(PAGE_GROUPS).map(([name, { roots, ...group }]) => [name, { ...group, roots: roots.map(at) }]),
);

/**
 * Returns link tags for the files of the groups in their order. Each file is followed by its imports, so that all of them load in parallel.
 */
const linksOf = (bundle: Rolldown.OutputBundle, names: readonly string[]): string[] => {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const needed = new Set(names.flatMap((name) => chunks.filter((chunk) => chunk.name === name)));
  for (const { imports } of needed) for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk);
  const sheets = [...needed].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  return [
    ...[...needed].map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`),
    ...sheets.map((sheet) => `<link rel="stylesheet" crossorigin href="/${sheet}">`),
  ];
};

interface AreaScreens {
  readonly screens?: readonly { readonly path: string; readonly view?: string }[];
}

/** Returns the paths of pages with their own frame, which need nothing of the columns. */
const ownPages = (): string[] =>
  readdirSync(at('schemas')).flatMap((area) => {
    const path = at(`schemas/${area}/area.json`);
    if (!existsSync(path)) return [];
    const { screens = [] } = JSON.parse(readFileSync(path, 'utf8')) as AreaScreens;
    return screens.filter(({ view }) => view === 'ownPage').map((screen) => screen.path);
  });

/** Returns a script without the lines of its comments and without indentation, because no build shortens it. */
const withoutComments = (script: string): string =>
  script.replace(/^\s*(?:\/\/.*|\/\*.*\*\/)\n/gm, '').replace(/^\s+/gm, '');

/** Adds browserCheck.js, which loads the bundle (the content of #bundle) only in a browser that can run it. */
const checkBrowserFirst = (): Plugin => {
  const script = withoutComments(readFileSync(at('src/client/browserCheck.js'), 'utf8'));
  const messages = JSON.parse(readFileSync(at('src/generated/messages.en.json'), 'utf8')) as Record<string, string>;
  const refusal = messages['app.platformNotSupported'] ?? '';
  let sheet = '';
  return {
    name: 'check-browser-first',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        sheet = embeddedSheet(bundle, 'core');
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const entry: string[] = [];
        const rest = html.replace(
          /\s*<(?:script type="module"|link rel="(?:modulepreload|stylesheet)")[^>]*>(?:<\/script>)?/g,
          (tag) => {
            if (tag.includes('<script')) entry.push(tag.trim());
            return '';
          },
        );
        // All scripts are preloaded, including the entry: a script that another script loads would wait for all preloaded ones. Style
        // sheets do not delay the initial HTML; the application waits for them before it renders.
        const tags = linksOf(bundle, ['core', 'page', 'index']);
        const workspace = linksOf(bundle, ['workspace']).filter((tag) => !tags.includes(tag));
        const item = linksOf(bundle, ['item']).filter((tag) => ![...tags, ...workspace].includes(tag));
        const body = [
          `<div id="not-supported" role="alert" hidden>${refusal}</div>`,
          `<template id="bundle">${tags.join('')}</template>`,
          `<template id="workspace">${workspace.join('')}</template>`,
          `<template id="item">${item.join('')}</template>`,
          `<template id="entry">${entry.join('')}</template>`,
          `<template id="own-pages">${ownPages().join(' ')}</template>`,
          // Inlined because it is needed immediately. The server allows inline scripts by their hashes (pageRoutes.ts).
          `<script>${script}</script>`,
          // Style sheets take effect in their order: the script moves this one before those that it has requested.
          sheet,
          `<script>${embeddedScript(root)}</script>`,
        ];
        return rest.replace('</body>', () => `${body.join('\n')}\n</body>`);
      },
    },
  };
};

/**
 * Removes Blueprint's list of icon names, which it uses only to reject unknown names. It would add 9 kB to the first page.
 * client/ui/icons.ts shows the document icon for unknown names.
 */
const takeAnyIconName = (): Plugin => ({
  name: 'take-any-icon-name',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  load: {
    filter: { id: /@blueprintjs[/\\]icons[/\\]lib[/\\]esm[/\\]iconNames\.js$/ },
    handler: () => 'export const IconNames = {}; export const IconNamesSet = { has: () => true };',
  },
});

/** Empties Blueprint's texts for developers, which its components show only outside of production. */
const leaveOutDeveloperTexts = (): Plugin => ({
  name: 'leave-out-developer-texts',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  load: {
    filter: { id: /@blueprintjs[/\\]core[/\\]lib[/\\]esm[/\\]common[/\\]errors\.js$/ },
    handler: (id) => readFileSync(id, 'utf8').replaceAll(/^(export const \w+ =)[^]*?;$/gm, "$1 '';"),
  },
});

/**
 * Writes the class names of Blueprint as plain strings. Its source composes them from a prefix that a page can change, so that the build
 * would have to keep all of them.
 */
const writeOutClassNames = (): Plugin => {
  const names = createRequire(import.meta.url)('@blueprintjs/core/lib/cjs/common/classes.js') as Record<
    string,
    unknown
  >;
  return {
    name: 'write-out-class-names',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: {
      filter: { id: /@blueprintjs[/\\]core[/\\]lib[/\\]esm[/\\]common[/\\]classes\.js$/ },
      handler: (id) =>
        readFileSync(id, 'utf8').replaceAll(
          /^export const (\w+) = [^]*?;$/gm,
          (_, constant: string) => `export const ${constant} = ${JSON.stringify(names[constant])};`,
        ),
    },
  };
};

/**
 * Leaves only the hours of the world in the table of regions from which the parser of messages chooses 12 or 24 hours. It uses the table
 * only for the letter `j` in a pattern of a time, and only in a browser that does not know the hours of its own language.
 */
const leaveOutHoursOfRegions = (): Plugin => ({
  name: 'leave-out-hours-of-regions',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /@formatjs[/\\]icu-messageformat-parser[/\\]index\.js$/ },
    handler: (code) => ({
      code: code.replace(/^const timeData = \{$[^]*?^\};$/m, 'const timeData = { "001": ["H", "h"] };'),
      map: null,
    }),
  },
});

const BLUEPRINT = '@blueprintjs/core';
const blueprintSources = sourcesOf(at(`node_modules/${BLUEPRINT}/lib/esm/index.js`));
const ICONS = '@blueprintjs/icons';
const iconSources = sourcesOf(at(`node_modules/${ICONS}/lib/esm/generated/index.js`));

/** Replaces imports of Blueprint's packages so that the first page loads only the components and icons that it shows. */
const importBlueprintFromSource = (): Plugin => ({
  name: 'import-blueprint-from-source',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { code: '@blueprintjs/' },
    handler: (code) => ({
      code: importFromSource(importFromSource(code, BLUEPRINT, blueprintSources), ICONS, iconSources),
      map: null,
    }),
  },
});

/** Removes the rules of Blueprint's style sheet that no element of the product can use. */
const leaveOutUnusedRules = (): Plugin => ({
  name: 'leave-out-unused-rules',
  apply: 'build',
  enforce: 'pre', // runs while the module is still CSS, before vite turns it into JavaScript
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /@blueprintjs[/\\]core[/\\]lib[/\\]css[/\\]blueprint\.css$/ },
    handler: (css) => ({ code: withoutClasses(css, unusedOnPage(root, blueprintSources)), map: null }),
  },
});

/** Replaces the measurement of text in OpenLayers. It assigns innerHTML, which the content security policy (Trusted Types) blocks. */
const measureTextAsText = (): Plugin => ({
  name: 'measure-text-as-text',
  transform: {
    filter: { id: /\/ol\/render\/canvas\.js$/ },
    handler: (code) => {
      const changed = code.replace("measureElement.innerHTML = 'M'", "measureElement.textContent = 'M'");
      if (changed === code) throw new Error('ol/render/canvas.js no longer measures text as it did');
      return { code: changed, map: null };
    },
  },
});

/** Marks calls in the router's package as free of side effects. Without the marks, every build contains all of its components. */
const leaveOutUnusedRouter = (): Plugin => ({
  name: 'leave-out-unused-router',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/react-router\/dist\/development\/chunk-\w+\.mjs$/ },
    handler: (code) => ({
      code: code
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
        .replace('RenderErrorBoundary.contextType = RSCRouterContext;', '')
        .replaceAll(/^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$1/* @__PURE__ */ $2')
        .replaceAll(/^(var \w+ = )(new (?:Set|URL)\(|Object\.getOwnPropertyNames\()/gm, '$1/* @__PURE__ */ $2'),
      map: null,
    }),
  },
});

/** Tells the service worker the files of the client, which is built before it. */
const listBuildFiles = (): Plugin => ({
  name: 'list-build-files',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'serviceWorker',
  transform: {
    filter: { id: /\/client\/serviceWorker\.ts$/ },
    handler: (code) => {
      const manifest = readFileSync(at('dist/client/build-manifest.json'), 'utf8');
      const files = new Set(
        [...manifest.matchAll(/"(assets\/[\w.-]+\.(?:js|css|json|woff2?))"/g)].map(([, file]) => `/${file}`),
      );
      return { code: code.replaceAll('__BUILD_FILES__.', `${JSON.stringify([...files])}.`), map: null };
    },
  },
});

const client = {
  build: {
    outDir: at('dist/client'),
    emptyOutDir: true,
    manifest: 'build-manifest.json',
    chunkSizeWarningLimit: 800, // the viewers of PDF documents and 3D models, each loaded when such a file is opened
    assetsInlineLimit: 0, // a data: font or image would require an exception in the content security policy
    rolldownOptions: {
      input: present({ index: at('src/client/index.html') }),
      treeshake: { propertyReadSideEffects: false as const },
      // Constants of other modules, such as class names, become values where they are used.
      optimization: { inlineConst: { mode: 'all' as const, pass: 2 } },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ debugName: 'together', name: chunkGroups(at(PAGE_ENTRY), groups) }],
        },
      },
    },
  },
};

const serviceWorker = {
  consumer: 'client' as const,
  build: {
    outDir: at('dist/client'),
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: present({ sw: at('src/client/serviceWorker.ts') }),
      output: { entryFileNames: 'sw.js', format: 'iife' as const },
    },
  },
};

// All chunks are in one folder, so that `new URL('./x', import.meta.url)` means the same folder in every chunk.
const server = {
  consumer: 'server' as const,
  resolve: { external: true as const },
  build: {
    outDir: at('dist/server'),
    emptyOutDir: true,
    copyPublicDir: false,
    sourcemap: true,
    minify: false,
    target: 'node20',
    rolldownOptions: {
      input: present({
        main: at('src/server/main.ts'),
        searchWorker: at('src/server/search/worker.ts'),
        fileReader: at('src/server/readerProcess.ts'),
        letterWorker: at('src/server/letters/letterWorker.ts'),
        formWorker: at('src/domain/geokeeper/arrival/formWorker.server.ts'),
      }),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', format: 'es' as const },
    },
  },
};

const minute = 60_000;
/** File from which tests/run.ts reads the result of each test. */
const recordTo = process.env.TEST_RECORD;

const suite = (name: string, include: string[], more: Record<string, unknown> = {}) => ({
  extends: true as const,
  // Timeouts are generous so that tests pass on a slow machine. tests/run.ts reports tests that pass only at the second attempt.
  test: {
    name,
    include,
    exclude: ['**/node_modules/**'],
    environment: 'node',
    maxWorkers: 2,
    // Modules stay loaded for the next test file of the same worker. Reloading them for each file took half of the total time.
    isolate: false,
    setupFiles: [at('tests/setup.ts')],
    testTimeout: minute,
    hookTimeout: minute,
    expect: { poll: { timeout: minute / 4 } },
    retry: process.env.CI === undefined ? 0 : 1,
    ...more,
  },
});

export default defineConfig(({ mode, command }) => ({
  root: command === 'build' || (command === 'serve' && process.env.VITEST === undefined) ? at('src/client') : root,
  publicDir: at('src/client/public'),
  cacheDir: at('.cache/vite'),
  appType: 'spa',
  resolve: { alias },
  // Blueprint reads a global NODE_ENV to decide whether to run its development checks.
  define: { NODE_ENV: JSON.stringify(mode), __BUILD_VERSION__: JSON.stringify(buildVersion(command)) },
  plugins: [
    react(),
    borrowSiteConfiguration(),
    checkBrowserFirst(),
    useEmbeddedParts(root),
    takeAnyIconName(),
    leaveOutDeveloperTexts(),
    writeOutClassNames(),
    leaveOutHoursOfRegions(),
    importBlueprintFromSource(),
    leaveOutUnusedRules(),
    leaveOutUnusedRouter(),
    measureTextAsText(),
    listBuildFiles(),
  ],
  server: {
    port: 5173,
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: backend, ws: path.startsWith('^/ws(') }])),
  },
  environments: { [LIBRARIES_ENVIRONMENT]: librariesBuild(root), client, serviceWorker, server },
  builder: {
    // In this order: the page contains the libraries, and the service worker lists the files of the client.
    async buildApp(builder) {
      for (const name of [LIBRARIES_ENVIRONMENT, 'client', 'serviceWorker', 'server']) {
        const environment = builder.environments[name];
        const inputs = environment?.config.build.rolldownOptions.input ?? {};
        if (environment && Object.keys(inputs).length > 0) await builder.build(environment);
      }
    },
  },
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: recordTo === undefined ? ['default'] : ['default', new Recorder(recordTo)],
    projects: [
      suite('unit', ['tests/**/*.test.ts'], { exclude: ['**/node_modules/**', 'tests/**/*.pg.test.ts'] }),
      suite('pg', ['tests/**/*.pg.test.ts'], {
        exclude: ['**/node_modules/**', ...filesToLeave(root, 'pg')],
        sequence: { groupOrder: 1 },
        maxWorkers: 3, // they wait for the database during half of their run time
        globalSetup: [at('tests/server/harness/startTestServer.ts')],
        hookTimeout: 2 * minute,
      }),
      suite('dom', ['tests/{client,domain}/**/*.dom.test.tsx'], {
        exclude: ['**/node_modules/**', ...filesToLeave(root, 'dom')],
        globalSetup: [at('tests/client/countFiles.ts')],
        environment: 'jsdom',
        setupFiles: [at('tests/setup.ts'), at('tests/setupDom.ts')],
      }),
      suite('stories', ['tests/stories/*.e2e.ts'], { globalSetup: [at('tests/e2e/harness/startBrowser.ts')] }),
      suite('e2e', ['tests/e2e/**/*.e2e.ts'], {
        exclude: ['**/node_modules/**', ...filesToLeave(root, 'e2e')],
        maxWorkers: 3, // they wait for the server and the browser in turn
        sequence: { groupOrder: 2 },
        globalSetup: [at('tests/e2e/harness/startBrowser.ts'), at('tests/e2e/harness/globalSetup.ts')],
        testTimeout: 2 * minute,
        hookTimeout: 3 * minute,
      }),
    ],
  },
}));
