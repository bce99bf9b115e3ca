// Measures each function of a file: the number of lines and of parameters.
// Used by size.ts; the callback of a `describe` block does not count, because it is only a heading.
import ts from 'typescript';

export interface FunctionSize {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
  readonly parameters: number;
}

const isHeading = (node: ts.Node): boolean =>
  ts.isCallExpression(node.parent) &&
  /^describe\b/.test(node.parent.expression.getText()) &&
  node.parent.arguments.includes(node as ts.Expression);

const nameOf = (node: ts.FunctionLikeDeclaration): string => {
  if (node.name !== undefined) return node.name.getText();
  const { parent } = node;
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name.getText() : '(anonymous)';
};

/** Returns every function with a body, including nested ones; an outer function includes the lines of its inner ones. */
export const functionSizes = (path: string, text: string): FunctionSize[] => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number): number => file.getLineAndCharacterOfPosition(position).line + 1;
  const found: FunctionSize[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined && !isHeading(node)) {
      const line = lineAt(node.getStart());
      found.push({
        name: nameOf(node as ts.FunctionLikeDeclaration),
        line,
        lines: lineAt(node.end) - line + 1,
        parameters: node.parameters.length,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};
