// Names of screens in the list of stories: their titles, as the menu shows them, below their area. Read by the indexer, which runs in Node,
// and by the stories.

interface NamedScreen {
  readonly path: string;
}

type Messages = Readonly<Record<string, string>>;

const titleOf = (path: string, messages: Messages): string =>
  (messages[`screens.${path}.title`] ?? path).replaceAll('/', '∕');

/** Returns the name of a screen among those of its area. A title that an earlier screen has is followed by the path. */
export const screenStoryName = (path: string, screens: readonly NamedScreen[], messages: Messages): string => {
  const title = titleOf(path, messages);
  const first = screens.find((each) => titleOf(each.path, messages) === title);
  return first === undefined || first.path === path ? title : `${title} (${path})`;
};
