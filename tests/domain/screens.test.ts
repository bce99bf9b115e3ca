// Access to declared screens: every screen of the product, for every kind of person and installation, compared with one table.

import { describe, expect, it } from 'vitest';
import { refusalOf } from 'src/client/navigation/menuTree.ts';
import texts from 'src/generated/messages.en.json' with { type: 'json' };
import { registry } from 'src/generated/registry.client.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';
import { toyUser } from 'stories/scripted/toyItems.ts';

const person = (more: Partial<SessionUser> = {}): SessionUser => ({
  ...toyUser,
  admin: false,
  capabilities: {},
  adminOrgs: [],
  readOrg: null,
  readOrgs: [],
  creatable: [],
  ...more,
});

/** All kinds of callers. The holder of a capability has its name. */
const PEOPLE: Readonly<Record<string, SessionUser | undefined>> = {
  visitor: undefined,
  stranger: person(),
  member: person({ readOrg: 'Organization-1', readOrgs: ['Organization-1'] }),
  ownerAdmin: person({ adminOrgs: ['Organization-1'] }),
  keeper: person({ creatable: ['LOVValue'] }),
  gatherer: person({ creatable: ['Collection'] }),
  admin: person({ admin: true }),
  ...Object.fromEntries(registry.capabilities.map((name) => [name, person({ capabilities: { [name]: true } })])),
};

const HOLDERS = registry.capabilities;
const SIGNED_IN = ['stranger', 'member', 'ownerAdmin', 'keeper', 'gatherer', 'admin', ...HOLDERS];
const OPEN = { dedicated: false, keyCaps: ['Belongings', 'Research'] };
/** All areas but field data are in use. */
const DEDICATED = { dedicated: true, keyCaps: registry.capabilities.filter((name) => name !== 'GeoKeeper') };
const WITHOUT_AREAS = { dedicated: true, keyCaps: [] };
/** Screens of areas that no capability opens: a dedicated installation has them with any key capabilities. */
const LASTING =
  /^(admin|timeline|data|spatial|day|figures|people)$|^(list-|my-(?!collections)|spatial\.|admin\.(?!collections|letter-templates))/;
const BARE = { dedicated: false, keyCaps: [] };

interface Row {
  readonly open: readonly string[];
  /** Differences from an installation that is not dedicated. */
  readonly dedicated?: readonly string[];
  /** Key capability that every person needs. */
  readonly key?: string;
}

const by = (...capabilities: string[]): Row => ({ open: ['admin', ...capabilities] });
const consult: Row = { open: ['admin', 'ConsultRespond', 'ConsultSubmit'], dedicated: ['admin', 'ConsultRespond'] };
const research: Row = { ...by('Research'), key: 'Research' };
const belongings: Row = { ...by('Belongings'), key: 'Belongings' };

const TABLE: Readonly<Record<string, Row>> = {
  admin: { open: SIGNED_IN },
  'admin.all-items': by(),
  'admin.users': by(),
  timeline: { open: SIGNED_IN },
  'admin.state': by(),
  'admin.contact-requests': by(),
  'admin.log': by(),
  'admin.reads': by(),
  assist: by('Assist'),
  'assist-screen': by('Assist'),
  'assist.requests': by('Assist'),
  'assist.recordings': by('Assist'),
  'assist.user-tests': by(),
  'admin.sysalerts': by(),
  'admin.owner': by('ownerAdmin'),
  'admin.org-capabilities': by(),
  'admin.workflows': by('ConsultRespond', 'GeoKeeper', 'ResponseWorkflow'),
  'admin.letter-templates': by('ConsultRespond'),
  'admin.menu-items': { open: [], dedicated: ['admin'] },
  'admin.systext': { open: [], dedicated: ['admin'] },
  'admin.lovs': by('Lovs'),
  'admin.collections': by('Collections'),
  archive: by('Archive'),
  'archive.catalogue': by('Archive'),
  'archive.imports': by('Archive'),
  'archive.orgs': by('Archive'),
  'archive.sources': by('Archive'),
  belongings,
  'belongings.catalog': belongings,
  'belongings.intitutions': belongings,
  'belongings.exhibitions': belongings,
  'belongings.repatriation': belongings,
  'belongings.sessions': belongings,
  consult,
  'consult.letters': by('ConsultRespond'),
  'consult.dashboard': consult,
  'consult.projects': consult,
  'consult.drafts': by('ConsultSubmit'),
  'consult.reviews': by('ConsultSubmit'),
  'consult.pending': consult,
  'consult.answered': by('ConsultSubmit'),
  // Rights of people who work for an organization.
  'consult.received': { open: [] },
  'consult.responses': by('ConsultRespond'),
  'consult.responses.mine': by('ResponseWorkflow'),
  'consult.responses.overdue': by('ResponseWorkflow'),
  'consult.responses.lateSteps': by('ResponseWorkflow'),
  'consult.responses.init': by('ResponseWorkflow'),
  'consult.calendar': by('ConsultRespond'),
  'consult.days': by('ConsultSubmit'),
  day: { open: SIGNED_IN },
  figures: { open: SIGNED_IN },
  people: { open: SIGNED_IN },
  'consult.recent': by('ConsultRespond'),
  'consult.concerns': by('ConsultRespond'),
  'consult.attachments': consult,
  'consult.audit': consult,
  'consult.organizations': consult,
  'consult.contacts': consult,
  'consult.communications': consult,
  'consult.meetings': consult,
  'consult.meetings.next': consult,
  'consult.agreements': by('Agreement'),
  conversations: by('Conversation'),
  // People may see what concerns them, with and without the capability; the menu shows it below the others.
  'conversations.mine': { open: SIGNED_IN },
  'conversations.due': { open: SIGNED_IN },
  'conversations.unread': { open: SIGNED_IN },
  'conversations.open': by('Conversation'),
  'conversations.overdue': by('Conversation'),
  'list-lov': by('keeper'),
  'my-collections': by('gatherer'),
  'my-organizations': { open: ['member'] },
  'my-contacts': { open: ['member'] },
  research,
  'research.dashboard': research,
  'research.projects': research,
  'research.activities': research,
  'research.data': research,
  'research.passages': research,
  'research.consents': research,
  'research.species': research,
  'research.topics': research,
  'research.community-members': research,
  geokeeper: { open: SIGNED_IN, dedicated: [] },
  field: { open: SIGNED_IN, dedicated: [] },
  'geokeeper.public': { open: SIGNED_IN, dedicated: [] },
  'geokeeper.my-data': { open: SIGNED_IN, dedicated: [] },
  'geokeeper.private': { ...by('GeoKeeper'), dedicated: [] },
  'geokeeper.review': { ...by('GeoKeeper'), dedicated: [] },
  'geokeeper.data': { ...by('GeoKeeper'), dedicated: [] },
  'geokeeper.forms': { ...by('GeoKeeper'), dedicated: [] },
  'geokeeper.references': { ...by('GeoKeeper'), dedicated: [] },
  'geokeeper.attachments': { ...by('GeoKeeper'), dedicated: [] },
  'geokeeper.fieldwork': { ...by('GeoKeeper', 'ConsultRespond'), dedicated: [] },
  'geokeeper.work-items': { ...by('GeoKeeper'), dedicated: [] },
  data: { open: SIGNED_IN },
  spatial: { open: SIGNED_IN },
  'spatial.map': { open: SIGNED_IN },
  'spatial.features': { open: SIGNED_IN },
  'spatial.collections': { open: SIGNED_IN },
  'spatial.map-features': { open: SIGNED_IN },
  'spatial.map-data': { open: SIGNED_IN },
  'spatial.dispositions': { open: SIGNED_IN },
  vocab: by('Vocab'),
  'vocab.words-phrases': by('Vocab'),
};

const admitted = (path: string, site: typeof OPEN): string[] => {
  const screen = registry.screens.find((each) => each.path === path);
  return Object.entries(PEOPLE).flatMap(([name, user]) =>
    screen && refusalOf(screen, { user, site }) === undefined ? [name] : [],
  );
};

describe('[PERM-04] who may open a screen', () => {
  it('is documented for every declared screen', () => {
    expect(Object.keys(TABLE).sort()).toEqual(registry.screens.map(({ path }) => path).sort());
  });

  it.each(Object.entries(TABLE))(
    '%s: a dedicated installation without key capabilities',
    (path, { open, dedicated = open }) => {
      const expected = LASTING.test(path) ? dedicated : [];
      expect(admitted(path, WITHOUT_AREAS).sort()).toEqual([...expected].sort());
    },
  );

  it.each(Object.entries(TABLE))('%s', (path, { open, dedicated = open, key }) => {
    expect(admitted(path, OPEN).sort()).toEqual([...open].sort());
    expect(admitted(path, DEDICATED).sort()).toEqual([...dedicated].sort());
    expect(admitted(path, BARE).sort()).toEqual(key === undefined ? [...open].sort() : []);
  });
});

it('[EXPERIENCE] gives each screen a title that no other screen has', () => {
  const messages: Readonly<Record<string, string>> = texts;
  const titles = registry.screens.map(({ path }) => messages[`screens.${path}.title`] ?? `no title: ${path}`);
  expect(titles.filter((title, at) => titles.indexOf(title) !== at || title.startsWith('no title'))).toEqual([]);
});
