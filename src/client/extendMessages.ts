// The messages that the first page does not need, for parts of src/domain that show some of them and nothing else of the client that loads them.

import 'src/client/intl/laterMessages.ts';
