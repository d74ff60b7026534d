import { Skeleton } from '@assoc/ui'
import { lazy, Suspense } from 'react'

// The form brings the whole registration with its rules; what stands in the first page's way is this file alone.
const Registration = lazy(() => import('./Registration').then((m) => ({ default: m.Registration })))

/** Registration for a meeting: one person, or a table of colleagues. */
export default function ConferenceRegistration() {
  return (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} />}>
      <Registration />
    </Suspense>
  )
}
