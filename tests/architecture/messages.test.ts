// Tests that every message id in client code and every problem key has an English text.
// The compiler (codegen) checks ids that are composed at run time from declared names.
import { describe, expect, it } from 'vitest';
import ts from 'typescript';
import { filesIn, textOf, typescriptIn } from 'tests/architecture/sourceFiles.ts';

const bundles = filesIn('schemas').filter((path) => /\/messages(\.\w+)?\.en\.json$/.test(path));
const messages = new Map(bundles.flatMap((path) => Object.entries(JSON.parse(textOf(path)) as Record<string, string>)));
/** Compiled messages, and names that need no message. */
const shipped = JSON.parse(textOf('src/generated/messages.en.json')) as Readonly<Record<string, string>>;
const namespaces = new Set([...messages.keys()].map((id) => id.split('.')[0]));

const idShape = /^[a-z]\w*(\.[\w-]+)+$/;

const isGivenAsId = (node: ts.Node): boolean => {
  const { parent } = node;
  return (
    (ts.isPropertyAssignment(parent) || ts.isJsxAttribute(parent)) && /^(id|messageId)$/.test(parent.name.getText())
  );
};

/** Returns the literals that are message ids, by their position or because they begin with a namespace of messages. */
const messageIdsIn = (path: string): string[] => {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && idShape.test(node.text)) {
      if (isGivenAsId(node) || namespaces.has(node.text.split('.')[0])) found.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true));
  return found;
};

const clientCode = [
  ...typescriptIn(['src/client']),
  ...typescriptIn(['src/domain']).filter((path) => /(\.client\.tsx?|\/client\.ts)$/.test(path)),
];
const code = [...clientCode, ...typescriptIn(['src/server', 'src/model', 'src/domain'])];

describe('messages', () => {
  it('has a bundle and code to compare', () => {
    expect(messages.size).toBeGreaterThan(50);
    expect(clientCode.flatMap(messageIdsIn).length).toBeGreaterThan(10);
  });

  it('has an English text for every id in client code', () => {
    const missing = clientCode.flatMap((path) =>
      messageIdsIn(path)
        .filter((id) => !Object.hasOwn(shipped, id))
        .map((id) => `${path}: ${id}`),
    );
    expect(missing).toEqual([]);
  });

  it('has an English text for every error that the server reports for a field', () => {
    const said = code.flatMap((path) => messageIdsIn(path).filter((id) => id.startsWith('errors.')));
    expect(said.length).toBeGreaterThan(50);
    expect(said.filter((id) => !messages.has(id))).toEqual([]);
  });

  it('has an English text for every problem', () => {
    const { problems } = JSON.parse(textOf('schemas/engine/problems.json')) as { problems: Record<string, unknown> };
    expect(Object.keys(problems).filter((key) => !messages.has(`errors.${key}`))).toEqual([]);
  });

  it('has no text of the engine that nothing says', () => {
    const code = [...typescriptIn(['src', 'codegen']), 'vite.config.ts'].map(textOf).join('\n');
    const declared = filesIn('schemas')
      .filter((path) => path.endsWith('.json') && !bundles.includes(path))
      .map(textOf)
      .join('\n');
    const written = new Set(
      [...`${code}\n${declared}`.matchAll(/['"`]([\w$.-]+)['"`]/g)].map(([, literal]) => literal),
    );
    const { problems } = JSON.parse(textOf('schemas/engine/problems.json')) as { problems: Record<string, unknown> };
    for (const key of Object.keys(problems)) written.add(`errors.${key}`);
    // `refused.${reason}` uses all ids that begin with `refused.`; ids of errors are counted one by one.
    const heads = [
      ...new Set([...code.matchAll(/[`']([a-z]\w*\.(?:[\w.]+\.)?)(?:\$\{|')/g)].map(([, head]) => head ?? '')),
    ];
    const isSaid = (id: string): boolean =>
      written.has(id) || heads.some((head) => head !== 'errors.' && id.startsWith(head));
    const ids = bundles
      .filter((path) => path.startsWith('schemas/engine/'))
      .flatMap((path) => Object.keys(JSON.parse(textOf(path)) as Record<string, string>));
    expect(ids.filter((id) => !isSaid(id))).toEqual([]);
  });

  it('[PERM-04] names every right and says what it allows', () => {
    const [, list = '[]'] = /"capabilities": (\[[^\]]*\])/.exec(textOf('src/generated/registry.client.ts')) ?? [];
    const rights = JSON.parse(list) as readonly string[];
    expect(rights.length).toBeGreaterThan(3);
    const ids = rights.flatMap((name) => [`capabilities.${name}`, `capabilityHelp.${name}`]);
    expect(ids.filter((id) => !messages.has(id))).toEqual([]);
  });

  it('leaves no text empty', () => {
    expect([...messages].filter(([, text]) => text.trim() === '').map(([id]) => id)).toEqual([]);
  });
});
