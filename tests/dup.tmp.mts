import ts from 'typescript';
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
const files = execFileSync('git', ['ls-files', 'src/*.ts', 'src/*.tsx'])
  .toString()
  .split('\n')
  .filter((f) => f && !f.includes('generated/'));
const map = new Map<string, string[]>();
for (const f of files) {
  const text = readFileSync(f, 'utf8');
  const sf = ts.createSourceFile(f, text, ts.ScriptTarget.Latest, true);
  for (const s of sf.statements) {
    if (!ts.isVariableStatement(s)) continue;
    for (const d of s.declarationList.declarations) {
      if (!ts.isIdentifier(d.name) || !d.initializer) continue;
      const body = d.initializer.getText().replace(/\s+/g, ' ');
      if (body.length < 25) continue;
      const key = `${d.name.text} = ${body}`;
      map.set(key, [...(map.get(key) ?? []), f]);
    }
  }
}
for (const [k, fs] of [...map].filter(([, f]) => f.length > 1).sort((a, b) => b[1].length - a[1].length))
  console.log(fs.length, k.slice(0, 220), '\n    ', fs.join(' '));
