// A parent of the menu by its address, such as /admin: what of it this person may enter.

import { observer } from 'mobx-react-lite';
import type { MenuNode } from 'src/client/shell/menuTree.ts';
import { CellHead } from 'src/client/cells/CellHead.tsx';
import { ShellLink } from 'src/client/shell/ShellLink.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';

export const ParentView = observer(({ node }: { readonly node: MenuNode }) => (
  <>
    <CellHead title={node.title} />
    <div className="kk-cell-scroll">
      <ul className="kk-plain-list kk-cell-body kk-cards">
        {node.children.map(({ screen, title }) => (
          <li key={screen.path} className="kk-card">
            <h3>
              <Icon name={screen.icon ?? 'document'} />
              <ShellLink to={`/${screen.path}`}>{title}</ShellLink>
            </h3>
          </li>
        ))}
      </ul>
    </div>
  </>
));
