import { session } from '@assoc/session'
import { AppDrawer, Button } from '@assoc/ui'
import { lazy, Suspense, useState } from 'react'

const Cases = lazy(() => import('./Cases').then((m) => ({ default: m.Cases })))

/** Opens the list of investigations, penalties and censures that the rules of schemes look at. */
export function CasesButton() {
  const [open, setOpen] = useState(false)
  if (!session().has('evaluation:case:read')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>诚信情形</Button>
      {open ? (
        <AppDrawer open title="诚信情形" size={1040} onClose={() => setOpen(false)}>
          <Suspense fallback={null}>
            <Cases />
          </Suspense>
        </AppDrawer>
      ) : null}
    </>
  )
}
