// The domain as a site runs it: its values over time are counted in the site's time zone. Called by services.ts only.

import type { ComputeClock, Domain } from 'src/server/extend.ts';

/** Returns the domain with its clocks bound to a time zone. */
export const zonedDomain = <Part extends Pick<Domain, 'clocks'>>(domain: Part, timeZone: string): Part => ({
  ...domain,
  clocks: Object.fromEntries(
    Object.entries(domain.clocks).map(([name, clock]): [string, ComputeClock] => [
      name,
      (properties) => clock(properties, timeZone),
    ]),
  ),
});
