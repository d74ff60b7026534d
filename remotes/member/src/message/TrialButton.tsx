import { Button } from '@assoc/ui'
import { lazy, Suspense, useState } from 'react'
import type { TrialDialogProps } from './TrialDialog'

/** Fetched when it is first opened. */
const TrialDialog = lazy(() => import('./TrialDialog'))

/** Sends the message as it stands to one number or address, with invented facts in its variables. */
export function TrialButton(props: Omit<TrialDialogProps, 'onClose'>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>试发</Button>
      {open ? (
        <Suspense>
          <TrialDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
