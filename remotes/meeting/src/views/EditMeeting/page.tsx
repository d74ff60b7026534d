import { Skeleton } from '@assoc/ui'
import { lazy, Suspense } from 'react'

// The form brings the meeting's contract with its rules; what stands in the first page's way is this file alone.
const MeetingEditor = lazy(() => import('./MeetingEditor').then((m) => ({ default: m.MeetingEditor })))

/** A meeting in a page of its own: `new` in the address makes one. */
export default function EditMeeting() {
  return (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 12 }} />}>
      <MeetingEditor />
    </Suspense>
  )
}
