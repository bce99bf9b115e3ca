// The sample's organisations, accounts and contacts, and what they do together.

import type { Json } from 'src/model/item/Item.ts';
import type { SampleWorld } from 'src/domain/sample/SampleItem.ts';
import { FIRST_NAMES, LAST_NAMES, SUBJECTS, paragraph, title } from 'src/domain/sample/sampleTexts.ts';

export const CEDAR = '@org/cedar';
export const STONE = '@org/stone';
export const STRANGER = '@org/northline';
const COMMUNITIES = [CEDAR, STONE];

/** Sample accounts: key of the user, sign-in name before `@sample.test`, what for. */
export const ACCOUNTS = ['admin', 'staff', 'member', 'partner'] as const;

export const addOrganisations = (world: SampleWorld): void => {
  const add = (key: string, displayName: string, type: string, industry: string | null): string =>
    world.add({
      key: `org/${key}`,
      type: 'Organization',
      creator: 'user/admin',
      daysAgo: 400,
      properties: {
        displayName,
        type,
        legalName: `${displayName} (invented)`,
        ...(industry ? { industry } : {}),
        website: `https://${key}.example`,
      },
    });
  add('cedar', 'Cedar Inlet', 'COMMUNITY', null);
  add('stone', 'Stone Harbour', 'COMMUNITY', null);
  add('northline', 'Northline Works', 'INDUSTRY', 'Roads');
  add('ministry', 'Ministry of Shorelines', 'GOVERNMENT', null);
  add('museum', 'Museum of the Far Shore', 'MUSEUM', null);
  add('college', 'Tidewater College', 'EDUCATION', null);
  add('greenfield', 'Greenfield Advisers', 'CONSULTANT', 'Surveys');
  add('loom', 'The Loom Society', 'NOT_FOR_PROFIT', null);
};

const STAFF_CAPABILITIES = [
  'Archive',
  'Collections',
  'ConsultRespond',
  'ConsultSubmit',
  'Agreement',
  'Lovs',
  'Research',
  'Vocab',
];
const membership = (owner: string, reads: string, admin: boolean, capabilities: readonly string[]): Json => ({
  owner,
  reads,
  admin,
  capabilities,
});

export const addUsers = (world: SampleWorld): void => {
  const add = (key: string, name: string, more: Record<string, Json>): string =>
    world.add({
      key: `user/${key}`,
      type: 'User',
      creator: 'user/admin',
      daysAgo: 400,
      properties: { name, email: `${key}@sample.test`, ...more },
    });
  add('admin', 'Admin Person', { admin: true });
  add('staff', 'Staff Person', {
    siteReads: 'PRIVATE',
    siteCapabilities: ['Research', 'Vocab', 'Lovs'],
    memberships: [membership(CEDAR, 'PRIVATE', true, STAFF_CAPABILITIES)],
  });
  add('member', 'Member Person', {
    siteReads: 'COMMUNITY',
    siteCapabilities: [],
    memberships: [membership(CEDAR, 'COMMUNITY', false, [])],
  });
  add('partner', 'Partner Person', {
    siteReads: 'COMMUNITY',
    siteCapabilities: [],
    memberships: [membership(STONE, 'PRIVATE', false, ['Archive', 'Collections'])],
  });
};

export const addContacts = (world: SampleWorld, count: number): void => {
  const { random } = world;
  const organisations = world.all('Organization');
  for (let index = 0; index < count; index += 1) {
    const first = random.pick(FIRST_NAMES);
    const last = random.pick(LAST_NAMES);
    world.add({
      key: `contact/${index}`,
      type: 'Contact',
      properties: {
        firstName: first,
        lastName: last,
        email: `${first}.${last}.${index}@people.example`.toLowerCase().replaceAll(' ', ''),
        officePhone: `250 555 ${String(1000 + index)}`,
        _related: index < 50 ? random.pick(COMMUNITIES) : random.pick(organisations),
        addresses: [
          { kind: 'MAILING', address: { line1: `${index + 1} Shore Road`, city: 'Invented Bay', country: 'CA' } },
        ],
        ...(random.chance(0.2) ? { notes: paragraph(random) } : {}),
      },
    });
  }
};

const isoDay = (offset: number, now: number): string => new Date(now + offset * 86_400_000).toISOString().slice(0, 10);

export const addDealings = (world: SampleWorld, now: number): void => {
  const { random } = world;
  const others = world.all('Organization').slice(2);
  const contacts = world.all('Contact');
  for (let index = 0; index < 24; index += 1) {
    world.add({
      key: `agreement/${index}`,
      type: 'Agreement',
      properties: {
        title: `Agreement on the ${random.pick(SUBJECTS)} ${index + 1}`,
        state: random.pick(['DRAFT', 'ACTIVE', 'ARCHIVE', 'COMPLETE']),
        owner: random.pick(COMMUNITIES),
        with: random.some(others, random.whole(1, 2)),
        description: paragraph(random),
        from: isoDay(-random.whole(10, 700), now),
        to: isoDay(random.whole(10, 900), now),
      },
    });
  }
  for (let index = 0; index < 200; index += 1) {
    world.add({
      key: `commlog/${index}`,
      type: 'CommLog',
      properties: {
        subject: `${random.pick(['Call', 'Letter', 'Question', 'Reply'])} about the ${random.pick(SUBJECTS)}`,
        date: new Date(now - random.whole(1, 300) * 86_400_000 - random.whole(0, 80_000) * 1000).toISOString(),
        type: random.pick(['PHONE_CALL', 'E_MAIL', 'LETTER', 'IN_PERSON', 'VIDEO_CALL']),
        direction: random.pick(['INCOMING', 'OUTGOING']),
        owner: random.pick(COMMUNITIES),
        context: random.pick(others),
        contacts: random.some(contacts, random.whole(0, 2)),
        body: paragraph(random),
      },
    });
  }
  for (let index = 0; index < 120; index += 1) {
    const hour = random.whole(8, 18);
    world.add({
      key: `meeting/${index}`,
      type: 'Meeting',
      properties: {
        summary: `${random.pick(['Council on', 'Working group:', 'Open house:', 'Visit to'])} ${title(random).toLowerCase()}`,
        date: isoDay(index === 0 ? 0 : random.whole(-200, 120), now),
        ...(random.chance(0.8)
          ? { start: `${String(hour).padStart(2, '0')}:00`, end: `${String(hour + 2).padStart(2, '0')}:30` }
          : {}),
        meetingTypes: random.some(['COUNCIL', 'FIELD_VISIT', 'OPEN_HOUSE', 'WORKING_GROUP'], random.whole(1, 2)),
        owner: random.pick(COMMUNITIES),
        otherOrgs: random.some(others, random.whole(0, 2)),
        otherContacts: random.some(contacts, random.whole(0, 3)),
      },
    });
  }
};
