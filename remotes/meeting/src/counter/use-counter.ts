import { prepareScanner, useTab } from '@assoc/ui'
import { useEffect, useState } from 'react'
import { SignCounter, type CounterState } from './sign-counter'

/** The counter of a session as long as it is shown, and how it stands. Closing the page asks first while it has unsent scans. */
export function useCounter(sessionId: string, gate: string | null): { counter: SignCounter | null; state: CounterState | null } {
  const [counter, setCounter] = useState<SignCounter | null>(null)
  const [state, setState] = useState<CounterState | null>(null)
  const { setDirty } = useTab()
  useEffect(() => {
    const opened = new SignCounter(sessionId, () => setState(opened.state))
    setCounter(opened)
    setState(opened.state)
    // A camera that is first opened without a connection has to be read as well.
    void prepareScanner().catch(() => undefined)
    return () => opened.close()
  }, [sessionId])
  useEffect(() => counter?.standAt(gate), [counter, gate])
  const unsent = state?.unsent ?? 0
  useEffect(() => setDirty(unsent > 0), [setDirty, unsent])
  return { counter, state }
}
