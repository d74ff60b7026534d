import { downloadFormWorkbook } from '@assoc/contract/form/offline'
import { ApiError, download, saveAs } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Button, Flex, type SheetStore } from '@assoc/ui'
import { lazy, Suspense, useState } from 'react'
import type { FillSaver } from '../saver'

const TakeDialog = lazy(() => import('./TakeDialog').then((part) => ({ default: part.TakeDialog })))

export interface OfflineProps {
  taskId: string
  sheet: SheetStore
  saver: FillSaver
}

/** Filling a form in offline: it is fetched as a workbook, and what was filled in there is taken over. */
export function OfflineButtons(props: OfflineProps) {
  const [busy, setBusy] = useState(false)
  const [taking, setTaking] = useState(false)
  const fetchBook = async () => {
    setBusy(true)
    try {
      // What was just typed belongs into the file as well.
      await props.saver.save()
      const { blob, fileName } = await download(downloadFormWorkbook, { taskId: props.taskId })
      saveAs(blob, fileName)
    } catch (error) {
      toasts.error(error instanceof ApiError ? error.message : '网络连接失败，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Flex gap={8} wrap>
      <Button loading={busy} onClick={() => void fetchBook()}>
        下载 Excel
      </Button>
      <Button onClick={() => setTaking(true)}>上传 Excel</Button>
      {taking ? (
        <Suspense fallback={null}>
          <TakeDialog {...props} onClose={() => setTaking(false)} />
        </Suspense>
      ) : null}
    </Flex>
  )
}
