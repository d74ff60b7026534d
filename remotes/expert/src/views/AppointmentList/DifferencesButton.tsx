import { session } from '@assoc/session'
import { Button } from '@assoc/ui'
import { lazy, Suspense, useState } from 'react'

const Differences = lazy(() => import('./Differences').then((m) => ({ default: m.Differences })))

/** Opens the list of companies whose secretary and contact differ, for whoever may settle it. */
export function DifferencesButton() {
  const [open, setOpen] = useState(false)
  if (!session().has('appointment:secretary:settle')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>董秘差异</Button>
      {open ? (
        <Suspense fallback={null}>
          <Differences onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
