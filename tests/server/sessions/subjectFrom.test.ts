// Rights from a User item: every right that is not granted explicitly is missing.

import { describe, expect, it } from 'vitest';
import { VISITOR } from 'src/model/access/Subject.ts';
import type { Json } from 'src/model/item/Item.ts';
import { sessionUserFrom } from 'src/server/sessions/sessionUserFrom.ts';
import { rightsUntil, subjectFrom } from 'src/server/store/readers/subjectFrom.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const subject = (user: Record<string, Json>) => subjectFrom('User-7', user, { now: NOW });

describe('subjectFrom', () => {
  it('has nothing that the item does not say', () => {
    expect(subject({})).toEqual({ ...VISITOR, userId: 'User-7' });
  });

  it.each([
    [{ admin: 'true' }, { admin: false }],
    [{ admin: 1 }, { admin: false }],
    [{ siteReads: 'EVERYTHING' }, { siteReads: undefined }],
    [{ siteCapabilities: 'Library' }, { siteCapabilities: [] }],
    [{ siteCapabilities: ['Library', 7] }, { siteCapabilities: ['Library'] }],
    [{ memberships: { owner: 'Shelf-1' } }, { memberships: [] }],
    [{ memberships: [{ owner: 'nonsense', reads: 'PRIVATE' }, null, 'Shelf-1'] }, { memberships: [] }],
    [
      { memberships: [{ owner: 'Shelf-1', admin: 'yes' }] },
      { memberships: [{ owner: 'Shelf-1', reads: 'PUBLIC', admin: false, capabilities: [] }] },
    ],
  ])('of %j takes %j', (user, expected) => {
    expect(subject(user as Record<string, Json>)).toMatchObject(expected);
  });

  it.each([
    [{ from: '2026-03-01T12:00:00Z' }, true],
    [{ from: '2026-03-01T12:00:01Z' }, false],
    [{ to: '2026-03-01T12:00:01Z' }, true],
    [{ to: '2026-03-01T12:00:00Z' }, false],
    [{ from: null, to: null }, true],
    [{ to: 'soon' }, false],
  ])('[PERM-07] of a membership with %j holds it now: %s', (dates, held) => {
    const memberships = [{ owner: 'Shelf-1', reads: 'PRIVATE', ...dates }];
    expect(subject({ memberships })?.memberships).toHaveLength(held ? 1 : 0);
    const [next] = Object.values(dates).filter((each) => each === '2026-03-01T12:00:01Z');
    expect(rightsUntil({ memberships }, NOW)).toEqual(next === undefined ? undefined : new Date(next));
  });

  it('is a visitor for a blocked user', () => {
    expect(subject({ admin: true, blocked: true })).toBeUndefined();
  });

  it('names the administrator behind a masquerade', () => {
    expect(subjectFrom('User-7', {}, { now: NOW, behind: { actorId: 'User-1', sessionId: 's' } })).toMatchObject({
      actingAdminId: 'User-1',
      sessionId: 's',
    });
  });
});

describe('[AUTH-09] sessionUserFrom', () => {
  const user: Record<string, Json> = {
    name: 'N',
    email: 'n@x.test',
    avatar: ['Attachment-3'],
    memberships: [
      { owner: 'Shelf-1', reads: 'COMMUNITY' },
      { owner: 'Shelf-2', reads: 'PRIVATE', admin: true, capabilities: ['Library'] },
    ],
  };
  const of = (more: Record<string, Json>) => {
    const all: Record<string, Json> = { ...user, ...more };
    return sessionUserFrom({
      userId: 'User-7',
      number: 7,
      type: 'User',
      user: all,
      kept: { version: 3, preferences: { dark: true, home: 'mine' } },
      subject: subject(all) ?? VISITOR,
      factorRequired: false,
      capabilities: ['Library', 'Research'],
      creatable: ['Book'],
      importable: ['Book', 'Loan'],
      version: 'v',
      activeTasks: [],
      timeZone: 'America/Vancouver',
    });
  };

  it('gives every member that the specification names', () => {
    expect(of({})).toEqual({
      _t: 'User',
      _i: 7,
      $id: 'User-7',
      name: 'N',
      email: 'n@x.test',
      admin: false,
      factorRequired: false,
      capabilities: { Library: true, Research: false },
      language: null,
      menuPackage: null,
      dark: true,
      hideGuidance: false,
      multiColumns: true,
      activeTasks: [],
      masquerading: false,
      $version: 'v',
      avatar: 'Attachment-3',
      adminOrg: 'Shelf-2',
      adminOrgs: ['Shelf-2'],
      readOrg: 'Shelf-1',
      readOrgs: ['Shelf-1', 'Shelf-2'],
      timeZone: 'America/Vancouver',
      creatable: ['Book'],
      importable: ['Book', 'Loan'],
      preferences: { dark: true, home: 'mine' },
      keptVersion: 3,
    });
  });

  it('gives an administrator every capability', () => {
    expect(of({ admin: true }).capabilities).toEqual({ Library: true, Research: true });
  });
});
