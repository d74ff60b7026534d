import { StyleProvider } from '@ant-design/cssinjs'
import { MemoryRouter } from '@assoc/router'
import { render, type RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import * as forms from './form/whole'
import { haveForms } from './shell/late'
import { UiProvider } from './shell/provider'

export { fakeBrowserStore } from './testing-store'

// Nothing is fetched in a test: what comes late in a browser is there.
haveForms(forms)

/** Renders a view or component as the console would, without host and server. */
export function renderUi(node: ReactNode, { path = '/' }: { path?: string } = {}): RenderResult {
  return render(
    // Without antd's 300 KB of styles in the page: jsdom pays for them at every look at a computed style.
    <StyleProvider mock="server">
      <UiProvider>
        <MemoryRouter initialEntries={[path]}>{node}</MemoryRouter>
      </UiProvider>
    </StyleProvider>,
  )
}
