// Asks the thread that checks forms and answers.

import type { ArrivalNote } from 'src/domain/geokeeper/arrival/arrivalNotes.ts';
import type {
  AnswersToCheck,
  AnswersToEdit,
  CheckedArrival,
  EditedAnswers,
  FormWork,
} from 'src/domain/geokeeper/arrival/formWorker.server.ts';
import type { FormProblem } from 'src/domain/geokeeper/forms/fillSession.ts';
import type { Context, ThreadCode, ThreadResult } from 'src/server/extend.ts';

type ThreadContext = Pick<Context, 'services' | 'subject'>;

/** A form of 2,000 questions with a record of 500 entries takes about a second on a busy machine. */
const FORM_DEADLINE_MS = 8_000;

const FORM_CODE: ThreadCode = {
  name: 'runFormWork',
  built: new URL('./formWorker.js', import.meta.url),
  source: new URL('./formWorker.server.ts', import.meta.url),
};

const runForm = <Output>({ services, subject }: ThreadContext, work: FormWork): Promise<ThreadResult<Output>> =>
  services.threads.run<Output>(FORM_CODE, work, { deadlineMs: FORM_DEADLINE_MS, person: subject.userId ?? '' });

/** Returns the problems of a form definition. */
export const formFaultsOf = (
  context: ThreadContext,
  definition: unknown,
): Promise<ThreadResult<readonly FormProblem[]>> => runForm(context, { definition });

export const UNCHECKED: ArrivalNote = { kind: 'unchecked', path: '' };

/** Returns a note, and no title, when the check takes too long. */
export const checkArrivedAnswers = async (context: ThreadContext, arrived: AnswersToCheck): Promise<CheckedArrival> => {
  const result = await runForm<CheckedArrival>(context, { arrived });
  return 'output' in result ? result.output : { title: '', notes: [UNCHECKED] };
};

export const editedAnswersOf = (context: ThreadContext, edited: AnswersToEdit): Promise<ThreadResult<EditedAnswers>> =>
  runForm(context, { edited });
