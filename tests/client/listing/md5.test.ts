import { createHash } from 'node:crypto';
import { fc } from 'tests/properties.ts';
import { expect, it } from 'vitest';
import { md5 } from 'src/client/listing/md5.ts';

it('[SRCH-04] makes the MD5 that everybody else makes', () => {
  expect(md5('')).toBe('d41d8cd98f00b204e9800998ecf8427e');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(md5(text)).toBe(createHash('md5').update(text, 'utf8').digest('hex'));
    }),
  );
});
