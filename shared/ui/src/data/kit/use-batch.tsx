import type { Call } from '@assoc/contract'
import { observer } from 'mobx-react-lite'
import { useState, type ReactNode } from 'react'
import { Button } from '../../shell'
import { BatchDialog } from '../lazy'
import type { Target } from './batch-run'
import { offerBatchUndo, type BatchUndo } from './batch-undo'
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
  /** How a step is taken back, where this page offers it. */
  undo?: BatchUndo | undefined
  onDone: () => void
}

/** What a step is carried out on: of chosen rows those that allow it, and how many others were chosen beside them. */
function targetOf(store: ListStore<Call>, verb: string): { target: Target; passedOver: number } {
  if (store.allMatching) return { target: { filter: store.filterInput(), total: store.total }, passedOver: 0 }
  const chosen = [...(store.selected as unknown as ReadonlyMap<string, { abilities?: readonly string[] }>)]
  // Rows without abilities, of lists made by hand, are for the server to say.
  const ids = chosen.filter(([, row]) => !row.abilities || row.abilities.includes(verb)).map(([id]) => id)
  return { target: { ids }, passedOver: chosen.length - ids.length }
}

/** Apart from the page, which is not drawn anew with every tick. */
const BatchButton = observer(function BatchButton({ what, step, store, onPress }: { what: string; step: Step; store: ListStore<Call>; onPress: (on: ReturnType<typeof targetOf>) => void }) {
  const on = targetOf(store, step.verb)
  const none = 'ids' in on.target && on.target.ids.length === 0
  return (
    <Button size="small" danger={step.danger} disabled={none} title={none ? `所选的${what}现在都不能${step.label}` : ''} onClick={() => onPress(on)}>
      {step.label}
    </Button>
  )
})

/** Actions on the chosen rows or on all that the filter matches: the buttons of the selection bar, and the dialog. */
export function useBatch({ call, what, steps, texts, store, undo, onDone }: BatchOptions): { any: boolean; buttons: ReactNode; dialog: ReactNode } {
  const [running, setRunning] = useState<{ step: Step; target: Target; passedOver: number } | null>(null)
  const offered = call ? steps.filter((s) => s.permitted && !s.single) : []
  return {
    any: offered.length > 0,
    buttons: offered.map((step) => <BatchButton key={step.verb} what={what} step={step} store={store} onPress={(on) => setRunning({ step, ...on })} />),
    dialog:
      call && running ? (
        <BatchDialog
          call={call}
          what={what}
          step={running.step}
          text={texts?.[running.step.verb]}
          target={running.target}
          passedOver={running.passedOver}
          onClose={(changed, moved) => {
            setRunning(null)
            if (!changed) return
            if (undo) offerBatchUndo(call, what, running.step, moved, undo, onDone)
            store.clearSelection()
            onDone()
          }}
        />
      ) : null,
  }
}
