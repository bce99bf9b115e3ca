// Items that the engine alone makes and removes: steps belong to the workflow that planned them, and mean nothing without it.

interface WithSteps {
  readonly steps: Readonly<Record<string, { readonly type: string }>>;
}

/** Whether items of the type are steps of workflows. */
export const isStepType = ({ steps }: WithSteps, type: string): boolean =>
  Object.values(steps).some((kind) => kind.type === type);

const WITH_THEIR_WORKFLOW: ReadonlySet<string> = new Set(['create', 'delete']);

/** Nobody has this right by itself, not even an administrator: a workflow plans its steps and takes them away. */
export const isOfWorkflow = (registry: WithSteps, type: string, action: string): boolean =>
  WITH_THEIR_WORKFLOW.has(action) && isStepType(registry, type);
