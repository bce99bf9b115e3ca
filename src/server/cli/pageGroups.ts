// Client modules that are built into the same file, listed by path from the root. Read by vite.config.ts and by the test that the first
// page uses no message that loads later (tests/architecture).

import type { ChunkGroup } from 'src/server/cli/chunkGroups.ts';

/** Module that browserCheck.js loads. */
export const PAGE_ENTRY = 'src/client/main.tsx';

/**
 * The client itself with what it knows (main.tsx and what that asks for at once); the page as it is drawn; the texts of dates, which pages
 * with their own frame use too; then what the page asks for next: the tools of the header, and for who is signed in the menu and the two
 * commonest columns, a listing and an item.
 */
export const PAGE_GROUPS = {
  core: { roots: [PAGE_ENTRY, 'src/generated/registry.client.ts', 'src/domain/client.ts'] },
  page: { roots: ['src/client/page.tsx', 'src/generated/messages.first.en.json'], sheets: 'core' },
  dates: { roots: ['src/client/ui/dates.ts'] },
  workspace: { roots: ['src/client/shell/Navigation.tsx', 'src/client/search/ListingCell.tsx'] },
  header: { roots: ['src/client/search/SearchBox.tsx', 'src/client/shell/HeaderTools.tsx'], sheets: 'core' },
  messages: { roots: ['src/client/intl/laterMessages.ts'] },
  item: { roots: ['src/client/item/ItemCell.tsx'] },
} as const satisfies Readonly<Record<string, ChunkGroup>>;

/** Groups that are loaded before the first rows of a list are visible. */
export const FIRST_GROUPS = [
  'core',
  'page',
  'dates',
  'header',
  'workspace',
] as const satisfies readonly (keyof typeof PAGE_GROUPS)[];
