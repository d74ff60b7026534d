import { createContext, useContext } from 'react'
import type { SheetFiles } from './FormSheet'
import type { Sheet } from './store'

/** Filling in, reading what was filled in, or printed, with blanks to write in. */
export type SheetMode = 'fill' | 'read' | 'print'

export interface SheetContextValue {
  sheet: Sheet
  mode: SheetMode
  files: SheetFiles | undefined
}

export const SheetContext = createContext<SheetContextValue | null>(null)

/** The form that a part of it stands in. */
export function useSheet(): SheetContextValue {
  const found = useContext(SheetContext)
  if (!found) throw new Error('A part of a form stands in no FormSheet')
  return found
}
