import { MemoryRouter } from '@assoc/router'
import { render, type RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import { UiProvider } from './shell/provider'

/** Renders a view or component as the console would, without host and server. */
export function renderUi(node: ReactNode, { path = '/' }: { path?: string } = {}): RenderResult {
  return render(
    <UiProvider>
      <MemoryRouter initialEntries={[path]}>{node}</MemoryRouter>
    </UiProvider>,
  )
}
