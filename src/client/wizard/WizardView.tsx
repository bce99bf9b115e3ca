// The form of an item as declared steps, one after the other, with the step in the address: back and forward are the
// browser's own. Each step is saved on the server when it is left, so that the person can continue on another device.

import { autorun } from 'mobx';
import { observer } from 'mobx-react-lite';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import 'src/client/intl/laterMessages.ts';
import { ConflictChoice } from 'src/client/forms/draft/ConflictChoice.tsx';
import { DraftBands } from 'src/client/forms/draft/DraftBands.tsx';
import { ItemForm, useLoadedForm, type FormHandle } from 'src/client/forms/ItemForm.tsx';
import { formCheckOf } from 'src/client/forms/rules/formCheckOf.ts';
import type { FormProblem } from 'src/client/fields/rules/FormProblem.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { NeededHere, NeededInAll } from 'src/client/wizard/Needed.tsx';
import { StepList, stepTitle } from 'src/client/wizard/StepList.tsx';
import { SuggestedChoice } from 'src/client/wizard/SuggestedChoice.tsx';
import { SuggestionNote } from 'src/client/wizard/SuggestionNote.tsx';
import { WizardReview } from 'src/client/wizard/WizardReview.tsx';
import { PageParts, usePageParts } from 'src/client/navigation/PageParts.tsx';
import { readStep, writeStep, type StepPlace } from 'src/client/navigation/stepParam.ts';
import {
  choiceAfter,
  hasChoice,
  neededNames,
  placeToGoOn,
  stepOfProblem,
  stepsOf,
  type ShownStep,
} from 'src/client/wizard/wizardSteps.ts';
import type { TabProps } from 'src/client/ClientDomain.ts';
import 'src/client/wizard/wizard.css';

/** `within`: the part of the address for the step. */
interface WizardProps extends Omit<TabProps, 'tabs'> {
  readonly draft: ItemDraft;
}

const serverProblems = ({ problems }: ItemDraft): readonly FormProblem[] =>
  Object.entries(problems).flatMap(([path, list]) => list.map((one) => ({ path, ...one })));

/** Returns the problems of the form, computed when a step is entered and after a save, not for every key. */
const useFound = (draft: ItemDraft, current: number | undefined): readonly FormProblem[] | undefined => {
  const client = useClient();
  const loaded = useLoadedForm(draft.type);
  const { dirtyState } = draft;
  return useMemo(() => {
    void [current, dirtyState];
    if (!loaded) return undefined;
    if ('failed' in loaded) return [];
    const names = new Set(Object.keys((loaded.form.schema.properties ?? {}) as object));
    const values = Object.entries(draft.values).filter(([name, value]) => names.has(name) && value !== null);
    return formCheckOf(client, loaded.form, draft.type).check(Object.fromEntries(values));
  }, [client, loaded, draft, current, dirtyState]);
};

interface Steps {
  readonly steps: readonly ShownStep[];
  readonly place: StepPlace;
  readonly goTo: (step: number) => void;
}

/** Undefined until the next step is known. */
const useStepPlace = ({ type, draft, within, setWithin }: WizardProps): Steps | undefined => {
  const count = (type.view.wizard?.steps.length ?? 0) + 1;
  const read = readStep(within, count);
  // The browser's Back leads to an address of earlier; what has been reached since stays reached.
  const [furthest, setFurthest] = useState(0);
  if (read && read.furthest > furthest) setFurthest(read.furthest);
  const place = read && { ...read, furthest: Math.max(read.furthest, furthest) };
  const found = useFound(draft, place?.current);
  const server = serverProblems(draft);
  const fromServer = server.map(({ path }) => path);
  const problems = [...server, ...(found ?? []).filter(({ path }) => !fromServer.includes(path))];
  const steps = stepsOf(type, draft.values, problems);
  const start = found && !place ? writeStep(placeToGoOn(steps)) : undefined;
  useEffect(() => {
    if (start !== undefined) setWithin(start, true);
  }, [start, setWithin]);
  if (!place) return undefined;
  const goTo = (step: number): void =>
    setWithin(writeStep({ current: step, furthest: Math.max(place.furthest, step) }), false);
  return { steps, place, goTo };
};

/** Opens the step of the value that a save was refused for, unless that step is shown already. */
const useRefused = (draft: ItemDraft, shown: Steps | undefined): (() => void) => {
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });
  const [go] = useState(() => (): void => {
    const at = latest.current;
    const problems = serverProblems(draft);
    const here = at?.steps[at.place.current - 1];
    if (!at || problems.some((each) => here && stepOfProblem([here], each) > 0)) return;
    const [first] = problems
      .map((each) => stepOfProblem(at.steps, each))
      .filter((step) => step > 0)
      .toSorted((one, other) => one - other);
    if (first !== undefined) at.goTo(first);
  });
  useEffect(
    () =>
      autorun(() => {
        if (draft.dirtyState === 'ERROR' && Object.keys(draft.problems).length > 0) go();
      }),
    [draft, go],
  );
  return go;
};

/** The heading of a step gets the focus when the step opens, so that screen readers start there. */
const useHeading = (current: number | undefined) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(current);
  useEffect(() => {
    if (before.current !== undefined && before.current !== current) {
      heading.current?.focus({ preventScroll: true });
      heading.current?.closest('.kk-wizard')?.scrollIntoView({ block: 'start', inline: 'nearest' });
    }
    before.current = current;
  }, [current]);
  return heading;
};

interface FootProps {
  readonly back: (() => void) | undefined;
  readonly next: (() => void) | undefined;
}

/** The buttons to the steps before and after the one that is shown. */
const StepFoot = ({ back, next }: FootProps) => {
  const messages = useMessages();
  return (
    <p className="kk-page-foot">
      {back && (
        <Button icon="arrow-left" onClick={back}>
          {messages.format('wizard.back')}
        </Button>
      )}
      {next && (
        <Button variant="solid" intent="primary" endIcon="arrow-right" onClick={next}>
          {messages.format('wizard.next')}
        </Button>
      )}
    </p>
  );
};

export const WizardView = observer((props: WizardProps) => {
  const { item, type, draft } = props;
  const { alerts, uploads } = useClient();
  const parts = usePageParts(props).filter(({ inWizard }) => inWizard);
  const messages = useMessages();
  const form = useRef<FormHandle>(null);
  const shown = useStepPlace(props);
  const edit = useRefused(draft, shown);
  const heading = useHeading(shown?.place.current);
  const wanted = useRef<string>(undefined);
  const state = String(draft.values[type.states?.property ?? ''] ?? '');
  const needed = useMemo(() => neededNames(type, state), [type, state]);
  const [take] = useState(() => (handle: FormHandle | null): void => {
    form.current = handle;
    if (!handle || wanted.current === undefined) return;
    handle.show(wanted.current);
    wanted.current = undefined;
  });
  if (!shown) return <Loading />;
  const { steps, place, goTo } = shown;
  const { current } = place;
  const step = steps[current - 1];
  if (!step) return null;
  // Files that are still uploading are saved later.
  const save = (): void => {
    if (draft.dirty && !draft.conflict && uploads.unfinished(draft.values) === 0)
      draft
        .save()
        .then((done) => done && alerts.savedQuietly())
        .catch((thrown: unknown) => alerts.error(thrown, true));
  };
  const leaveFor = (to: number): void => {
    save();
    goTo(to);
  };
  const goToField = (problem: FormProblem): void => {
    wanted.current = problem.path;
    leaveFor(stepOfProblem(steps, problem));
  };
  const next = (): void => {
    if (form.current?.check() !== false) leaveFor(current + 1);
  };
  const { declared } = step;
  const later = choiceAfter(steps, step);
  const help = declared && messages.find(`types.${type.name}.wizard.${step.key}.help`);
  return (
    <div className="kk-wizard">
      <StepList type={type} steps={steps} place={place} goTo={leaveFor} />
      <div className="kk-wizard-body kk-stack">
        <h3 ref={heading} tabIndex={-1}>
          {stepTitle(messages, type, step)}
        </h3>
        {help !== undefined && <p className="kk-soft">{help}</p>}
        {current === 1 && <NeededInAll type={type} draft={draft} />}
        {declared && <NeededHere key={step.key} type={type} draft={draft} at={step.key} />}
        <PageParts parts={parts} item={item} type={type} goTo={props.goTo} place={undefined} />
        <DraftBands draft={draft} type={type} />
        {draft.conflict && <ConflictChoice draft={draft} conflict={draft.conflict} type={type} />}
        {declared && hasChoice(declared) && <SuggestedChoice item={item} type={type} draft={draft} step={declared} />}
        {declared ? (
          <Suspense fallback={<Loading />}>
            <ItemForm
              key={step.key}
              draft={draft}
              groups={declared.groups}
              without={declared.choice?.path}
              needed={needed}
              ref={take}
            />
          </Suspense>
        ) : (
          <WizardReview {...{ item, type, draft, steps, goTo: leaveFor, goToField, edit, save }} />
        )}
        {later && <SuggestionNote item={item} type={type} draft={draft} step={later} warningOnly={!declared} />}
        <StepFoot back={current > 1 ? () => leaveFor(current - 1) : undefined} next={declared && next} />
      </div>
    </div>
  );
});
