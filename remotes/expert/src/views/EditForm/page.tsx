import { Skeleton } from '@assoc/ui'
import { lazy, Suspense } from 'react'

const Editor = lazy(() => import(/* webpackChunkName: "designer" */ '../../designer/Editor').then((part) => ({ default: part.Editor })))

/** A form in the designer; the address names it. */
export default function EditForm() {
  return (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 12 }} style={{ padding: 24 }} />}>
      <Editor mode="flow" />
    </Suspense>
  )
}
