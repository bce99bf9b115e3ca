// The numbers of a panel as a table: one row per value, one column per part if the panel is divided. Always rendered,
// because it is printed even while hidden on screen.

import type { ReactNode } from 'react';
import type { PanelFacts } from 'src/client/dashboard/panelFacts.ts';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const Linked = ({ to, children }: { readonly to: string | undefined; readonly children: ReactNode }) =>
  to === undefined ? children : <ShellLink to={to}>{children}</ShellLink>;

export const PanelTable = ({ facts, shown }: { readonly facts: PanelFacts; readonly shown: boolean }) => {
  const messages = useMessages();
  const { title, name, values, series, more, total, to, cell } = facts;
  const number = (count: number): string => messages.intl.formatNumber(count);
  return (
    <div className="kk-panel-table" data-shown={shown}>
      <table>
        <caption className="kk-unseen">{messages.format('dashboard.tableOf', { panel: title })}</caption>
        <thead>
          <tr>
            <th scope="col">{name ?? messages.format('dashboard.value')}</th>
            {series.map(({ value, label }) => (
              <th key={String(value)} scope="col" className="kk-number">
                {label}
              </th>
            ))}
            <th scope="col" className="kk-number">
              {messages.format(series.length > 0 ? 'dashboard.total' : 'dashboard.count')}
            </th>
          </tr>
        </thead>
        <tbody>
          {values.map((fact, row) => (
            <tr key={String(fact.value)}>
              <th scope="row">{fact.label}</th>
              {series.map(({ value }, at) => {
                const part = cell(row, at);
                return (
                  <td key={String(value)} className="kk-number">
                    {part.count === 0 ? (
                      <span className="kk-soft">0</span>
                    ) : (
                      <Linked to={part.to}>{number(part.count)}</Linked>
                    )}
                  </td>
                );
              })}
              <td className="kk-number">
                <Linked to={fact.to}>{number(fact.count)}</Linked>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {more > 0 && (
            <tr>
              <td colSpan={series.length + 2}>{messages.format('dashboard.more', { count: more })}</td>
            </tr>
          )}
          <tr>
            <th scope="row">{messages.format('dashboard.items')}</th>
            {series.map(({ value, count, to: all }) => (
              <td key={String(value)} className="kk-number">
                <Linked to={all}>{number(count)}</Linked>
              </td>
            ))}
            <td className="kk-number">
              <Linked to={to}>{number(total)}</Linked>
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
};
