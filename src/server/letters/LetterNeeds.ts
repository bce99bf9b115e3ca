// Services that letters need.

import type { Context } from 'src/server/context.ts';
import type { ExchangeNeeds } from 'src/server/exchange/ExchangeNeeds.ts';

export type LetterContext = Context<ExchangeNeeds>;
