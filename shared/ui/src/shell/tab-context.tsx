import { createContext, useContext } from 'react'

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

/** The tab around this view; a stand-in that does nothing outside the console. */
export const useTab = (): TabInfo => useContext(TabContext)
