// The engine's own views by key, each loaded when first shown. Spec platform 2.

import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { ViewProps } from 'src/client/extend.ts';
import { SignInView } from 'src/client/cells/SignInView.tsx';

type View = ComponentType<ViewProps> | LazyExoticComponent<ComponentType<ViewProps>>;

const account = () => import('src/client/cells/accountViews.tsx');
const pages = () => import('src/client/cells/pageViews.tsx');

export const engineViews: Readonly<Record<string, View>> = {
  // Part of the first chunk: signing in must be usable on a thin line.
  'sign-in': SignInView,
  'sign-out': lazy(() => account().then((room) => ({ default: room.SignOutView }))),
  register: lazy(() => account().then((room) => ({ default: room.RegisterView }))),
  'forgot-password': lazy(() => account().then((room) => ({ default: room.ForgotPasswordView }))),
  'set-pass': lazy(() => account().then((room) => ({ default: room.SetPassView }))),
  'confirm-email': lazy(() => account().then((room) => ({ default: room.ConfirmEmailView }))),
  home: lazy(() => import('src/client/cells/HomeView.tsx').then((room) => ({ default: room.HomeView }))),
  notifications: lazy(() =>
    import('src/client/cells/NotificationsView.tsx').then((room) => ({ default: room.NotificationsView })),
  ),
  search: lazy(() => import('src/client/search/SearchView.tsx').then((room) => ({ default: room.SearchView }))),
  terms: lazy(() => pages().then((room) => ({ default: room.TermsView }))),
  'privacy-policy': lazy(() => pages().then((room) => ({ default: room.PrivacyView }))),
  imprint: lazy(() => pages().then((room) => ({ default: room.ImprintView }))),
};
