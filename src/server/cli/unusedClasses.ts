// The rules of the component library's style sheet that can style nothing, and the sheet without them: a third of what a first visit would
// load of it. An element has a class only if some code names that class, so that a rule is left out where neither our code nor the files
// of the library that it reaches can name one that its selector asks for. Read by vite.config.ts, and by the tests of the stories, which
// look for elements with such a class.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import postcss from 'postcss';
import type { Source } from 'src/server/cli/importFromSource.ts';

const LIBRARY = '@blueprintjs/core';
const BLUEPRINT_FOLDER = 'node_modules/@blueprintjs';
/** Where the library says what its classes are called, each once: `export const TREE = `${NS}-tree`;`. */
const DECLARATIONS = 'common/classes.js';
const OWN_FOLDERS = ['src/client', 'src/domain', 'src/generated'];
const CONSTANT = /^export const (\w+) = `([^`]*)`;$/gm;

/** Class by name of its constant. One that a function makes is not among them, and stays. */
const constantsIn = (declarations: string): Map<string, string> => {
  const [, namespace] = /let NS = "(\w+)"/.exec(declarations) ?? [];
  if (namespace === undefined) throw new Error(`${DECLARATIONS} no longer says what its classes begin with.`);
  const values = new Map([['NS', namespace]]);
  for (const [, name = '', template = ''] of declarations.matchAll(CONSTANT)) {
    const value = template.replace(/\$\{(\w+)\}/g, (whole, part: string) => values.get(part) ?? whole);
    if (/^[\w-]+$/.test(value)) values.set(name, value);
  }
  return values;
};

/** Returns the declared classes that no code can use: neither by a constant, nor as text, nor composed from their beginning. */
export const unusedClasses = (declarations: string, code: readonly string[]): Set<string> => {
  const { NS: namespace = '', ...constants } = Object.fromEntries(constantsIn(declarations));
  const named = new Set<string>();
  const beginnings: string[] = [];
  for (const text of [...code, declarations.replaceAll(CONSTANT, '')]) {
    if (/\bClasses\[/.test(text)) throw new Error('A class is chosen by a name that only the running page knows.');
    for (const [name] of text.matchAll(/\b[A-Z][A-Z0-9_]*\b/g))
      if (constants[name] !== undefined) named.add(constants[name]);
    for (const [, name = ''] of text.matchAll(/\$\{(?:[\w$]+\.)*([A-Z][A-Z0-9_]*)\}-/g))
      if (constants[name] !== undefined) beginnings.push(`${constants[name]}-`);
    for (const [literal] of text.matchAll(new RegExp(`\\b${namespace}-[\\w-]*`, 'g')))
      if (literal.endsWith('-')) beginnings.push(literal);
      else named.add(literal);
  }
  return new Set(
    Object.values(constants).filter(
      (each) => !named.has(each) && !beginnings.some((beginning) => each.startsWith(beginning)),
    ),
  );
};

const NESTED = /\([^()]*\)/g;

/** Removes the arguments of `:not(…)` and similar functions from a selector, because their classes need not exist. */
const withoutArguments = (selector: string): string => {
  const outer = selector.replaceAll(NESTED, '');
  return outer === selector ? selector : withoutArguments(outer);
};

/** Intents that a component of the library can have and that the product gives to none of this kind. */
const UNUSED_INTENTS: Readonly<Record<string, readonly string[]>> = {
  input: ['primary', 'warning'],
  'input-group': ['primary', 'warning'],
  'menu-item': ['primary', 'warning'],
  tag: ['primary', 'warning', 'danger'],
};

/** Components that the library reaches and the product never shows, by the class of their outermost element. */
const UNUSED_COMPONENTS = ['editable-text', 'panel-stack2', 'tree'];

/**
 * Classes, or classes on one element, that the product never sets although code names them: a former name of `html-select`, components and
 * variants that it does not use, and intents. The test of the stories looks for elements that match them.
 */
export const NEVER_SET: readonly string[] = [
  '.bp6-select',
  '.bp6-html-select.bp6-minimal',
  '.bp6-intent-default',
  '.bp6-intent-success',
  ...UNUSED_COMPONENTS.map((name) => `.bp6-${name}`),
  ...['minimal', 'interactive', 'large', 'round'].map((variant) => `.bp6-tag.bp6-${variant}`),
  ...Object.entries(UNUSED_INTENTS).flatMap(([name, intents]) =>
    intents.map((intent) => `.bp6-${name}.bp6-intent-${intent}`),
  ),
];

const neverSet = new RegExp(
  [
    ...NEVER_SET.map((selector) => `${selector.replaceAll('.', String.raw`\.`)}(?![\\w-])`),
    ...UNUSED_COMPONENTS.map((name) => String.raw`\.bp6-${name}-`),
  ].join('|'),
);

/** A sign of the icon font. Icons are drawn as SVG, whose element would show the sign too if its font had one. */
const GLYPH = /^\.bp6-icon-[\w-]+::?before$/;

/** The sheet without the selectors that ask for one of the classes, or for what is never set. */
export const withoutClasses = (css: string, classes: ReadonlySet<string>): string => {
  const sheet = postcss.parse(css);
  const canMatch = (selector: string): boolean =>
    !GLYPH.test(selector) &&
    !neverSet.test(withoutArguments(selector)) &&
    [...withoutArguments(selector).matchAll(/\.([\w-]+)/g)].every(([, name = '']) => !classes.has(name));
  sheet.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && (rule.parent as postcss.AtRule).name.endsWith('keyframes')) return;
    const left = rule.selectors.filter(canMatch);
    if (left.length === 0) rule.remove();
    else if (left.length < rule.selectors.length) rule.selectors = left;
  });
  return sheet.toString();
};

const filesBelow = (folder: string, kind: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => kind.test(name))
    .map((name) => join(folder, name));

const moduleAt = (path: string): string | undefined =>
  [path, `${path}.js`, join(path, 'index.js')].find((file) => existsSync(file) && statSync(file).isFile());

/** The classes of the library that no code of the page can name; `sources` says where the library declares what it exports. */
export const unusedOnPage = (root: string, sources: ReadonlyMap<string, Source>): Set<string> => {
  const library = join(root, BLUEPRINT_FOLDER, 'core/lib/esm');
  const declarations = join(library, DECLARATIONS);
  const others = readdirSync(join(root, BLUEPRINT_FOLDER)).filter((name) => name !== 'core');
  const found = new Map<string, string>();
  const waiting = [
    ...OWN_FOLDERS.flatMap((folder) => filesBelow(join(root, folder), /\.(?:tsx?|js|json|html)$/)),
    ...others.flatMap((name) => filesBelow(join(root, BLUEPRINT_FOLDER, name, 'lib/esm'), /\.js$/)),
  ];
  for (const file of waiting) {
    if (found.has(file)) continue;
    const text = readFileSync(file, 'utf8');
    found.set(file, text);
    for (const [, names = ''] of text.matchAll(new RegExp(`\\{([^{}]*)\\}\\s*from\\s*["']${LIBRARY}["']`, 'g')))
      for (const name of names.split(',')) {
        const source = sources.get(name.trim().split(/\s/)[0] ?? '');
        if (source) waiting.push(source.file);
      }
    if (!file.startsWith(library)) continue;
    for (const [, path = ''] of text.matchAll(/(?:from|import)\s*["'](\.[^"']+)["']/g)) {
      const module = moduleAt(join(dirname(file), path));
      if (module !== undefined) waiting.push(module);
    }
  }
  found.delete(declarations);
  return unusedClasses(readFileSync(declarations, 'utf8'), [...found.values()]);
};
