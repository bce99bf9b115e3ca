// The steps of one item, chosen by hand instead of by a template: as an editor of a template, and then begun at once.

import { useEffect, useRef, useState } from 'react';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { listOwner } from 'src/client/fields/display/stepValues.ts';
import { PlanEditor } from 'src/client/workflow/PlanEditor.tsx';
import { plainSteps } from 'src/client/workflow/templateSteps.ts';
import type { Item, Values } from 'src/model/item/Item.ts';
import type { WorkflowSubject } from 'src/model/schema/Workflows.ts';
import type { TemplateStep } from 'src/model/workflow/WorkflowTemplate.ts';

interface ManualPlanProps {
  readonly item: Item;
  readonly subject: WorkflowSubject;
  readonly begin: (input: Values) => Promise<void>;
  readonly close: () => void;
}

export const ManualPlan = ({ item, subject, begin, close }: ManualPlanProps) => {
  const { alerts } = useClient();
  const messages = useMessages();
  const [steps, setSteps] = useState<readonly TemplateStep[]>([]);
  const [busy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const start = (): void => {
    setBusy(true);
    begin({ steps: plainSteps(steps) }).then(close, (thrown: unknown) => {
      setBusy(false);
      alerts.error(thrown);
    });
  };
  return (
    <section className="kk-stack" aria-label={messages.format('workflow.byHand')}>
      <h3 ref={heading} tabIndex={-1}>
        {messages.format('workflow.byHand')}
      </h3>
      <p>{messages.format('workflow.byHandHint')}</p>
      <PlanEditor of={item._t} owner={listOwner(subject, item)} steps={steps} set={setSteps} />
      <p className="kk-page-foot">
        <Button onClick={close}>{messages.format('app.cancel')}</Button>
        <Button variant="solid" intent="primary" loading={busy} disabled={steps.length === 0} onClick={start}>
          {messages.format('workflow.begin')}
        </Button>
      </p>
    </section>
  );
};
