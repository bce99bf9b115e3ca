// The registry as it holds on this installation: rights that depend on whether it is dedicated, and capabilities that it does not use, are
// settled here, before anything is compiled from them. Called by createServices.

import type { Predicate } from 'src/model/access/Predicate.ts';
import { allKeys, unusedCapabilities } from 'src/model/menu/installation.ts';
import { replaceLeaves } from 'src/model/access/replaceLeaves.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';

type Rules = Readonly<Record<string, Predicate>>;

const ALWAYS: Predicate = { all: [] };
const NEVER: Predicate = { any: [] };

/** Each `{"site": "dedicated"}` and each `{"uses": …}` becomes a predicate that always holds, or never. */
export const siteRegistry = (
  registry: ServerRegistry,
  { dedicated, keyCaps }: { readonly dedicated: boolean; readonly keyCaps: readonly string[] | null },
): ServerRegistry => {
  const unused = unusedCapabilities(registry, { dedicated, keyCaps: keyCaps ?? allKeys(registry) });
  const settledLeaf = (leaf: Predicate): Predicate => {
    if ('site' in leaf) return dedicated ? ALWAYS : NEVER;
    if ('uses' in leaf) return unused.includes(leaf.uses) ? NEVER : ALWAYS;
    return leaf;
  };
  const settled = (rules: Rules): Rules =>
    Object.fromEntries(Object.entries(rules).map(([key, rule]) => [key, replaceLeaves(rule, settledLeaf)]));
  const typeOf = (type: ServerItemType): ServerItemType => {
    const { access } = type.server;
    const { actions, writable } = access;
    return {
      ...type,
      server: {
        ...type.server,
        access: { ...access, actions: settled(actions), ...(writable && { writable: settled(writable) }) },
      },
    };
  };
  return {
    ...registry,
    unused,
    types: Object.fromEntries(Object.entries(registry.types).map(([name, type]) => [name, typeOf(type)])),
  };
};
