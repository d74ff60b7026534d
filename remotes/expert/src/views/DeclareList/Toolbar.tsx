import type { declaration } from '@assoc/contract/expert/declaration'
import { DOCUMENTS_MOST, exportDeclarationDocuments } from '@assoc/contract/expert/declaration-documents'
import { toasts } from '@assoc/session'
import { Button, DownloadOutlined, useExport, type PageTools, type RowOfResource } from '@assoc/ui'
import { observer } from 'mobx-react-lite'

/** Documents and stamped scans of what is selected, in one archive. */
export const Toolbar = observer(function Toolbar({ tools: { list } }: { tools: PageTools<RowOfResource<typeof declaration>> }) {
  const { busy, run } = useExport(exportDeclarationDocuments)
  const chosen = list.store.selected
  const pack = () => {
    if (chosen.size === 0) return void toasts.show('info', '请先勾选要打包的申报')
    if (list.store.allMatching || chosen.size > DOCUMENTS_MOST) return void toasts.error(`一次最多打包 ${DOCUMENTS_MOST} 份，请在列表中逐页勾选`)
    void run({ declareIds: [...chosen.keys()] })
  }
  return (
    <Button icon={<DownloadOutlined />} loading={busy} onClick={pack}>
      打包申报材料
    </Button>
  )
})
