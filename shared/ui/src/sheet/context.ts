import { createContext, useContext, type ReactNode } from 'react'
import type { SheetFiles } from './FormSheet'
import type { Sheet } from './store'

/** An option of which only some can be chosen, and how many places are left. */
export interface OptionPlaces {
  questionKey: string
  choice: string
  left: number
}

/** Filling in, reading what was filled in, or printed, with blanks to write in. */
export type SheetMode = 'fill' | 'read' | 'print'

/** What is said of places of a form besides their answers, such as that a reviewer has sent them back. */
export interface SheetMarks {
  /** Stands below the answer at a path; nothing where nothing is said. */
  at?: (path: string) => ReactNode
  /** Answers that are only read though the form is filled in. */
  locked?: (path: string) => boolean
  /** Questions that are shown, all of them on one page; every one when left out. */
  only?: (key: string) => boolean
  /** What is said of a page beside how far it is filled in, such as whose it is. */
  page?: (page: string) => string
}

export interface SheetContextValue {
  sheet: Sheet
  mode: SheetMode
  files: SheetFiles | undefined
  marks: SheetMarks
  places: readonly OptionPlaces[]
}

export const SheetContext = createContext<SheetContextValue | null>(null)

/** The form that a part of it stands in. */
export function useSheet(): SheetContextValue {
  const found = useContext(SheetContext)
  if (!found) throw new Error('A part of a form stands in no FormSheet')
  return found
}
