import type { Call } from '@assoc/contract'
import { useState, type ReactNode } from 'react'
import { Button } from '../../shell'
import { BatchDialog } from '../lazy'
import type { Target } from './batch-run'
import type { ListStore } from './list-store'
import type { Step } from './resource-steps'

export interface BatchOptions {
  /** The batch call; null when the list has none. */
  call: Call | null
  /** What one row is called: 字典. */
  what: string
  steps: readonly Step[]
  /** Sentences of the questions before actions, by verb. */
  texts?: Partial<Record<string, string>> | undefined
  store: ListStore<Call>
  onDone: () => void
}

/** Actions on the chosen rows or on all that the filter matches: the buttons of the selection bar, and the dialog. */
export function useBatch({ call, what, steps, texts, store, onDone }: BatchOptions): { any: boolean; buttons: ReactNode; dialog: ReactNode } {
  const [running, setRunning] = useState<{ step: Step; target: Target } | null>(null)
  const offered = call ? steps.filter((s) => s.permitted && !s.single) : []
  const target = (): Target => (store.allMatching ? { filter: store.filterInput(), total: store.total } : { ids: [...store.selected.keys()] })
  return {
    any: offered.length > 0,
    buttons: offered.map((step) => (
      <Button key={step.verb} size="small" danger={step.danger} onClick={() => setRunning({ step, target: target() })}>
        {step.label}
      </Button>
    )),
    dialog:
      call && running ? (
        <BatchDialog
          call={call}
          what={what}
          step={running.step}
          text={texts?.[running.step.verb]}
          target={running.target}
          onClose={(changed) => {
            setRunning(null)
            if (!changed) return
            store.clearSelection()
            onDone()
          }}
        />
      ) : null,
  }
}
