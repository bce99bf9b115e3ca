// Imports of a library's list of everything, rewritten so that each name comes from the file that declares it. A module that imports the
// list reaches all of the library, and chunkGroups would let all of it travel with the first page. Read by vite.config.ts.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Source {
  readonly file: string;
  /** The name there; undefined for all of the file as one object. */
  readonly name: string | undefined;
}

const withoutComments = (code: string): string => code.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');

const namesIn = (list: string): { name: string; as: string }[] =>
  list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [name = '', as = name] = each.split(/\s+as\s+/);
      return { name, as };
    });

const present = (path: string): { file: string; code: string } => {
  for (const file of [`${path}.js`, join(path, 'index.js')])
    try {
      return { file, code: withoutComments(readFileSync(file, 'utf8')) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  throw new Error(`${path} is neither a file nor a folder of modules.`);
};

/** Returns the declaring module of each name that the index exports; names re-exported from other libraries are left out. */
export const sourcesOf = (list: string): Map<string, Source> => {
  const found = new Map<string, Source>();
  const { file, code } = present(list.replace(/(?:\/index)?\.js$/, ''));
  const at = (path: string): string => join(dirname(file), path);
  for (const [, path = ''] of code.matchAll(/export \* from ["'](\.[^"']*)["']/g))
    for (const [name, source] of sourcesOf(at(path))) found.set(name, source);
  for (const [, names = '', path = ''] of code.matchAll(/export \{([^}]*)\} from ["'](\.[^"']*)["']/g))
    for (const { name, as } of namesIn(names)) found.set(as, { file: present(at(path)).file, name });
  for (const [, name = '', path = ''] of code.matchAll(/import \* as (\w+) from ["'](\.[^"']*)["']/g))
    if (new RegExp(`export \\{[^}]*\\b${name}\\b[^}]*\\};`).test(code))
      found.set(name, { file: present(at(path)).file, name: undefined });
  return found;
};

/** The code of a module that imports the library's list, with its imports taken from where the names are declared. */
export const importFromSource = (code: string, library: string, sources: ReadonlyMap<string, Source>): string => {
  const imports = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']${library}["'];?`, 'g');
  return code.replace(imports, (_, list: string) =>
    namesIn(list)
      .map(({ name, as }) => {
        const source = sources.get(name);
        if (!source) return `import { ${name} as ${as} } from "${library}";`;
        const taken = source.name === undefined ? `* as ${as}` : `{ ${source.name} as ${as} }`;
        return `import ${taken} from ${JSON.stringify(source.file)};`;
      })
      .join(' '),
  );
};
