// The light and the dark theme of Blueprint, which all other stories use.
import { Button, Callout, Card, H4 } from '@blueprintjs/core';
import type { Meta, StoryObj } from '@storybook/react-vite';

const Ground = () => (
  <main>
    <Card>
      <H4>Heading</H4>
      <Callout intent="primary" title="Callout">
        Text on a card.
      </Callout>
      <p>
        <Button intent="primary" text="Save" /> <Button text="Cancel" />
      </p>
    </Card>
  </main>
);

const meta: Meta<typeof Ground> = {
  title: 'ui/Theme',
  component: Ground,
  parameters: { usage: 'Surfaces and buttons of both themes. Use one primary button on a page.' },
};
export default meta;

export const Surfaces: StoryObj<typeof Ground> = {};
