import { isPublicPath } from '../routes/guard'
import { useLocation } from '@assoc/router'
import { NoPermission } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense } from 'react'
import { useKernel } from '../console/kernel'
import { HomePage } from './HomePage'
import { Incompatible, RegistryRefused, Unpublished } from './failures'
import { mayOpen } from './may-open'
import { NotFound } from './NotFound'
import { RemoteView } from './RemoteView'

const Success = lazy(async () => ({ default: (await import(/* webpackChunkName: "shell-later" */ './Success')).Success }))

const OWN: Record<string, () => React.JSX.Element> = { 'host/HomePage': HomePage, 'host/Success': () => <Suspense><Success /></Suspense>, 'host/NotFound': () => <NotFound /> }

/** The view behind a menuLink: one of the host's own, a remote's, or the screen that says why there is none. */
export const ViewSlot = observer(function ViewSlot({ menuLink }: { menuLink: string }) {
  const kernel = useKernel()
  const { pathname } = useLocation()
  const Own = OWN[menuLink]
  if (Own) return <Own />
  const found = kernel.lookUp(menuLink)
  if (found.kind === 'refused') return <RegistryRefused refusal={found.refusal} menuLink={menuLink} />
  if (found.kind === 'unpublished') return <Unpublished menuLink={menuLink} visitors={isPublicPath(pathname)} />
  if (found.kind === 'incompatible') return <Incompatible remote={found.remote} hostApi={found.hostApi} />
  const { access } = found.view
  if (!isPublicPath(pathname) && !mayOpen(access)) return <NoPermission />
  return <RemoteView key={menuLink} remote={found.remote} menuLink={menuLink} />
})
