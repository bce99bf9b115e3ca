// Tests that no part of the page is drawn before its messages are loaded: the first page uses no later messages, and each lazy part that
// uses later messages imports them. Determined from the imports of the client's modules and the message ids in them.

import { describe, expect, it } from 'vitest';
import ts from 'typescript';
import { importGraph } from 'tests/architecture/importGraph.ts';
import { filesIn, textOf, typescriptIn } from 'tests/architecture/sourceFiles.ts';
import { FIRST_GROUPS, PAGE_ENTRY, PAGE_GROUPS } from 'src/server/cli/pageGroups.ts';
import { PROBLEMS } from 'src/model/generated/problems.ts';
import firstMessages from 'src/generated/messages.first.en.json' with { type: 'json' };
import { registry } from 'src/generated/registry.client.ts';
import laterMessages from 'src/model/generated/messages.later.en.json' with { type: 'json' };
import { type MessageTree, messagesOfTree } from 'src/model/text/messageTree.ts';
import { withSharedMessages } from 'src/model/text/sharedMessages.ts';

const LATER = 'src/client/intl/laterMessages.ts';
/** Module that inserts messages of the first page and shows none itself. */
const SHARED = 'src/model/text/sharedMessages.ts';

const messagesIn = (path: string): string[] => Object.keys(JSON.parse(textOf(path)) as Record<string, string>);
/** Ids of the first page's messages, including those that types share, which the page inserts. */
const first = new Set(Object.keys(withSharedMessages(messagesOfTree(firstMessages), registry)));
const later = new Set(Object.keys(messagesOfTree(laterMessages)));
const graph = importGraph(typescriptIn(['src'], { generated: true }));

interface Bundle {
  /** Modules that load the messages. */
  readonly modules: readonly string[];
  readonly ids: ReadonlySet<string>;
}

/** Messages that some pages load themselves (`pageMessages` of area.json). */
const ofPages = filesIn('src/generated')
  .filter((path) => /\/messages\.(?!first\.)\w+\.en\.json$/.test(path))
  .map((path): Bundle => {
    const tree = JSON.parse(textOf(path)) as MessageTree;
    const modules = [...graph.keys()].filter((by) => textOf(by).includes(`'${path}'`));
    return { modules, ids: new Set(Object.keys(messagesOfTree(tree))) };
  });
const bundles: readonly Bundle[] = [{ modules: [LATER], ids: later }, ...ofPages];
const ofServer = messagesIn('src/generated/messages.en.json').filter(
  (id) => !first.has(id) && bundles.every(({ ids }) => !ids.has(id)),
);

/** Returns all modules that run before the roots: their direct and indirect imports. */
const neededBy = (roots: readonly string[]): Set<string> => {
  const needed = new Set(roots);
  for (const path of needed)
    for (const { to, kind } of graph.get(path) ?? []) if (kind === 'value' && graph.has(to)) needed.add(to);
  return needed;
};

interface Said {
  readonly ids: readonly string[];
  /** Matches composed ids: for `types.${name}.label`, ids with any text between `types.` and `.label`. */
  readonly composed: readonly RegExp[];
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Text after `errors.` is the key of a problem, which has no dot. Ids of field errors, such as `errors.consult.dayPast`, are written in full. */
const insertedIn = ({ text }: ts.TemplateHead): string => (text === 'errors.' ? '[^.]*' : '.*');

const patternOf = ({ head, templateSpans }: ts.TemplateExpression): RegExp =>
  new RegExp(
    `^${[head.text, ...templateSpans.map(({ literal }) => literal.text)].map(escaped).join(insertedIn(head))}$`,
  );

const sayings = new Map<string, Said>();

const saidIn = (path: string): Said => {
  const known = sayings.get(path);
  if (known) return known;
  const ids: string[] = [];
  const composed: RegExp[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) ids.push(node.text);
    else if (ts.isTemplateExpression(node) && /^[a-z]\w*\./.test(node.head.text)) composed.push(patternOf(node));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, false));
  const said = { ids, composed };
  sayings.set(path, said);
  return said;
};

/** Returns `path: id` for each message that the module can show. */
const saysOf = (paths: Iterable<string>, messages: Iterable<string>): string[] => {
  const wanted = new Set(messages);
  return [...paths].flatMap((path) => {
    if (path === SHARED) return [];
    const { ids, composed } = saidIn(path);
    const matching = [...wanted].filter((id) => composed.some((pattern) => pattern.test(id)));
    return [...new Set([...ids.filter((id) => wanted.has(id)), ...matching])].map((id) => `${path}: ${id}`);
  });
};

const firstPage = neededBy([PAGE_ENTRY, ...FIRST_GROUPS.flatMap((name) => PAGE_GROUPS[name].roots)]);

describe('[EXPERIENCE] words that come after the first page', () => {
  it('are many, and not all', () => {
    expect(Math.min(first.size, later.size, ofServer.length)).toBeGreaterThan(30);
    expect(firstPage.size).toBeGreaterThan(150);
  });

  it('are neither used by the first page nor loaded with it', () => {
    expect(Object.keys(PROBLEMS).filter((key) => key.includes('.'))).toEqual([]);
    expect(bundles.flatMap(({ ids }) => saysOf(firstPage, ids))).toEqual([]);
    expect(bundles.flatMap(({ modules }) => modules.filter((path) => firstPage.has(path)))).toEqual([]);
  });

  it.each(bundles)(
    'are brought by each part that says one of them, or by all that ask for that part: $modules.0',
    (bundle) => {
      const asked = [...graph].flatMap(([by, imports]) =>
        /^src\/(client|domain)\//.test(by)
          ? imports.filter(({ kind, to }) => kind === 'late' && graph.has(to)).map(({ to }) => ({ by, to }))
          : [],
      );
      const parts = new Map(asked.map(({ to }) => [to, neededBy([to])]));
      expect(parts.size).toBeGreaterThan(50);
      const { modules, ids } = bundle;
      expect(modules).toHaveLength(1);
      const bringing = new Set(
        [...parts].filter(([, needed]) => modules.some((path) => needed.has(path))).map(([part]) => part),
      );
      const ready = new Set(parts.keys());
      const isReady = (part: string): boolean =>
        bringing.has(part) ||
        asked.every(
          ({ by, to }) =>
            to !== part ||
            (!firstPage.has(by) && [...parts].every(([other, needed]) => ready.has(other) || !needed.has(by))),
        );
      for (let before = -1; before !== ready.size;) {
        before = ready.size;
        for (const part of ready) if (!isReady(part)) ready.delete(part);
      }
      const silent = [...parts].flatMap(([part, needed]) => {
        const own = [...needed].filter((path) => !firstPage.has(path));
        const arrived = bundles.filter((each) => each.modules.some((path) => needed.has(path)));
        const missing = [...ids].filter((id) => arrived.every((each) => !each.ids.has(id)));
        const says = ready.has(part) ? [] : saysOf(own, missing);
        return says.length === 0 ? [] : [`${part} does not import ${modules.join()}; ${says.slice(0, 3).join(', ')}`];
      });
      expect(silent).toEqual([]);
    },
  );

  it('do not include words that only the server uses', () => {
    const client = [...graph.keys()].filter((path) => path.startsWith('src/client/'));
    expect(saysOf(client, ofServer)).toEqual([]);
  });
});
