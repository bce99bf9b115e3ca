// Services that tasks need.

import type { Context, WritingContext } from 'src/server/context.ts';
import { endpointFor } from 'src/server/endpoint.ts';
import type { ExchangeNeeds } from 'src/server/exchange/ExchangeNeeds.ts';
import type { Files } from 'src/server/files/files.ts';
import type { GeoFileNeeds } from 'src/server/geoFiles/GeoFileNeeds.ts';
import type { Limits } from 'src/server/limits.ts';
import type { RuleNeeds } from 'src/server/rules/RuleNeeds.ts';
import type { SheetNeeds } from 'src/server/sheets/SheetNeeds.ts';
import type { Sessions } from 'src/server/sessions/sessions.ts';
import type { TaskResults } from 'src/server/tasks/taskResults.ts';

export interface TaskNeeds extends RuleNeeds, ExchangeNeeds, GeoFileNeeds, SheetNeeds {
  readonly files: Files;
  readonly limits: Limits;
  readonly log: (message: string, error?: unknown) => void;
  readonly sessions: Sessions;
  readonly uploads: GeoFileNeeds['uploads'];
  readonly taskResults: TaskResults;
}

export const endpoint = endpointFor<TaskNeeds>();

export type TaskContext = Context<TaskNeeds>;
export type TaskWriting = WritingContext<TaskNeeds>;
