// Creates the product's client over a scripted server with the sample community, signed in as a person with all rights.

import { clientDomain } from 'src/domain/client.ts';
import messages from 'src/generated/messages.en.json' with { type: 'json' };
import { registry } from 'src/generated/registry.client.ts';
import type { LovValue, SessionUser } from 'src/model/generated/wire.ts';
import type { MenuEntry } from 'src/model/menu/menuEntry.ts';
import type { Json } from 'src/model/item/Item.ts';
import { sampleItems, sampleItemsOfType } from 'stories/product/sampleItems.ts';
import { NOW } from 'stories/scripted/storyTime.ts';
import { sampleOverlap } from 'stories/product/sampleOverlap.ts';
import { storyGround } from 'stories/product/storyGround.ts';
import { samplePanels } from 'stories/product/sampleDashboard.ts';
import { siteStateOperations } from 'stories/product/sampleSiteState.ts';
import {
  createScriptedClient,
  type ScriptedClient,
  type ScriptedClientOptions,
} from 'stories/scripted/createScriptedClient.ts';

const lists: Record<string, LovValue[]> = {};
for (const { list, key, t } of sampleItemsOfType('LOVValue')) {
  const values = (lists[String(list)] ??= []);
  const label = String((t as { readonly en?: string } | undefined)?.en ?? key);
  if (!values.some((value) => value.key === key)) values.push({ key: String(key), label, state: 'ACTIVE' });
}

const [first] = sampleItemsOfType('User');
const readOrgs = sampleItemsOfType(registry.ownerType ?? '')
  .slice(0, 2)
  .map(({ $id }) => $id);

const everything: Partial<SessionUser> = {
  ...{ $id: first?.$id ?? 'User-1', name: first?.$label ?? '', email: String(first?.email), admin: true },
  capabilities: Object.fromEntries(registry.capabilities.map((name) => [name, true])),
  ...{
    readOrg: readOrgs[0] ?? null,
    readOrgs,
    creatable: Object.keys(registry.types),
    importable: Object.keys(registry.types),
  },
};

/** Rights of each person in the first owner of the sample. */
const peopleRights = (): Json => ({
  people: sampleItemsOfType('User').map((user) => {
    const [membership] = (user['memberships'] ?? []) as readonly Readonly<Record<string, Json>>[];
    const { reads = 'COMMUNITY', admin = false, capabilities = [], from = null, to = null } = membership ?? {};
    const person = { $id: user.$id, name: user.$label, email: user['email'] ?? null };
    return { ...person, reads, admin, capabilities, from, to, current: true, blocked: user['blocked'] === true };
  }),
  may: { reads: 'PRIVATE', capabilities: [...registry.capabilities] },
});

const menuEntries: readonly MenuEntry[] = [
  { key: 'archive', place: 0 },
  { key: 'link:words', link: { to: 'https://words.sample.test/', labels: { en: 'Language house' } } },
  { key: 'vocab', hidden: true },
];
const menuItems: Json = {
  version: 2,
  entries: menuEntries as unknown as Json,
  changed: { at: NOW.toISOString(), name: first?.$label ?? '' },
};

const consentUses: Json = {
  records: [
    { type: 'ResearchActivity', count: 2 },
    { type: 'ResearchPassage', count: 14 },
  ],
  uses: sampleItemsOfType('Letter')
    .slice(0, 2)
    .map(({ $id }) => $id),
  contrary: sampleItemsOfType('Letter')
    .slice(0, 1)
    .map(({ $id }) => $id),
  more: false,
  exports: [{ at: NOW.toISOString(), by: first?.$id ?? null, count: 12 }],
  moreExports: false,
};

const permittedUses = (body: unknown): Json => {
  const { ids } = body as { readonly ids?: readonly string[] };
  if (ids?.some((id) => id.startsWith('Research')) !== true) return { limited: 0, uses: [] };
  const uses = [
    { use: 'TEACHING', label: 'Teaching', permitted: 1 },
    { use: 'EXHIBITION', label: 'Exhibition', permitted: 0 },
  ];
  return { limited: 1, uses, until: '2031-12-31' };
};

/** The first people of the sample can see each record. */
const itemReaders = (): Json => {
  const people = sampleItemsOfType('User').slice(0, 3);
  const labels = Object.fromEntries(people.map(({ $id, $label }) => [$id, $label]));
  return { people: people.map(({ $id }) => $id), labels, count: people.length, whole: true };
};

const privateReads = (): Json => ({
  entries: sampleItemsOfType('ArchiveEntry')
    .slice(0, 8)
    .map(({ $id, _u }, at) => ({
      ...{ entry: 100 - at, at: NOW.toISOString(), by: first?.$id ?? null, asUser: null, channel: 'read', $id, _u },
      ...{ owners: [...readOrgs.slice(0, 1)], labels: {} },
    })),
  more: false,
});

const operations: NonNullable<ScriptedClientOptions['operations']> = {
  ...siteStateOperations,
  dashboard: () => ({ panels: samplePanels }) as unknown as Json,
  'act/auditTrail': () => ({ entries: [], more: false }),
  'act/consentUses': () => consentUses,
  'act/itemReaders': itemReaders,
  'act/privateReads': privateReads,
  'act/menuItems': () => menuItems,
  'act/overlap': () => sampleOverlap as unknown as Json,
  'act/peopleRights': peopleRights,
  'act/permittedUses': permittedUses,
  'act/respondentNaming': () => ({ persons: [], others: 'INITIALS' }),
  'act/siteTexts': () => ({ texts: { 'home.areas': 'Rooms' }, history: [] }),
};

export const createProductClient = (options: ScriptedClientOptions = {}): ScriptedClient =>
  createScriptedClient({
    ...{ registry, domain: clientDomain, items: sampleItems, lists, now: NOW },
    ...options,
    operations: { ...operations, ...options.operations },
    environment: { clock: { now: () => NOW }, ...options.environment },
    messages: options.messages ? { ...messages, ...options.messages } : messages,
    site: { siteName: 'Sample community', keyCaps: registry.capabilities, baseMaps: [storyGround()], ...options.site },
    user: options.user === null ? null : { ...everything, ...options.user },
  });
