import { createContext, useContext } from 'react'
import type { WorkspaceStore } from './workspace-store'

const WorkspaceContext = createContext<WorkspaceStore | null>(null)
export const WorkspaceProvider = WorkspaceContext.Provider

export function useWorkspace(): WorkspaceStore {
  const workspace = useContext(WorkspaceContext)
  if (!workspace) throw new Error('no desk around this component')
  return workspace
}
