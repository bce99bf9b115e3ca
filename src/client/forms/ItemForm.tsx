// The form of an item, loaded on demand; not part of the first page. It shows and changes a draft, and blocks the
// column's save while the draft has problems; its caller saves.

import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo, useRef, type Ref, type RefObject } from 'react';
import { FormattedMessage } from 'react-intl';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import type { LoadedForm } from 'src/model/schema/LoadedForm.ts';
import { FormBody } from 'src/client/forms/FormBody.tsx';
import type { FormHandle } from 'src/client/forms/SchemaForm.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';

export type { FormHandle };

export interface ItemFormProps {
  readonly draft: ItemDraft;
  readonly disabled?: boolean;
  /** The only property to show, in its position on the page. */
  readonly only?: string;
  /** Keys of the groups to show; the same array for each render. */
  readonly groups?: readonly string[];
  /** A property of these that is shown elsewhere. */
  readonly without?: string | undefined;
  /** Properties that are marked as required, further than the schema says; the same list each time. */
  readonly needed?: readonly string[] | undefined;
  /** `check()` for callers outside a column. */
  readonly ref?: Ref<FormHandle>;
}

type FormState =
  | { readonly form: LoadedForm }
  | { readonly failed: true; readonly again: () => Promise<void> }
  | undefined;

/** The precompiled form of a type; undefined while it comes. */
export const useLoadedForm = (type: string): FormState => {
  const { domain } = useClient();
  const ask = useCallback(async () => ({ form: await domain.loadForm(type) }), [domain, type]);
  const { answer, failure, again } = useServerData({ of: type, ask });
  return useMemo(() => {
    if (answer?.form) return { form: answer.form };
    return answer || failure !== undefined ? { failed: true, again } : undefined;
  }, [answer, failure, again]);
};

/**
 * Blocks the save while a value is wrong or an upload incomplete. The column can still be closed, since the draft stays
 * on this device.
 */
const useSaveGate = (handle: RefObject<FormHandle | null>, draft: ItemDraft): void => {
  const { navigation, uploads, alerts } = useClient();
  const column = useColumn();
  useEffect(
    () =>
      navigation.addGate(column, (stage) => {
        if (stage !== 'SAVE') return true;
        if (handle.current?.check() === false) return false;
        const count = uploads.unfinished(draft.values);
        if (count > 0) alerts.warn('forms.upload.unfinished', { count });
        return count === 0;
      }),
    [navigation, uploads, alerts, column, handle, draft],
  );
};

const assign = (ref: Ref<FormHandle> | undefined, handle: FormHandle | null): void => {
  if (typeof ref === 'function') ref(handle);
  else if (ref) ref.current = handle;
};

export const ItemForm = observer(({ draft, disabled = false, only, groups, without, needed, ref }: ItemFormProps) => {
  const loaded = useLoadedForm(draft.type);
  const handle = useRef<FormHandle>(null);
  useSaveGate(handle, draft);
  if (!loaded) return <Loading />;
  if ('failed' in loaded) {
    return (
      <Band
        tone="danger"
        actions={
          <Button size="small" icon="refresh" onClick={() => void loaded.again()}>
            <FormattedMessage id="app.tryAgain" />
          </Button>
        }
      >
        <FormattedMessage id="forms.notLoaded" />
      </Band>
    );
  }
  const take = (given: FormHandle | null): void => {
    handle.current = given;
    assign(ref, given);
  };
  const part = groups?.join() ?? '';
  return (
    <FormBody
      key={`${draft.key} ${part}`}
      {...{ draft, only, groups, without, needed, disabled }}
      form={loaded.form}
      ref={take}
    />
  );
});
