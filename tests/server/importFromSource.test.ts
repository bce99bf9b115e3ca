import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importFromSource, sourcesOf } from 'src/server/cli/importFromSource.ts';
import { describe, expect, test } from 'vitest';

const LIBRARY = '@blueprintjs/core';
const LIST = fileURLToPath(import.meta.resolve(`${LIBRARY}/lib/esm/index.js`));

describe('[EXPERIENCE] the first page takes of a library what it shows', () => {
  const sources = sourcesOf(LIST);

  test('every component is found in the file that exports it', () => {
    for (const name of ['Button', 'PopoverNext', 'useHotkeys', 'OverlaysProvider', 'KeyComboTag']) {
      const source = sources.get(name);
      expect(source?.name, name).toBe(name);
      expect(readFileSync(source?.file ?? '', 'utf8'), name).toMatch(new RegExp(`export .*\\b${name}\\b`));
    }
    expect(sources.get('Classes')).toEqual({ file: expect.stringMatching(/common\/classes\.js$/) as string });
  });

  test('imports name the files; a name that is not the library’s own keeps its list', () => {
    const code = `import {\n  Button as Press,\n  Classes,\n  Colors } from "${LIBRARY}";\nimport { a } from "./a.js";`;
    const rewritten = importFromSource(code, LIBRARY, sources);
    expect(rewritten).toMatch(/import \{ Button as Press \} from ".*\/button\/buttons\.js";/);
    expect(rewritten).toMatch(/import \* as Classes from ".*\/classes\.js";/);
    expect(rewritten).toContain(`import { Colors as Colors } from "${LIBRARY}";`);
    expect(rewritten).toContain('import { a } from "./a.js";');
  });
});
