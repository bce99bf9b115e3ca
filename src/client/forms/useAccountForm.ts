// Shared state of account forms: one request at a time, and its result as a text for the form or its fields.

import { type FormEvent, useState } from 'react';
import { invalidEntries, isProblem } from 'src/model/problems.ts';
import { messageOfThrown } from 'src/client/connection/ClientProblem.ts';
import { type Messages, useMessages } from 'src/client/ui/declaredMessages.ts';

export interface AccountForm {
  /** Failure of the whole form. */
  readonly failure: string | undefined;
  /** Returns the problem of the field. */
  readonly errorOf: (name: string) => string | undefined;
  readonly busy: boolean;
  readonly run: (work: () => Promise<void>) => Promise<void>;
  readonly submit: (
    work: (values: (name: string) => string) => Promise<void>,
  ) => (event: FormEvent<HTMLFormElement>) => void;
}

type Values = Parameters<Messages['format']>[1];

export const useAccountForm = (fields: readonly string[] = []): AccountForm => {
  const messages = useMessages();
  const [thrown, setThrown] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const entries = invalidEntries(thrown);
  const shown = entries.filter(({ path }) => fields.includes(path.slice(1)));
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setThrown(undefined);
    try {
      await work();
    } catch (failed) {
      setThrown(failed);
    } finally {
      setBusy(false);
    }
  };
  const failureOf = (): string | undefined => {
    if (thrown === undefined || shown.length > 0) return undefined;
    const params = isProblem(thrown) ? (thrown.params as Values) : undefined;
    return messages.find(messageOfThrown(thrown), params) ?? messages.format('errors.generalFailure');
  };
  return {
    failure: failureOf(),
    errorOf: (name) => {
      const entry = shown.find(({ path }) => path === `/${name}`);
      return entry && messages.find(entry.message, entry.params as Values);
    },
    busy,
    run,
    submit: (work) => (event) => {
      event.preventDefault();
      const form = new FormData(event.currentTarget);
      void run(() => work((name) => String(form.get(name) ?? '')));
    },
  };
};
