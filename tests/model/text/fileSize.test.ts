// Sizes of files in decimal units.
import { describe, expect, it } from 'vitest';
import { fileSize } from 'src/model/text/fileSize.ts';

describe('fileSize', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [1234, '1.2 kB'],
    [999_960, '1 MB'],
    [1_234_567, '1.2 MB'],
    [123_456_789, '123 MB'],
    [5_000_000_000, '5 GB'],
    [7e15, '7,000 TB'],
    [-5, '0 bytes'],
    [Number.NaN, '0 bytes'],
  ])('[FILE-02] %d reads %s', (bytes, shown) => {
    expect(fileSize(bytes, 'en')).toBe(shown);
  });

  it('[FILE-02] follows the language', () => {
    expect(fileSize(1_234_567, 'fr')).toMatch(/^1,2\sMo$/);
  });
});
