// Builds the import graph by path from the root and finds its cycles.
// Used by layering.test.ts; packages and node's own modules keep their specifier.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { root, textOf } from 'tests/architecture/sourceFiles.ts';

export interface Import {
  readonly to: string;
  /** Kind of the import. The compiler erases `type`, and `late` is an `import()`: neither can create a cycle while modules load. */
  readonly kind: 'value' | 'type' | 'late';
}
export type ImportGraph = ReadonlyMap<string, readonly Import[]>;

const ownFolders = /^(src|codegen|tests|stories|schemas)\//;

const resolve = (from: string, specifier: string): string => {
  const path = (specifier.startsWith('.') ? join(dirname(from), specifier) : specifier).split('?')[0] ?? specifier;
  if (!ownFolders.test(path)) return specifier;
  return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => existsSync(join(root, candidate))) ?? path;
};

const isErased = (statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean => {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  const { importClause } = statement;
  if (importClause === undefined) return false;
  if (importClause.isTypeOnly) return true;
  const named = importClause.namedBindings;
  return (
    importClause.name === undefined &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.every((each) => each.isTypeOnly)
  );
};

const importsOf = (path: string): Import[] => {
  const found: Import[] = [];
  const add = (specifier: ts.Expression | undefined, kind: Import['kind']): void => {
    if (specifier !== undefined && ts.isStringLiteralLike(specifier))
      found.push({ to: resolve(path, specifier.text), kind });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
      add(node.moduleSpecifier, isErased(node) ? 'type' : 'value');
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], 'late');
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, 'type');
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, false));
  return found;
};

export const importGraph = (paths: readonly string[]): ImportGraph =>
  new Map(paths.map((path) => [path, importsOf(path)]));

/** Returns each cycle of value imports once, as a closed path. */
export const circles = (graph: ImportGraph): string[][] => {
  const done = new Set<string>();
  const found: string[][] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) found.push([...trail.slice(at), path]);
    if (at >= 0 || done.has(path)) return;
    for (const { to, kind } of graph.get(path) ?? [])
      if (kind === 'value' && graph.has(to)) visit(to, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
};
