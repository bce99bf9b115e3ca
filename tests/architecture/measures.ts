// `npm run measures`: prints the numbers that the architecture and the writing style promise, with the limit of today and the goal.
// `--list <measure>` prints what is counted; `--lower` writes today's numbers into the baseline where they are lower.
// The limits are checked by measures.test.ts. They never rise, except `lines`, which a commit with a new function may raise.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { commentsIn, fragmentsIn, idiomsIn } from 'tests/architecture/comments.ts';
import { filesIn, isGenerated, root, textOf, typescriptIn } from 'tests/architecture/sourceFiles.ts';
import { PROPERTY_KINDS } from 'src/model/generated/kindNames.ts';
import { DISPLAY_MODES } from 'src/model/generated/displays.ts';

/** Numbers that the project must reach. */
export const GOALS = {
  comparisons: 0,
  modeNames: 0,
  casts: 60,
  fragments: 0,
  idioms: 0,
  titles: 0,
  doubledNames: 20,
  lines: 110_000,
} as const;
export type Measure = keyof typeof GOALS;

const TITLES: Readonly<Record<Measure, string>> = {
  comparisons: "comparisons with the name of a property kind or display mode outside the kind's or mode's folder",
  modeNames: "members with a display mode's name, and imports of its files, outside the mode's folder",
  casts: 'casts `as unknown as` and `as never` in src',
  fragments: 'fragments in comments of src, codegen, stories, tests and configuration files',
  idioms: 'idioms in the same comments',
  titles: 'idioms in titles of tests',
  doubledNames: 'names of functions and constants defined in more than one file of src',
  lines: 'hand-written lines of src and codegen (ts, tsx, css, sql)',
};

const BASELINE = 'tests/architecture/measures-baseline.json';

/** Folders that may name a kind or a mode, each for its own. */
const OWN_FOLDER = /^src\/(?:model|client)\/kinds\/|^src\/client\/displays\/[^/]+\//;
const KINDS: ReadonlySet<string> = new Set(PROPERTY_KINDS);
const MODES: ReadonlySet<string> = new Set(DISPLAY_MODES);

const EQUALITY: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

interface Text {
  readonly path: string;
  readonly text: string;
}

interface Source extends Text {
  readonly file: ts.SourceFile;
}

const lineOf = ({ path, file }: Source, node: ts.Node): string =>
  `${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1} ${node.getText(file).split('\n')[0]}`;

const nodesIn = (source: Source, isCounted: (node: ts.Node) => boolean): ts.Node[] => {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (isCounted(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source.file);
  return found;
};

/** Names a kind or mode: the literal is one of theirs, and the value is called kind, mode or display. */
const isNamed = (literal: ts.Expression, value: string): boolean =>
  ts.isStringLiteral(literal) &&
  ((KINDS.has(literal.text) && /\bkind$/i.test(value)) ||
    (MODES.has(literal.text) && /(?:mode|display\w*)\b/i.test(value)));

/** Things with a kind of their own: blocks of Markdown, columns of the search index and their plans, files in a viewer. */
const OTHER_KIND = /^(?:block|each|before|column|plan)\??\.kind$/;
const OTHER_KIND_FILES = /\/(?:fileFacts|letterDocx|MarkdownText|writeMarkdown|markdownBlocks)\.tsx?$/;

const comparisonsIn = (source: Source): string[] => {
  if (OWN_FOLDER.test(source.path) || OTHER_KIND_FILES.test(source.path)) return [];
  const names = (literal: ts.Expression, value: ts.Expression): boolean =>
    !OTHER_KIND.test(value.getText(source.file)) && isNamed(literal, value.getText(source.file));
  return nodesIn(source, (node) => {
    if (ts.isBinaryExpression(node) && EQUALITY.has(node.operatorToken.kind))
      return names(node.right, node.left) || names(node.left, node.right);
    return ts.isCaseClause(node) && names(node.expression, node.parent.parent.expression);
  }).map((node) => lineOf(source, node));
};

/** Returns true for a file that may use what belongs to the mode. */
const belongsTo = ({ path }: Text, mode: string): boolean =>
  path.startsWith(`src/client/displays/${mode.toLowerCase()}/`);

const DISPLAY_FILE = /^src\/client\/displays\/([^/]+)\/[^/]+$/;

/** Returns the mode that is named as a member (`displays.MAP`, `displays['MAP']`, `const { MAP } = displays`) or whose file is imported. */
const modeNamedBy = (node: ts.Node): string | undefined => {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isElementAccessExpression(node))
    return ts.isStringLiteral(node.argumentExpression) ? node.argumentExpression.text : undefined;
  if (ts.isBindingElement(node)) return (node.propertyName ?? node.name).getText();
  if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return undefined;
  return DISPLAY_FILE.exec(node.moduleSpecifier.text)?.[1]?.toUpperCase();
};

const modeNamesIn = (source: Source): string[] =>
  nodesIn(source, (node) => {
    const mode = modeNamedBy(node);
    return mode !== undefined && MODES.has(mode) && !belongsTo(source, mode);
  }).map((node) => lineOf(source, node));

const castsIn = (source: Source): string[] =>
  nodesIn(
    source,
    (node) =>
      ts.isAsExpression(node) &&
      (node.type.kind === ts.SyntaxKind.NeverKeyword ||
        (node.type.kind === ts.SyntaxKind.UnknownKeyword && ts.isAsExpression(node.parent))),
  ).map((node) => lineOf(source, node));

/** A component that is loaded later keeps its name: `lazyOf(async () => (await import(...)).Name)`, or the same with `lazy`, `columnView` or `idlePart`. */
const isLoadedLater = (name: string, { initializer }: ts.VariableDeclaration): boolean =>
  /^(?:lazy(?:Of)?|columnView|idlePart)\(/.test(initializer?.getText() ?? '') &&
  [`module.${name} `, `)).${name}`].some((end) => initializer?.getText().includes(end));

const topNamesOf = (file: ts.SourceFile): string[] =>
  file.statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement)) return statement.name ? [statement.name.text] : [];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap((declared) =>
      ts.isIdentifier(declared.name) && !isLoadedLater(declared.name.text, declared) ? [declared.name.text] : [],
    );
  });

const doubledNames = (sources: readonly Source[]): string[] => {
  const places = new Map<string, Set<string>>();
  for (const { path, file } of sources)
    for (const name of topNamesOf(file)) places.set(name, (places.get(name) ?? new Set()).add(path));
  return [...places]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)
    .toSorted();
};

const inComments = (sources: readonly Text[], faults: (text: string) => string[]): string[] =>
  sources.flatMap(({ path, text }) =>
    commentsIn(text).flatMap((comment) => faults(comment.text).map((fault) => `${path}:${comment.line} ${fault}`)),
  );

/** Returns all files with comments: code, style sheets, migrations, and configuration files in TypeScript. */
const commentedFiles = (): Text[] =>
  [...filesIn('src', 'codegen', 'stories', '.storybook', 'tests'), 'vite.config.ts']
    .filter((path) => /\.(?:[jt]sx?|css|sql)$/.test(path) && !/(?:^|\/)generated\//.test(path))
    .map((path) => ({ path, text: textOf(path) }));

const TEST = /^(?:describe|it|test)\b/;

/** Returns idioms in titles that are literals; titles made from variables are not read. */
export const titleIdioms = ({ path, text }: Text): string[] => {
  const source: Source = { path, text, file: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) };
  return nodesIn(source, (node) => ts.isCallExpression(node) && TEST.test(node.expression.getText(source.file)))
    .flatMap((node) => (ts.isCallExpression(node) ? node.arguments.slice(0, 1) : []))
    .filter((title) => ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))
    .flatMap((title) =>
      idiomsIn(title.getText(source.file).slice(1, -1)).map((idiom) => `${lineOf(source, title)}: ${idiom}`),
    );
};

const writtenLines = (): number =>
  filesIn('src', 'codegen')
    .filter((path) => /\.(tsx?|css|sql)$/.test(path) && !isGenerated(path))
    .reduce((sum, path) => sum + textOf(path).split('\n').length - 1, 0);

export interface Measured {
  readonly figures: Readonly<Record<Measure, number>>;
  /** Counted occurrences, one line each. */
  readonly found: Readonly<Partial<Record<Measure, readonly string[]>>>;
}

export const measured = (): Measured => {
  const all = typescriptIn(['src', 'codegen']).map((path): Source => {
    const text = textOf(path);
    return { path, text, file: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) };
  });
  const src = all.filter(({ path }) => path.startsWith('src/'));
  const commented = commentedFiles();
  const found = {
    comparisons: all.flatMap(comparisonsIn),
    modeNames: all.flatMap(modeNamesIn),
    casts: src.flatMap(castsIn),
    fragments: inComments(commented, fragmentsIn),
    idioms: inComments(commented, idiomsIn),
    titles: commented.filter(({ path }) => /^tests\/.*\.tsx?$/.test(path)).flatMap(titleIdioms),
    doubledNames: doubledNames(src),
  };
  return {
    found,
    figures: {
      comparisons: found.comparisons.length,
      modeNames: found.modeNames.length,
      casts: found.casts.length,
      fragments: found.fragments.length,
      idioms: found.idioms.length,
      titles: found.titles.length,
      doubledNames: found.doubledNames.length,
      lines: writtenLines(),
    },
  };
};

export const limits = (): Readonly<Record<Measure, number>> => JSON.parse(textOf(BASELINE)) as Record<Measure, number>;

const names = Object.keys(GOALS) as Measure[];

/** Lines grow a little while code moves, so their limit is in thousands. */
const limitFor = (name: Measure, figure: number): number =>
  name === 'lines' ? Math.ceil(figure / 1000) * 1000 : figure;

const lower = (figures: Measured['figures']): void => {
  const before = limits();
  const after = Object.fromEntries(names.map((name) => [name, Math.min(before[name], limitFor(name, figures[name]))]));
  writeFileSync(join(root, BASELINE), `${JSON.stringify(after, undefined, 2)}\n`);
};

const table = (figures: Measured['figures']): string => {
  const rows = names.map((name) => [name, figures[name], limits()[name], GOALS[name], TITLES[name]]);
  const widths = [14, 9, 9, 9];
  return [['measure', 'today', 'limit', 'goal', ''], ...rows]
    .map((row) => row.map((cell, at) => (at === 0 ? String(cell).padEnd(14) : String(cell).padStart(widths[at] ?? 0))))
    .map((row) => `${row.slice(0, 4).join('')}  ${row[4]}`.trimEnd())
    .join('\n');
};

const report = (args: readonly string[]): void => {
  const { figures, found } = measured();
  if (args.includes('--lower')) lower(figures);
  const listed = args[args.indexOf('--list') + 1] as Measure;
  process.stdout.write(`${args.includes('--list') ? (found[listed] ?? []).join('\n') : table(figures)}\n`);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) report(process.argv.slice(2));
