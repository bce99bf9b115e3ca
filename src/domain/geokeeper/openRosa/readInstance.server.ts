// Reads the XML of a submission as a tree. Document types are refused, since they may define entities that expand endlessly; size, depth and
// the number of nodes are limited.

import { SaxesParser } from 'saxes';

export interface InstanceNode {
  /** Local name. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly InstanceNode[];
  readonly text: string;
}

export type InstanceFault =
  | 'notXml'
  | 'entities'
  | 'tooDeep'
  | 'tooManyNodes'
  | 'encrypted'
  | 'noForm'
  | 'noInstanceId';

/** Thrown for a submission that cannot be read. */
export class InstanceRefused extends Error {
  readonly fault: InstanceFault;

  constructor(fault: InstanceFault) {
    super(fault);
    this.name = 'InstanceRefused';
    this.fault = fault;
  }
}

/** Deeper than a form may be nested. */
const INSTANCE_MAX_DEPTH = 30;
const INSTANCE_MAX_NODES = 100_000;

interface NodeBeingRead extends InstanceNode {
  readonly children: NodeBeingRead[];
  text: string;
}

const localNameOf = (name: string): string => name.slice(name.indexOf(':') + 1);

const emptyNode = (name: string, attributes: InstanceNode['attributes']): NodeBeingRead => ({
  ...{ name: localNameOf(name), attributes, children: [], text: '' },
});

/** Throws `InstanceRefused`. */
export const readInstance = (xml: string): InstanceNode => {
  const parser = new SaxesParser();
  const top = emptyNode('', {});
  const open = [top];
  let count = 0;
  const refuse = (fault: InstanceFault) => (): never => {
    throw new InstanceRefused(fault);
  };
  const addText = (text: string): void => {
    const node = open.at(-1);
    if (node) node.text += text;
  };
  parser.on('doctype', refuse('entities'));
  parser.on('error', refuse('notXml'));
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > INSTANCE_MAX_DEPTH) refuse('tooDeep')();
    if (++count > INSTANCE_MAX_NODES) refuse('tooManyNodes')();
    const node = emptyNode(name, attributes);
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  const [root] = top.children;
  if (!root) throw new InstanceRefused('notXml');
  return root;
};

export interface InstanceIdentity {
  readonly form: string;
  readonly version: string;
  readonly instanceId: string;
  /** Instance that this one replaces: the person corrected a record after it was sent. */
  readonly replaces: string | undefined;
}

const childOf = (node: InstanceNode | undefined, name: string): InstanceNode | undefined =>
  node?.children.find((child) => child.name === name);

const textAtName = (node: InstanceNode | undefined, name: string): string => childOf(node, name)?.text.trim() ?? '';

/** Returns the form and the id that a submission names. Throws `InstanceRefused`. */
export const instanceIdentityOf = (root: InstanceNode): InstanceIdentity => {
  const { id = '', version = '', encrypted, instanceID } = root.attributes;
  if (encrypted === 'yes' || childOf(root, 'encryptedXmlFile') || childOf(root, 'base64EncryptedKey'))
    throw new InstanceRefused('encrypted');
  if (id === '') throw new InstanceRefused('noForm');
  const meta = childOf(root, 'meta');
  const instanceId = textAtName(meta, 'instanceID') || (instanceID ?? '');
  if (!/^uuid:[0-9a-zA-Z-]{8,100}$/u.test(instanceId)) throw new InstanceRefused('noInstanceId');
  const replaced = textAtName(meta, 'deprecatedID');
  return { form: id, version, instanceId, replaces: replaced === '' ? undefined : replaced };
};
