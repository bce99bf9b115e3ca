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
  parameters: {
    usage:
      'Use surfaces and buttons of the skin for every page, with one primary button on a page. Not for a colour or a radius of your own: add a token. Accessibility: Text has a contrast of 4.5 to 1 in both themes, and the focus ring is visible on each surface.',
  },
};
export default meta;

export const Surfaces: StoryObj<typeof Ground> = {};
