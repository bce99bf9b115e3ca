// Opaque position in an order where a page ended: the sort values of its last item, which the asker has seen, and its document number. The
// number reveals the size of the site, so the cursor is encrypted with a key of the site. It is bound to the order and to the asker.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Subject } from 'src/model/access/Subject.ts';
import type { SortKeyValue } from 'src/server/search/evaluate/searchPlan.ts';
import type { Position } from 'src/server/search/evaluate/sortOrder.ts';
import type { SortPlan } from 'src/server/search/plan/planSources.ts';
import { badValue } from 'src/server/search/plan/refusals.ts';
import { secret } from 'src/server/store/accounts/siteSecret.ts';
import type { Queryable } from 'src/server/store/database.ts';

/** Order and asker of a page. */
export interface Page {
  readonly subject: Pick<Subject, 'userId'>;
  readonly sorts: readonly SortPlan[];
}

export interface Cursors {
  write(page: Page, position: Position): Promise<string>;
  /** Throws `invalid` for anything but a cursor of this order and asker. */
  read(page: Page, cursor: string): Promise<Position>;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Fixed number of digits, so that the length of a cursor does not reveal the document number. */
const NUMBER_DIGITS = 16;

const boundTo = ({ subject, sorts }: Page): Buffer =>
  Buffer.from(
    JSON.stringify([
      subject.userId ?? null,
      sorts.map(({ key, descending, nearest = '' }) => `${descending ? '-' : '+'}${key}${nearest}`),
    ]),
  );

const sealed = (key: Buffer, page: Page, text: string): string => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(boundTo(page));
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
};

/** Throws an Error for anything that was not encrypted with this key for this page. */
const decryptedCursor = (key: Buffer, page: Page, cursor: string): string => {
  const bytes = Buffer.from(cursor, 'base64url');
  const iv = bytes.subarray(0, IV_BYTES);
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
    .setAAD(boundTo(page))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString();
};

export const createCursors = (db: Queryable): Cursors => {
  let known: Promise<Buffer> | undefined;
  const siteKey = (): Promise<Buffer> => {
    known ??= secret(db, 'cursors').catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  return {
    async write(page, { values, n }) {
      return sealed(await siteKey(), page, JSON.stringify([String(n).padStart(NUMBER_DIGITS, '0'), ...values]));
    },
    async read(page, cursor) {
      const key = await siteKey();
      try {
        const [n, ...values] = JSON.parse(decryptedCursor(key, page, cursor)) as [string, ...SortKeyValue[]];
        return { values, n: Number(n) };
      } catch {
        throw badValue(['after']);
      }
    },
  };
};
