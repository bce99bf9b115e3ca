// Every file of stories has a note on the use of its component: when to use it, when not, and what it does for accessibility.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = ['stories', 'src'].flatMap((folder) =>
  readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).flatMap((name) =>
    name.endsWith('.stories.tsx') ? [`${folder}/${name}`] : [],
  ),
);
const NOTE = /const meta\b[^]*?usage:\s*'Use [^']+ Not [^']+ Accessibility: [^']+'[^]*?export default meta/u;

describe('notes on use', () => {
  it('finds the files of stories', () => expect(files.length).toBeGreaterThan(20));

  it.each(files)('says when to use the component of %s, when not, and what it does for accessibility', (file) => {
    expect(readFileSync(`${root}/${file}`, 'utf8')).toMatch(NOTE);
  });
});
