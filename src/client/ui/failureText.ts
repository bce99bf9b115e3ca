// The words of a failure.

import { messageOfThrown, valuesOfThrown } from 'src/client/connection/ClientProblem.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';

/** Returns the reason of a refusal in words: that of the value where a single value was refused. */
export const failureText = (messages: Messages, thrown: unknown): string =>
  messages.find(messageOfThrown(thrown), valuesOfThrown(thrown)) ?? messages.format('errors.generalFailure');
