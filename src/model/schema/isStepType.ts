// Detects items that only the engine creates and removes: steps belong to the workflow that planned them.

interface WithSteps {
  readonly steps: Readonly<Record<string, { readonly type: string }>>;
}

/** Returns whether items of the type are steps of workflows. */
export const isStepType = ({ steps }: WithSteps, type: string): boolean =>
  Object.values(steps).some((kind) => kind.type === type);

const WITH_THEIR_WORKFLOW: ReadonlySet<string> = new Set(['create', 'delete']);

/** Returns true for rights that no person has, not even an administrator: a workflow plans and removes its steps. */
export const isOfWorkflow = (registry: WithSteps, type: string, action: string): boolean =>
  WITH_THEIR_WORKFLOW.has(action) && isStepType(registry, type);
