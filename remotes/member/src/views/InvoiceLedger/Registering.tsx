import { makeAutoObservable } from 'mobx'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense } from 'react'
import type { RegisteredFor } from './RegisterForm'

/** The form of registering that is open on a page, for what. */
export class Registering {
  of: RegisteredFor | null = null
  constructor() {
    makeAutoObservable(this)
  }
  set(of: RegisteredFor | null): void {
    this.of = of
  }
}

const RegisterForm = lazy(() => import('./RegisterForm'))

/** The form while it is asked for. */
export const RegisterDialog = observer(function RegisterDialog({ registering, onDone }: { registering: Registering; onDone: () => void }) {
  const { of } = registering
  if (!of) return null
  const close = () => registering.set(null)
  return (
    <Suspense fallback={null}>
      <RegisterForm
        of={of}
        onClose={close}
        onDone={() => {
          close()
          onDone()
        }}
      />
    </Suspense>
  )
})
