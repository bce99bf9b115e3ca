// The versions that a template has had, by its history: each as it stood last under its number. Values in, values out.

import type { HistoryEvent } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { planChanges, type PlanChanges } from 'src/model/workflow/planSteps.ts';
import type { TemplateStep } from 'src/model/workflow/WorkflowTemplate.ts';
import { stepsIn } from 'src/client/workflow/templateSteps.ts';

export interface TemplateVersion {
  readonly version: number;
  readonly steps: readonly TemplateStep[];
  /** Time from which it applies; for the first version, the creation of the template. */
  readonly since: string;
  readonly by: ItemId | null;
}

/** Newest first. `events`: of the template, newest first, whole. */
export const versionsFrom = (
  item: Readonly<Record<string, Json | undefined>>,
  events: readonly HistoryEvent[],
): TemplateVersion[] => {
  const versions: TemplateVersion[] = [];
  let version = Number(item['version'] ?? 1);
  let steps = item['steps'];
  let latest = steps;
  for (const [at, { changes, at: since, by }] of events.entries()) {
    const [versionBefore] = changes['version'] ?? [];
    const [stepsBefore] = changes['steps'] ?? [steps];
    const isNew = typeof versionBefore === 'number';
    if (isNew || at === events.length - 1) versions.push({ version, steps: stepsIn({ steps: latest }), since, by });
    steps = stepsBefore ?? undefined;
    if (isNew) [version, latest] = [versionBefore, steps];
  }
  return versions;
};

/** Returns the changes that an item without any finished step would see. */
export const changesBetween = (from: TemplateVersion, to: TemplateVersion): PlanChanges =>
  planChanges(
    from.steps.map((step) => ({ ...step, state: 'BLANK', plan: step })),
    { steps: to.steps },
  );
