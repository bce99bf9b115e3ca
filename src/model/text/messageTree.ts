// Messages by id as a tree of the parts of their ids. A page loads the tree, which is smaller than the list: `{"a.b": "x", "a.b.c": "y"}` is
// `{"a": {"b": {"": "x", "c": "y"}}}`. Pure.

type Messages = Readonly<Record<string, string>>;

export interface MessageTree {
  readonly [part: string]: string | MessageTree;
}

interface Branch {
  [part: string]: string | Branch;
}

/** Key of the text of an id that is also the beginning of other ids. */
const OWN_TEXT = '';

const childBranch = (parent: Branch, part: string): Branch => {
  const known = parent[part];
  const branch = typeof known === 'object' ? known : known === undefined ? {} : { [OWN_TEXT]: known };
  parent[part] = branch;
  return branch;
};

export const treeOfMessages = (messages: Messages): MessageTree => {
  const tree: Branch = {};
  for (const [id, text] of Object.entries(messages)) {
    const parts = id.split('.');
    const last = parts.pop() ?? '';
    const parent = parts.reduce(childBranch, tree);
    const known = parent[last];
    if (typeof known === 'object') known[OWN_TEXT] = text;
    else parent[last] = text;
  }
  return tree;
};

const addBranch = (messages: Record<string, string>, tree: MessageTree, head: string): void => {
  for (const [part, value] of Object.entries(tree)) {
    const id = part === OWN_TEXT ? head : head === '' ? part : `${head}.${part}`;
    if (typeof value === 'string') messages[id] = value;
    else addBranch(messages, value, id);
  }
};

/** Fills one object, because a page that opens waits for it. */
export const messagesOfTree = (tree: MessageTree): Messages => {
  const messages: Record<string, string> = {};
  addBranch(messages, tree, '');
  return messages;
};
