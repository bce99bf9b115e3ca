// Tests that the engine names no item type and no value list of any area: it scans the engine folders for the names
// declared in schemas/<area>. The engine may use its own names (schemas/engine).
import { describe, expect, it } from 'vitest';
import ts from 'typescript';
import { typeOfKind } from 'codegen/stepKinds.ts';
import { filesIn, textOf, typescriptIn } from 'tests/architecture/sourceFiles.ts';

const engine = typescriptIn(['src/base', 'src/model', 'src/server', 'src/client']);
const areaFile = /^schemas\/(?!engine\/|meta\/)[^/]+\//;

const kinds = filesIn('schemas')
  .filter((path) => areaFile.test(path) && path.endsWith('/steps.json'))
  .flatMap((path) => Object.keys((JSON.parse(textOf(path)) as { kinds?: object }).kinds ?? {}));

/** Declared names, including step kinds and the types that are generated from them. */
const declaredTypes = [
  ...filesIn('schemas')
    .filter((path) => areaFile.test(path) && path.endsWith('.schema.json'))
    .map((path) => path.slice(path.lastIndexOf('/') + 1, -'.schema.json'.length)),
  ...kinds,
  ...kinds.map(typeOfKind),
];

const declaredLists = filesIn('schemas')
  .filter((path) => areaFile.test(path) && path.endsWith('/lists.json'))
  .flatMap((path) => Object.keys((JSON.parse(textOf(path)) as { lists?: object }).lists ?? {}));

// A name of one plain word (Source, File) may occur in prose and as a variable, but not as a literal or a member.
const isCompound = (name: string): boolean => /[a-z][A-Z]/.test(name);

type Use = { readonly text: string; readonly kind: 'literal' | 'member' | 'name' };

const isMember = (node: ts.Identifier): boolean => {
  const { parent } = node;
  return (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node;
};

const usesIn = (path: string): Use[] => {
  const found: Use[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.push({ text: node.text, kind: isMember(node) ? 'member' : 'name' });
    else if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) found.push({ text: node.text, kind: 'literal' });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true));
  return found;
};

const namesType = ({ text, kind }: Use, type: string): boolean => {
  if (kind === 'literal') return text === type || new RegExp(`(^|/)${type}(-|$)`).test(text);
  return text === type && (kind === 'member' || isCompound(type));
};

describe('the engine knows no domain', () => {
  it('has declarations to look for', () => {
    expect(engine.length).toBeGreaterThan(20);
    expect(declaredTypes.length).toBeGreaterThan(3);
    expect(declaredLists.length).toBeGreaterThan(0);
  });

  it('names no declared item type', () => {
    const named = engine.flatMap((path) => {
      const uses = usesIn(path);
      return declaredTypes.filter((type) => uses.some((use) => namesType(use, type))).map((type) => `${path}: ${type}`);
    });
    // GeoJSON uses the name of a declared type for its own unit.
    const readsGeoJson = ['model/geo/geometryFrom', 'server/geoFiles/readGeoJson', 'server/geoFiles/readKml'];
    const ofGeoJson = [
      ...readsGeoJson,
      'server/geoFiles/readShapefile',
      'server/exchange/formats/places/geojsonFormat',
      'server/exchange/formats/places/kmlFormat',
    ].map((path) => `src/${path}.ts: Feature`);
    // So does RO-Crate.
    const ofCrate = 'src/server/packages/crate.ts: File';
    expect(named.filter((each) => each !== ofCrate && !ofGeoJson.includes(each))).toEqual([]);
  });

  it('mentions no compound type name, not even in a comment', () => {
    const compound = declaredTypes.filter(isCompound);
    const mentions = engine.flatMap((path) => {
      const text = textOf(path);
      return compound.filter((type) => new RegExp(`\\b${type}\\b`).test(text)).map((type) => `${path}: ${type}`);
    });
    expect(mentions).toEqual([]);
  });

  it('names no declared value list', () => {
    const named = engine.flatMap((path) => {
      const literals = new Set(
        usesIn(path)
          .filter((use) => use.kind === 'literal')
          .map((use) => use.text),
      );
      return declaredLists.filter((list) => literals.has(list)).map((list) => `${path}: ${list}`);
    });
    expect(named).toEqual([]);
  });
});
