// The pages for visitors, and the pages that links in emails open.

import type { Meta, StoryObj } from '@storybook/react-vite';
import { fillAndSend } from 'stories/shell/play.ts';
import { AppWorld, isDark } from 'stories/shell/AppWorld.tsx';

const meta: Meta<typeof AppWorld> = {
  title: 'shell/Accounts',
  component: AppWorld,
  parameters: {
    usage:
      'Use for pages before and around signing in. They tell what happens next. Not for hints about accounts that exist. Accessibility: Fields have the names by which password managers find them, and problems are announced.',
    layout: 'fullscreen',
  },
  args: { user: null },
  render: (args, { globals }) => <AppWorld {...args} dark={isDark(globals)} />,
};
export default meta;

type Story = StoryObj<typeof AppWorld>;

/** Opens the address of a link in an email. The page removes the token from the address immediately. */
const byLink = (view: string): Story => ({
  args: { path: `/${view}` },
  beforeEach: () => {
    window.location.hash = 'token-of-the-letter';
  },
});
const EMAIL = 'wren@sample.test';

export const SignIn: Story = { args: { path: '/sign-in' } };
export const SignInRefused: Story = {
  args: { path: '/sign-in' },
  play: fillAndSend({ email: EMAIL, password: 'wrong' }),
};
export const Register: Story = { args: { path: '/register' } };
export const RegisterInvitedOnly: Story = { args: { path: '/register', site: { registration: 'invited' } } };
export const ForgotPassword: Story = { args: { path: '/forgot-password' } };
export const ForgotPasswordSent: Story = {
  args: { path: '/forgot-password', operations: { '/api/forgot-password': () => ({}) } },
  play: fillAndSend({ email: EMAIL }),
};
export const SetPassword: Story = byLink('set-pass');
export const SetPasswordLinkIncomplete: Story = { args: { path: '/set-pass' } };
export const ConfirmEmail: Story = byLink('confirm-email');
export const Unsubscribe: Story = byLink('unsubscribe');
export const SignedOut: Story = { args: { path: '/sign-out' } };
