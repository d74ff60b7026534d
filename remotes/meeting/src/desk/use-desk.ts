import { prepareScanner, useTab } from '@assoc/ui'
import { useEffect, useState } from 'react'
import { Desk, type DeskState } from './desk'

/** The desk of a session as long as it is shown, and how it stands. Closing the page asks first while it has unsent scans. */
export function useDesk(sessionId: string, gate: string | null): { desk: Desk | null; state: DeskState | null } {
  const [desk, setDesk] = useState<Desk | null>(null)
  const [state, setState] = useState<DeskState | null>(null)
  const { setDirty } = useTab()
  useEffect(() => {
    const opened = new Desk(sessionId, () => setState(opened.state))
    setDesk(opened)
    setState(opened.state)
    // A camera that is first opened without a connection has to be read as well.
    void prepareScanner().catch(() => undefined)
    return () => opened.close()
  }, [sessionId])
  useEffect(() => desk?.standAt(gate), [desk, gate])
  const unsent = state?.unsent ?? 0
  useEffect(() => setDirty(unsent > 0), [setDirty, unsent])
  return { desk, state }
}
