import { session } from '@assoc/session'
import { Skeleton } from '@assoc/ui'
import { lazy, Suspense } from 'react'

const Prepared = lazy(() => import('./Prepared'))
const OpenExchanges = lazy(() => import('./OpenExchanges').then((m) => ({ default: m.OpenExchanges })))

/** Exchanges: for staff all of them with what is to be done, for others those that they may apply for. */
export default function ExchangeList() {
  return <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} />}>{session().has('exchange:exchange:read') ? <Prepared /> : <OpenExchanges />}</Suspense>
}
