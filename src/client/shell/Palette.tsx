// Ctrl+K: one box over screens, what can be done, and items by their names. An ARIA combobox in a dialog; loaded when first asked for.

import { observer } from 'mobx-react-lite';
import { useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react';
import { mayImport, openPlacesImport } from 'src/client/navigation/importParts.ts';
import 'src/client/intl/laterMessages.ts';
import { mayRestoreSome } from 'src/model/access/mayRestoreSome.ts';
import { mayCreate } from 'src/model/listing/mayCreate.ts';
import { newItemKey } from 'src/client/navigation/newItems.ts';
import { SuggestStore } from 'src/client/search/SuggestStore.ts';
import { leadsElsewhere } from 'src/client/navigation/MenuLink.tsx';
import { nodesOf } from 'src/client/navigation/menuTree.ts';
import { useMenu } from 'src/client/menu/useMenu.ts';
import { useShell } from 'src/client/menu/ShellStore.ts';
import { useSignOut } from 'src/client/navigation/useSignOut.tsx';
import { useSearchLinks } from 'src/client/menu/useSearchLinks.ts';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { arrowKeys } from 'src/client/ui/arrowKeys.ts';
import { Strokes } from 'src/client/ui/Strokes.tsx';
import { Listbox, optionId, Suggestion } from 'src/client/ui/Listbox.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { isDark } from 'src/client/stores/darkPage.ts';
import { toggleCompact } from 'src/client/stores/density.ts';
import { useClient } from 'src/client/useClient.ts';
import { addressText, foldedTokens } from 'src/model/query/searchText.ts';

const MAX_COMMANDS = 8;

interface Choice {
  readonly key: string;
  readonly icon: string;
  readonly title: string;
  readonly kind: string;
  /** Other words by which people look for it. */
  readonly words?: string;
  /** Key that does the same without the palette. */
  readonly stroke?: string;
  readonly run: () => void;
}

/**
 * Returns the commands of which each typed word begins a word: first the title that is typed, then titles that begin with what is typed,
 * then those with all typed words, then commands with other words.
 */
const matchingCommands = (commands: readonly Choice[], typed: readonly string[]): readonly Choice[] => {
  const whole = typed.join(' ');
  const has = (words: readonly string[]): boolean => typed.every((word) => words.some((each) => each.startsWith(word)));
  const rank = ({ title, words = '' }: Choice): number => {
    const named = foldedTokens(title);
    const name = named.join(' ');
    if (name === whole) return 0;
    if (name.startsWith(whole)) return 1;
    if (has(named)) return 2;
    return has([...named, ...foldedTokens(words)]) ? 3 : Infinity;
  };
  return commands
    .map((command) => ({ command, rank: rank(command) }))
    .filter((each) => each.rank < Infinity)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ command }) => command);
};

/** Screens and actions, in the order of the menu. */
const useCommands = (): readonly Choice[] => {
  const client = useClient();
  const { registry, session, navigation, alerts } = client;
  const messages = useMessages();
  const shell = useShell();
  const signOut = useSignOut();
  const { user } = session;
  // Includes screens that are hidden in the navigation.
  const nodes = useMenu({ keepHidden: 'screens' });
  const shipped = useSearchLinks(nodes);
  const [place, action] = [messages.format('palette.place'), messages.format('palette.action')];
  const wordsOf = (name: string): { readonly words?: string } => {
    const words = messages.find(`palette.words.${name}`);
    return words === undefined ? {} : { words };
  };
  const to = (path: string, title: string, icon: string, name = path.slice(1)): Choice => ({
    key: path,
    icon,
    title,
    kind: place,
    ...wordsOf(name),
    run: () =>
      leadsElsewhere(path) ? void window.open(path, '_blank', 'noopener,noreferrer') : void navigation.go(path),
  });
  const act = (key: string, icon: string, run: () => void, title = messages.format(key)): Choice => ({
    key,
    icon,
    title,
    kind: action,
    ...wordsOf(key),
    run,
  });
  const commands = navigation.commands.all(navigation.active).map(({ key, icon, title, run }) => ({
    ...act(key, icon, run, title),
    key: `key ${key}`,
    ...(key.length === 1 && { stroke: key.toUpperCase() }),
  }));
  if (!user) return [to('/sign-in', messages.format('user.signIn'), 'log-in')];
  const flip = (name: 'dark' | 'hideGuidance' | 'multiColumns', on: boolean) => (): void => {
    session.setPreference(name, !on).catch((thrown: unknown) => alerts.error(thrown));
  };
  return [
    ...commands,
    to('/', messages.format('views.home'), 'home'),
    to('/notifications', messages.format('home.waiting'), 'inbox'),
    to('/starred', messages.format('stars.list'), 'star'),
    to('/unsaved', messages.format('views.unsaved'), 'edit'),
    to('/tasks', messages.format('views.tasks'), 'time'),
    ...(mayRestoreSome(user) ? [to('/deleted', messages.format('views.deleted'), 'trash')] : []),
    to('/my-account', messages.format('user.security'), 'lock'),
    to('/help', messages.format('views.help'), 'help'),
    to('/search', messages.format('views.search'), 'search'),
    ...nodes.flatMap(nodesOf).map((node) => to(node.to, node.title, node.icon ?? 'document', node.screen?.view)),
    ...shipped.map(({ to: path, title, of, icon }) =>
      to(path, messages.format('saved.titled', { name: title, of }), icon),
    ),
    to(`/i-${user.$id}`, messages.format('user.profile'), 'user'),
    ...Object.values(registry.types)
      .filter((type) => mayCreate(type, user))
      .map((type) =>
        act(
          `new ${type.name}`,
          'plus',
          () => void navigation.go(`/i-${type.name}-0-${newItemKey()}`),
          messages.format('cells.newItem', { type: messages.typeInSentence(type.name) }),
        ),
      ),
    ...(mayImport(registry, user)
      ? [act('import', 'import', () => openPlacesImport(client), messages.format('importPlaces.part'))]
      : []),
    act('user.dark', 'moon', flip('dark', isDark(client))),
    act('user.multiColumns', 'page-layout', flip('multiColumns', user.multiColumns)),
    act('density.compact', 'list', () => toggleCompact(client)),
    act('palette.navigation', 'menu', shell.toggleDocked),
    act('keys.title', 'key-command', () => shell.show('keys')),
    act('user.signOut', 'log-out', () => void signOut()),
  ];
};

/** Matches of the typed text: commands at once, items as the server suggests them, then the whole search. */
const usePaletteChoices = (store: SuggestStore): readonly Choice[] => {
  const { registry, navigation } = useClient();
  const messages = useMessages();
  const commands = useCommands();
  const typed = foldedTokens(store.text);
  const text = store.text.trim();
  if (text === '') return commands.slice(0, MAX_COMMANDS);
  const everything: Choice = {
    key: 'everything',
    icon: 'search',
    title: messages.format('palette.everything', { text }),
    kind: messages.format('views.search'),
    run: () => void navigation.go(`/search?c0=${encodeURIComponent(addressText(text))}`),
  };
  const items = store.suggestions.map(({ $id, label, type }): Choice => ({
    key: $id,
    icon: registry.types[type]?.view.icon ?? 'document',
    title: label,
    kind: messages.type(type),
    run: () => void navigation.go(`/i-${$id}`),
  }));
  return [...matchingCommands(commands, typed).slice(0, MAX_COMMANDS), ...items, everything];
};

/** The dialog makes its content after the palette itself. */
const takeFocus = (input: HTMLInputElement | null): void => input?.focus();

export const Palette = observer(() => {
  const { offline, search } = useClient();
  const messages = useMessages();
  const shell = useShell();
  const id = useId();
  const store = useMemo(
    () =>
      new SuggestStore({
        suggest: (text) => search.suggest(text),
        onDevice: (text) => offline.ask((copies) => copies.suggest(text)),
      }),
    [offline, search],
  );
  const choices = usePaletteChoices(store);
  const [wanted, setAt] = useState(0);
  const at = Math.min(wanted, choices.length - 1);
  useEffect(() => () => store.clear(), [store]);
  useEffect(() => {
    document.getElementById(`${id}-list-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);
  const close = (): void => shell.show(undefined);
  const run = (choice: Choice | undefined): void => {
    close();
    choice?.run();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const next = arrowKeys(event.key, at, choices.length);
    if (next !== undefined) setAt(next);
    else if (event.key === 'Enter') run(choices[at]);
    else return;
    event.preventDefault();
  };
  const title = messages.format('palette.title');
  return (
    <Dialog open title={title} onClose={close} size="palette">
      <input
        ref={takeFocus}
        type="text"
        role="combobox"
        className="bp6-input bp6-fill kk-palette-input"
        aria-label={title}
        placeholder={messages.format('palette.hint')}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={optionId(`${id}-list`, at)}
        autoComplete="off"
        spellCheck={false}
        value={store.text}
        onChange={(event) => {
          store.type(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <Listbox
        id={`${id}-list`}
        label={messages.format('search.suggestions')}
        className="kk-palette-list"
        optionClass="kk-suggestion"
        options={choices}
        at={at}
        choose={run}
      >
        {({ icon, kind, title: name, stroke }) => (
          <Suggestion icon={icon} kind={kind}>
            {name}
            {stroke !== undefined && (
              <span className="kk-palette-stroke">
                <Strokes names={[stroke]} />
              </span>
            )}
          </Suggestion>
        )}
      </Listbox>
    </Dialog>
  );
});
