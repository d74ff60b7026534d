import { downloadCertificates, MOST_DOWNLOADED, type certificate } from '@assoc/contract/meeting/certificate'
import { toasts } from '@assoc/session'
import { Button, DownloadOutlined, ReasonDialog, useExport, type PageDialog, type PageTools, type RowOf } from '@assoc/ui'
import { observer } from 'mobx-react-lite'

/** One certificate as PDF. */
export function DownloadDialog({ row, onClose, onDone }: PageDialog<RowOf<typeof certificate.list>>) {
  const { run } = useExport(downloadCertificates)
  const save = async () => {
    await run({ certificateIds: [row.certificateId] })
    onDone()
  }
  return <ReasonDialog title={`下载学时证明：${row.certNo}`} text={`${row.learnerName}，${row.title}，${row.hours} 学时。`} confirmText="下载" reason="none" onConfirm={save} onClose={onClose} />
}

/** The chosen certificates as one zip. */
export const DownloadChosen = observer(function DownloadChosen({ list }: Pick<PageTools<unknown>, 'list'>) {
  const { busy, run } = useExport(downloadCertificates)
  const chosen = list.store.selected.size
  const pack = () => {
    if (list.store.allMatching || chosen > MOST_DOWNLOADED) return toasts.error(`一次最多下载 ${MOST_DOWNLOADED} 份，请在列表中逐页勾选`)
    return run({ certificateIds: [...list.store.selected.keys()] })
  }
  return (
    <Button icon={<DownloadOutlined />} loading={busy} disabled={chosen === 0} title={chosen === 0 ? '请先在列表中勾选证明' : ''} onClick={() => void pack()}>
      {chosen > 0 ? `打包下载（${chosen}）` : '打包下载'}
    </Button>
  )
})
