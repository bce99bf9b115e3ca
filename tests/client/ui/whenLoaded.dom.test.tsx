// A view that is loaded when it is first shown, in several places at once.
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { whenLoaded } from 'src/client/ui/whenLoaded.tsx';

const Word = ({ word }: { readonly word: string }) => <p>{word}</p>;

it('[EXPERIENCE] a view that arrives while another place is rendered is shown in both', async () => {
  // Arrives at once: after both places have been rendered, and before the second one has asked for it.
  const arrived = Promise.resolve(Word);
  vi.spyOn(arrived, 'then').mockImplementation(async (use) => {
    void use?.(Word);
    return await new Promise<never>(() => {});
  });
  const Part = whenLoaded(() => arrived);
  render(
    <>
      <Part word="first" />
      <Part word="second" />
    </>,
  );
  expect(await screen.findByText('first')).toBeTruthy();
  expect(await screen.findByText('second')).toBeTruthy();
});
