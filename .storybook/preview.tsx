// What every story stands in: the product's styles, and the light or dark theme chosen in the toolbar.
import '@blueprintjs/core/lib/css/blueprint.css';
import type { Decorator, Preview } from '@storybook/react-vite';

const withTheme: Decorator = (Story, { globals }) => {
  const dark = globals.theme === 'dark';
  document.body.classList.toggle('bp6-dark', dark);
  document.body.style.background = dark ? '#1c2127' : '#ffffff';
  return <Story />;
};

const preview: Preview = {
  decorators: [withTheme],
  initialGlobals: { theme: 'light' },
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: {
        icon: 'mirror',
        items: [
          { value: 'light', title: 'Light' },
          { value: 'dark', title: 'Dark' },
        ],
      },
    },
  },
  parameters: { layout: 'padded', a11y: { test: 'error' } },
};

export default preview;
