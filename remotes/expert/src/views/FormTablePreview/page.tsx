import { Skeleton } from '@assoc/ui'
import { lazy, Suspense } from 'react'

const Preview = lazy(() =>
  import(/* webpackChunkName: "preview" */ '../../designer/preview/Preview').then((part) => ({ default: part.Preview })),
)

/** A table form as it will be filled in; the address names it. */
export default function FormTablePreview() {
  return (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} style={{ padding: 24 }} />}>
      <Preview />
    </Suspense>
  )
}
