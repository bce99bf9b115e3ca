// The programs of the person with the forms, work items and references that are stored on the device.

import { observer } from 'mobx-react-lite';
import { Button, Empty, useMessages } from 'src/client/extendFrame.ts';
import { useFieldPage } from 'src/domain/geokeeper/fieldApp/fieldContext.client.ts';
import type { PackageForm, PackageProgram } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';

interface StartButtonProps {
  readonly program: PackageProgram;
  readonly form: PackageForm;
  readonly trip?: string;
}

/** Begins a record or a trip with this form. */
export const StartButton = ({ program, form, trip }: StartButtonProps) => {
  const { store, goTo } = useFieldPage();
  const messages = useMessages();
  const isTrip = form.formType === 'trip';
  const begin = async (): Promise<void> => {
    const begun = await store.begin({ program, form, trip }).catch(() => undefined);
    if (begun) goTo({ entry: begun.instanceId });
  };
  return (
    <Button
      size="large"
      fill
      className="kk-field-main kk-field-start"
      icon={isTrip ? 'route' : 'add'}
      onClick={() => void begin()}
    >
      {messages.format(isTrip ? 'field.beginTrip' : 'field.beginRecord', { form: form.label })}
    </Button>
  );
};

const Program = ({ program }: { readonly program: PackageProgram }) => {
  const messages = useMessages();
  const { label, description, forms, workItems, references } = program;
  return (
    <section className="kk-field-card">
      <h2>{label}</h2>
      {description !== '' && <p>{description}</p>}
      {forms.length === 0 && <p className="kk-soft">{messages.format('field.noForms')}</p>}
      {forms.map((form) => (
        <StartButton key={form.id} program={program} form={form} />
      ))}
      {workItems.length > 0 && (
        <details>
          <summary>{messages.format('field.workItems', { count: workItems.length })}</summary>
          <ul>
            {workItems.map(({ $id, $label = $id, lockToTrip }) => (
              <li key={$id}>
                {$label}
                {lockToTrip === true && <span className="kk-soft">{` · ${messages.format('field.onTripOnly')}`}</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
      {references.length > 0 && (
        <details>
          <summary>{messages.format('field.references', { count: references.length })}</summary>
          <ul>
            {references.map(({ id, label: name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
};

export const ProgramList = observer(() => {
  const { store } = useFieldPage();
  const messages = useMessages();
  const programs = store.package?.programs ?? [];
  if (programs.length === 0)
    return (
      <Empty icon="folder-open" title={messages.format(store.package ? 'field.noPrograms' : 'field.notLoaded')}>
        {messages.format(store.package ? 'field.noProgramsHint' : 'field.notLoadedHint')}
      </Empty>
    );
  return programs.map((program) => <Program key={program.id} program={program} />);
});
