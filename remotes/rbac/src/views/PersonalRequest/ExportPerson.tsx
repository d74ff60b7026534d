import type { RowOf } from '@assoc/contract'
import { exportPersonal, type personalRequest } from '@assoc/contract/rbac/personal'
import { api } from '@assoc/http'
import { ReasonDialog, type PageDialog } from '@assoc/ui'

/** Puts all that is known of the person of a request into a file, as work in the background. */
export function ExportPerson({ row, onClose, onDone }: PageDialog<RowOf<typeof personalRequest>>) {
  return (
    <ReasonDialog
      title={`导出 ${row.subject} 的全部信息`}
      text="生成压缩包：按范围分页的表格和上传的文件。完成后通知您，在“导出任务”中下载；此次导出记入日志。"
      confirmText="开始导出"
      reason="required"
      onConfirm={async (reason) => {
        await api(exportPersonal, { recordType: row.recordType, recordId: row.recordId, reason: reason ?? '' })
        onDone('已开始导出，完成后会通知您')
      }}
      onClose={onClose}
    />
  )
}
