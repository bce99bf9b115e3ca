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
  'sign-out': lazy(() => account().then((module) => ({ default: module.SignOutView }))),
  register: lazy(() => account().then((module) => ({ default: module.RegisterView }))),
  'forgot-password': lazy(() => account().then((module) => ({ default: module.ForgotPasswordView }))),
  'set-pass': lazy(() => account().then((module) => ({ default: module.SetPassView }))),
  'confirm-email': lazy(() => account().then((module) => ({ default: module.ConfirmEmailView }))),
  home: lazy(() => import('src/client/cells/HomeView.tsx').then((module) => ({ default: module.HomeView }))),
  notifications: lazy(() =>
    import('src/client/cells/NotificationsView.tsx').then((module) => ({ default: module.NotificationsView })),
  ),
  search: lazy(() => import('src/client/search/SearchView.tsx').then((module) => ({ default: module.SearchView }))),
  terms: lazy(() => pages().then((module) => ({ default: module.TermsView }))),
  'privacy-policy': lazy(() => pages().then((module) => ({ default: module.PrivacyView }))),
  imprint: lazy(() => pages().then((module) => ({ default: module.ImprintView }))),
};
