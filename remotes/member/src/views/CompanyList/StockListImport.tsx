import { session } from '@assoc/session'
import { Button, ImportOutlined } from '@assoc/ui'
import { lazy, Suspense, useState } from 'react'

const StockListDrawer = lazy(async () => ({ default: (await import(/* webpackChunkName: "StockListDrawer" */ '../../stock-list/StockListDrawer')).StockListDrawer }))

/** The way to the import of an exchange's list, for whoever may. */
export function StockListImport({ onWritten }: { onWritten: () => void }) {
  const [open, setOpen] = useState(false)
  if (!session().has('member:company:import')) return null
  return (
    <>
      <Button icon={<ImportOutlined />} onClick={() => setOpen(true)}>
        导入证券列表
      </Button>
      <Suspense fallback={null}>{open ? <StockListDrawer onClose={() => setOpen(false)} onWritten={onWritten} /> : null}</Suspense>
    </>
  )
}
