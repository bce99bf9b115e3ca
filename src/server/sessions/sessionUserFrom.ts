// The session user of the `authed` message.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { SessionUser, TaskState } from 'src/model/generated/wire.ts';
import { ownersAdministered } from 'src/server/access/actions/predicateValues.ts';
import type { KeptByPerson } from 'src/server/store/accounts/keptByPerson.ts';
import { readOrgsOf, type Subject } from 'src/model/access/Subject.ts';

interface Sources {
  readonly userId: ItemId;
  readonly number: number;
  readonly type: string;
  readonly user: Readonly<Record<string, Json>>;
  readonly kept: KeptByPerson;
  readonly subject: Subject;
  readonly factorRequired: boolean;
  /** Every declared capability. */
  readonly capabilities: readonly string[];
  /** Types of which the subject could create an item. */
  readonly creatable: readonly string[];
  /** Types that a table of the subject could fill or change. */
  readonly importable: readonly string[];
  readonly version: string;
  readonly activeTasks: readonly TaskState[];
  /** IANA time zone in which the person's "today" is counted. */
  readonly timeZone: string;
}

const textOrDefault = <T>(value: Json | undefined, otherwise: T): string | T =>
  typeof value === 'string' ? value : otherwise;

const firstText = (value: Json | undefined): string | null =>
  Array.isArray(value) && typeof value[0] === 'string' ? value[0] : null;

/** Admins have them all; others those of any of their owners or of the site. */
const capabilitiesOf = (subject: Subject, declared: readonly string[]): Record<string, boolean> => {
  const held = new Set([...subject.siteCapabilities, ...subject.memberships.flatMap((each) => each.capabilities)]);
  return Object.fromEntries(declared.map((name) => [name, subject.admin || held.has(name)]));
};

export const sessionUserFrom = ({
  userId,
  number,
  type,
  user,
  kept: { preferences, version: keptVersion },
  subject,
  factorRequired,
  capabilities,
  creatable,
  importable,
  version,
  activeTasks,
  timeZone,
}: Sources): Omit<SessionUser, 'draftKey'> => {
  const readOrgs = readOrgsOf(subject);
  const adminOrgs = ownersAdministered(subject);
  return {
    _t: type,
    _i: number,
    $id: userId,
    name: textOrDefault(user['name'], ''),
    email: textOrDefault(user['email'], ''),
    admin: subject.admin,
    factorRequired,
    capabilities: capabilitiesOf(subject, capabilities),
    menuPackage: textOrDefault(user['menuPackage'], null),
    language: textOrDefault(user['language'], null),
    dark: preferences['dark'] === true,
    hideGuidance: preferences['hideGuidance'] === true,
    multiColumns: preferences['multiColumns'] !== false,
    activeTasks,
    masquerading: subject.actingAdminId !== undefined,
    $version: version,
    avatar: firstText(user['avatar']),
    adminOrg: adminOrgs[0] ?? null,
    adminOrgs,
    readOrg: readOrgs[0] ?? null,
    readOrgs,
    timeZone,
    creatable,
    importable,
    preferences,
    keptVersion,
  };
};
