import { createContext, useContext } from 'react'

/** Where in the form the row stands that a control is in: name of the list and its place; empty outside of rows. */
const LineContext = createContext<readonly (string | number)[]>([])

/** Around the cells of a row. */
export const Line = LineContext.Provider

/** Reads a field that another follows: of the same row where this has it, else of the form. */
export function useBeside(): (all: unknown, field: string) => unknown {
  const line = useContext(LineContext)
  return (all, field) => {
    const row = line.reduce<unknown>((at, step) => (at as Record<string | number, unknown> | undefined)?.[step], all) as Record<string, unknown> | undefined
    return line.length > 0 && row && field in row ? row[field] : (all as Record<string, unknown>)[field]
  }
}
