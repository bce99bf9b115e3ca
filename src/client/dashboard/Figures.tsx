// Numbers to be read at a glance: one for each value of the panel, or one of all that it counts.

import type { PanelFacts } from 'src/client/dashboard/panelFacts.ts';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

/** The bucket of days that have passed; its number is emphasised. */
const PASSED = 'overdue';

interface FigureProps {
  readonly label: string;
  readonly count: number;
  readonly to: string | undefined;
  readonly urgent: boolean;
}

const Figure = ({ label, count, to, urgent }: FigureProps) => {
  const messages = useMessages();
  const number = <span className="kk-figure-count">{messages.intl.formatNumber(count)}</span>;
  return (
    <li className={urgent ? 'kk-figure kk-figure-urgent' : 'kk-figure'}>
      {to === undefined ? (
        <>
          {number} <span className="kk-figure-label">{label}</span>
        </>
      ) : (
        <ShellLink to={to}>
          {number} <span className="kk-figure-label">{label}</span>
        </ShellLink>
      )}
    </li>
  );
};

export const Figures = ({ facts }: { readonly facts: PanelFacts }) => {
  const messages = useMessages();
  const { name, values, total, to } = facts;
  const shown = values.filter(({ value, count }) => value !== null || count > 0);
  return (
    <ul className="kk-figures">
      {name === undefined ? (
        <Figure label={messages.format('dashboard.total')} count={total} to={to} urgent={false} />
      ) : (
        shown.map((fact) => (
          <Figure key={String(fact.value)} {...fact} urgent={fact.value === PASSED && fact.count > 0} />
        ))
      )}
    </ul>
  );
};
