// The site configuration that the server embeds in the page. Read once by main; a page without it does not start.

import type { SiteConfiguration } from 'src/model/generated/wire.ts';

export const readSiteConfiguration = (page: Document): SiteConfiguration | undefined => {
  const text = page.getElementById('site-configuration')?.textContent;
  if (!text) return undefined;
  try {
    const value = JSON.parse(text) as unknown;
    return value !== null && typeof value === 'object' ? (value as SiteConfiguration) : undefined;
  } catch {
    return undefined;
  }
};
