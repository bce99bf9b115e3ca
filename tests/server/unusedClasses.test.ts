import { fileURLToPath } from 'node:url';
import { sourcesOf } from 'src/server/cli/importFromSource.ts';
import { unusedClasses, unusedOnPage, withoutClasses } from 'src/server/cli/unusedClasses.ts';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const DECLARATIONS = `
let NS = "bp";
export const LEFT = \`\${NS}-left\`;
export const RIGHT = \`\${NS}-right\`;
export const TREE = \`\${NS}-tree\`;
export const TREE_NODE = \`\${TREE}-node\`;
export const PANEL = \`\${NS}-panel\`;
export const PANEL_OPEN = \`\${PANEL}-open\`;
export const DANGER = intentClass("danger");
export function alignmentClass(side) {
  return side === "left" ? LEFT : undefined;
}
`;

describe('[EXPERIENCE] the first page takes of the library’s style sheet what can style something', () => {
  const unusedBy = (...code: string[]): string[] => [...unusedClasses(DECLARATIONS, code)];

  test('a class is unused that no code names by its constant, as text or by its beginning', () => {
    expect(unusedBy()).toEqual(['bp-right', 'bp-tree', 'bp-tree-node', 'bp-panel', 'bp-panel-open']);
    expect(unusedBy('className={Classes.TREE_NODE}', 'import { RIGHT } from "./classes"', '".bp-tree"')).toEqual([
      'bp-panel',
      'bp-panel-open',
    ]);
    expect(unusedBy('`${Classes.PANEL}-${state}`', '`bp-tree-${part}`', 'RIGHT')).toEqual(['bp-tree']);
    expect(unusedBy("'bp-' + name")).toEqual([]);
    expect(() => unusedBy('Classes[name]')).toThrow(/only the running page knows/);
  });

  test('a rule stays for each of its selectors that can match', () => {
    const unused = new Set(['bp-tree']);
    const left = (css: string): string => withoutClasses(css, unused).replaceAll(/\s+/g, ' ').trim();
    expect(left('.bp-tree .bp-left { a: b } .bp-left, .bp-tree > li { c: d }')).toBe('.bp-left { c: d }');
    expect(left('.bp-left:not(.bp-right :is(.bp-tree, li)) { a: b }')).toBe(
      '.bp-left:not(.bp-right :is(.bp-tree, li)) { a: b }',
    );
    expect(left('.bp6-html-select.bp6-minimal select, .bp6-select select, .bp6-select-more { a: b }')).toBe(
      '.bp6-select-more { a: b }',
    );
    expect(left('@media print { .bp-tree-node { a: b } .bp-tree:hover { c: d } }')).toBe(
      '@media print { .bp-tree-node { a: b } }',
    );
    expect(left('@keyframes bp-tree { from { a: b } }')).toBe('@keyframes bp-tree { from { a: b } }');
  });

  test('of the library itself, what the product shows stays', () => {
    const library = fileURLToPath(import.meta.resolve('@blueprintjs/core/lib/esm/index.js'));
    const unused = unusedOnPage(ROOT, sourcesOf(library));
    expect(unused.size).toBeGreaterThan(80);
    expect(unused).toContain('bp6-tree-node');
    const shown = [
      'button',
      'align-left',
      'align-right',
      'intent-danger',
      'popover-content',
      'dialog-body',
      'menu-item',
    ];
    const more = ['tag', 'tab', 'input', 'overlay-backdrop', 'drawer', 'icon', 'small', 'large', 'dark', 'checkbox'];
    expect([...shown, ...more].filter((name) => unused.has(`bp6-${name}`))).toEqual([]);
  });
});
