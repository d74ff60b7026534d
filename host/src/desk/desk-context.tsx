import { createContext, useContext } from 'react'
import type { DeskStore } from './desk-store'

const DeskContext = createContext<DeskStore | null>(null)
export const DeskProvider = DeskContext.Provider

export function useDesk(): DeskStore {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('no desk around this component')
  return desk
}
