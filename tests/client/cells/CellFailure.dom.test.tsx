import { fireEvent, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { describe, expect, it, vi } from 'vitest';
import { CellFailure } from 'src/client/cells/CellFailure.tsx';
import messages from 'tests/toy/generated/messages.en.json' with { type: 'json' };

const cell = {
  index: 0,
  segment: 'x',
  kind: 'view',
  view: 'x',
  itemId: undefined,
  context: undefined,
  param: undefined,
} as const;

describe('a cell that fails', () => {
  it('says so in its place, and is drawn again on request', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let fails = true;
    const Part = () => {
      if (fails) throw new Error('broken');
      return <p>whole</p>;
    };
    render(
      <IntlProvider locale="en" messages={messages}>
        <CellFailure cell={cell}>
          <Part />
        </CellFailure>
      </IntlProvider>,
    );
    expect(screen.getByRole('alert').textContent).toContain('This could not be shown');
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByText('whole')).toBeTruthy();
    vi.restoreAllMocks();
  });
});
