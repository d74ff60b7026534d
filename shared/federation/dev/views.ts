import type { ViewDefinition } from '@assoc/federation'
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

export interface DevView extends ViewDefinition {
  /** Name of the folder, which is also the end of the menuLink. */
  name: string
  Page: LazyExoticComponent<ComponentType>
}

// The folder is set by the build: the views of the one remote. A new folder shows up by itself.
const definitions = import.meta.webpackContext('@dev-views', { recursive: true, regExp: /^\.\/[^/]+\/view\.ts$/, mode: 'sync' })
const pages = import.meta.webpackContext('@dev-views', { recursive: true, regExp: /^\.\/[^/]+\/page\.tsx$/, mode: 'lazy' })

/** The remote's views in the order of their names. A folder without a page is left out. */
export const views: readonly DevView[] = definitions
  .keys()
  .map((key) => key.split('/')[1] ?? '')
  .filter((name) => pages.keys().includes(`./${name}/page.tsx`))
  .sort()
  .map((name) => ({
    name,
    ...(definitions(`./${name}/view.ts`) as { default: ViewDefinition }).default,
    Page: lazy(() => pages(`./${name}/page.tsx`) as Promise<{ default: ComponentType }>),
  }))
