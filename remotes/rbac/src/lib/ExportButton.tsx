import type { Call, RequestOf } from '@assoc/contract'
import { session } from '@assoc/session'
import { Button, ExportOutlined, useExport, type ShownList } from '@assoc/ui'
import { observer } from 'mobx-react-lite'

/** Exports what a list shows; not there for people who may not. */
export const ExportButton = observer(function ExportButton({ call, list }: { call: Call; list: ShownList<unknown> }) {
  const { busy, progress, run } = useExport(call)
  const { store } = list
  if (call.access.kind === 'permit' && !session().has(call.access.code)) return null
  const { sort } = store.query
  return (
    <Button icon={<ExportOutlined />} loading={busy} disabled={store.total === 0} onClick={() => void run({ ...store.filterInput(), ...(sort ? { sort } : {}) } as RequestOf<Call>)}>
      {progress === null ? '导出' : `导出中 ${progress}%`}
    </Button>
  )
})
