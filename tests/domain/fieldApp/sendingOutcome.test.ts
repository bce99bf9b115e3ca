// Tests the outcome when the server, the connection or the session stops an entry on its way.
import { describe, expect, it } from 'vitest';
import { networkError } from 'src/client/connection/ClientProblem.ts';
import { FileSendingError, sendingOutcome } from 'src/domain/geokeeper/fieldApp/sendingOutcome.client.ts';
import { invalid, invalidAt, problem } from 'src/model/problems.ts';
import { fieldEntry } from 'tests/domain/fieldApp/sampleEntry.ts';

const file = (name: string, sent: boolean) => ({
  ...{ name, type: 'image/jpeg', size: 1, sha256: name, upload: name, sent },
});

const entry = fieldEntry({
  answers: { first: 'a.jpg', second: 'b.jpg', third: 'c.jpg' },
  files: [file('a.jpg', true), file('b.jpg', false), file('removed.jpg', false), file('c.jpg', false)],
});

const kindOf = (thrown: unknown): string => sendingOutcome(thrown, entry).kind;

describe('[GEO-01] sendingOutcome', () => {
  it('waits for a connection or a session', () => {
    expect(kindOf(networkError())).toBe('stop');
    expect(kindOf(new FileSendingError('b.jpg', undefined))).toBe('stop');
    expect(kindOf(new FileSendingError('b.jpg', 401))).toBe('stop');
    expect(kindOf(problem('notSignedIn'))).toBe('stop');
  });

  it('sends a file from its beginning when the server has lost it, or when it arrived damaged', () => {
    for (const status of [404, 410])
      expect(sendingOutcome(new FileSendingError('b.jpg', status), entry)).toEqual({
        kind: 'restart',
        files: ['b.jpg'],
      });
    expect(sendingOutcome(invalidAt('/files/1/sha256', 'fieldRecords.damagedFile'), entry)).toEqual({
      ...{ kind: 'restart', files: ['c.jpg'] },
    });
  });

  it('explains a refused file by its name', () => {
    expect(sendingOutcome(new FileSendingError('b.jpg', 413), entry)).toEqual({
      ...{ kind: 'refused', reason: 'field.refused.fileTooLarge', values: { file: 'b.jpg' } },
    });
    expect(kindOf(new FileSendingError('b.jpg', 400))).toBe('refused');
  });

  it('tries again later what is busy, too slow or broken, so that other entries pass', () => {
    for (const status of [408, 409, 423, 429, 460, 500, 503])
      expect(kindOf(new FileSendingError('b.jpg', status))).toBe('later');
    expect(kindOf(problem('generalFailure'))).toBe('later');
    expect(kindOf(new TypeError('unknown'))).toBe('later');
  });

  it('says why the server does not accept a record', () => {
    expect(sendingOutcome(invalidAt('/record/program', 'fieldRecords.closedProgram'), entry)).toMatchObject({
      ...{ kind: 'refused', reason: 'fieldRecords.closedProgram' },
    });
    const tooMany = invalid([{ path: '/record/answers', message: 'fieldRecords.tooManyPhotos', params: { count: 2 } }]);
    expect(sendingOutcome(tooMany, entry)).toMatchObject({ values: { count: 2 } });
    for (const key of ['notAllowed', 'notFound'] as const)
      expect(sendingOutcome(problem(key), entry)).toEqual({ kind: 'refused', reason: 'field.refused.noAccess' });
  });
});
