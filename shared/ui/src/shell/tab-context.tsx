import { createContext, useContext, useMemo } from 'react'

/** What a view knows of the tab that it stands in. */
export interface TabInfo {
  /** Key of the tab: full path with search. */
  key: string
  visible: boolean
  /** Marks the tab as holding typed text that is not saved; closing asks first. */
  setDirty: (dirty: boolean) => void
  /** Gives the tab a title of its own, such as the record's name. */
  setTitle: (title: string) => void
  /** Closes the tab. */
  close: () => void
}

const NONE: TabInfo = { key: '', visible: true, setDirty: () => undefined, setTitle: () => undefined, close: () => undefined }

export const TabContext = createContext<TabInfo>(NONE)

/** Whether the tab is in front, apart from the rest of it: whoever does not ask is not drawn anew when tabs are switched. */
export const TabVisibleContext = createContext<boolean | null>(null)

/** The tab around this view; a stand-in that does nothing outside the console. Drawn anew when the tab comes or goes. */
export function useTab(): TabInfo {
  const tab = useContext(TabContext)
  const visible = useTabVisible()
  return useMemo(() => ({ ...tab, visible }), [tab, visible])
}

/** The same for handlers and effects: `visible` says how it is when it is read, and nothing is drawn anew for it. */
export const useTabHandle = (): TabInfo => useContext(TabContext)

/** Whether the tab around this is in front. */
export function useTabVisible(): boolean {
  const visible = useContext(TabVisibleContext)
  const tab = useContext(TabContext)
  return visible ?? tab.visible
}
