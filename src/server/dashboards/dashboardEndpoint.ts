// `dashboard`: the panels of a declared dashboard that are for the caller, each with the numbers of what the caller may see. One question
// to the search for all panels that count the same items.

import type { PanelAnswer } from 'src/model/generated/wire.ts';
import { readOrgsOf } from 'src/model/access/Subject.ts';
import { problem } from 'src/model/problems.ts';
import { askerOf, type Asker } from 'src/model/query/queryKeys.ts';
import { utcDayIn, utcDay } from 'src/model/query/timeScale.ts';
import type { Panel, Screen } from 'src/model/schema/Registry.ts';
import type { Context } from 'src/server/context.ts';
import { endpoint, type DashboardNeeds } from 'src/server/dashboards/DashboardNeeds.ts';
import { panelAnswer } from 'src/server/dashboards/panelAnswer.ts';
import { panelQuestions, type AskedPanel } from 'src/server/dashboards/panelQueries.ts';

/** True if the subject may open the screen, or the listing that its panels link to. */
const mayOpen = (screen: Screen, { admin, capabilities }: Asker, dedicated: boolean): boolean => {
  if (admin) return true;
  if (screen.admin || screen.dedicatedOnly) return false;
  const opening = [screen.capability, dedicated ? undefined : screen.nonDedicatedCapability];
  return screen.capability === undefined || opening.some((each) => each !== undefined && capabilities.has(each));
};

const isPanelFor = ({ capability, only }: Panel, { admin, capabilities }: Asker): boolean =>
  admin ? only !== 'others' : only !== 'admins' && capabilities.has(capability);

const panelsFor = ({ services, subject }: Context<DashboardNeeds>, path: string): AskedPanel[] => {
  const { registry, dedicated } = services;
  const asker = askerOf(subject);
  const screenAt = (wanted: string): Screen | undefined => registry.screens.find((each) => each.path === wanted);
  const screen = screenAt(path);
  if (!screen || !Object.hasOwn(registry.dashboards, path) || !mayOpen(screen, asker, dedicated))
    throw problem('notAllowed');
  return (registry.dashboards[path] ?? []).flatMap((panel) => {
    const listing = screenAt(panel.screen);
    return listing && isPanelFor(panel, asker) && mayOpen(listing, asker, dedicated)
      ? [{ panel, screen: listing }]
      : [];
  });
};

/** The last months, this one included. */
const monthsUntil =
  (now: Date, zone: string) =>
  (count: number): string[] => {
    const today = new Date(utcDayIn(zone, now.getTime()));
    return Array.from({ length: count }, (_, index) =>
      new Date(utcDay(today.getUTCFullYear(), today.getUTCMonth() + 2 - count + index)).toISOString().slice(0, 7),
    );
  };

const answersTo = async (
  context: Context<DashboardNeeds>,
  path: string,
  asked: readonly AskedPanel[],
): Promise<PanelAnswer[]> => {
  const { services, subject, readFilter, gone, now } = context;
  const { registry, messages, search } = services;
  const questions = panelQuestions(asked, { $id: subject.userId ?? '', readOrgs: readOrgsOf(subject) });
  const answers = new Map<Panel, PanelAnswer>();
  const counted = await search.count(
    readFilter,
    questions.map((question) => question.asked),
    gone,
  );
  const months = monthsUntil(now, await services.zoneOf(subject));
  questions.forEach((question, at) => {
    const answer = counted[at];
    if (!answer) return;
    const answering = { registry, months, answer, pairs: question.asked.counts.pairs };
    for (const each of question.panels) {
      const message = `panels.${path}.${each.panel.key}`;
      const title = messages[message] ?? each.panel.key;
      answers.set(each.panel, panelAnswer(each, { ...answering, message, title }));
    }
  });
  return asked.flatMap(({ panel }) => answers.get(panel) ?? []);
};

export const dashboard = endpoint('dashboard', async (context, { path }) => ({
  panels: await answersTo(context, path, panelsFor(context, path)),
}));
