import { CODE, type Call, type RequestOf } from '@assoc/contract'
import { downloadWorkFile, selectWork } from '@assoc/contract/platform/work'
import { ApiError, api, download, saveAs } from '@assoc/http'
import { toasts } from '@assoc/session'
import { useState } from 'react'

const POLL_MS = 1500

interface Asked<C extends Call> {
  /** Why the server wants a reason. */
  text: string
  input: RequestOf<C>
}

export interface Export<C extends Call> {
  busy: boolean
  /** Per cent of an export that has become a job. */
  progress: number | null
  run: (input: RequestOf<C>) => Promise<void>
  /** Set while the server wants to know why so many people's data are taken out; `run` again with a reason, or `drop` it. */
  asked: Asked<C> | null
  drop: () => void
}

/**
 * Exports with a blob call. A large one is answered with F00006 and becomes a job: its progress is
 * followed here, and the file is saved when it is ready; the notice stays for who has left.
 */
export function useExport<C extends Call>(call: C): Export<C> {
  const [asked, setAsked] = useState<Asked<C> | null>(null)
  const [busy, setBusy] = useState(false)
  const [progress, setProgress] = useState<number | null>(null)
  const run = async (input: RequestOf<C>) => {
    setBusy(true)
    try {
      const file = await download(call, input, { quiet: [CODE.input] })
      saveAs(file.blob, file.fileName)
    } catch (error) {
      const workId = error instanceof ApiError && error.code === CODE.silent ? (error.data as { workId?: string }).workId : undefined
      const why = error instanceof ApiError && error.code === CODE.input ? error.fields.find((f) => f.path === 'reason') : undefined
      if (why) return setAsked({ text: why.message, input })
      if (!workId) {
        if (error instanceof ApiError && error.code === CODE.input) toasts.error(error.message)
        if (!(error instanceof ApiError)) toasts.error('导出没有成功，请检查网络后重试')
        return
      }
      toasts.show('info', '数据较多，已转为后台导出，完成后会通知您')
      await follow(workId, setProgress)
    } finally {
      setBusy(false)
      setProgress(null)
    }
  }
  return { busy, progress, run, asked, drop: () => setAsked(null) }
}

async function follow(workId: string, onProgress: (percent: number) => void): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const work = await api(selectWork, { workId }).catch((error: unknown) => (error instanceof ApiError ? null : undefined))
    // The network is away: the job goes on without us, and its notice will tell. A refusal has been shown.
    if (work === undefined) return toasts.error('网络连接中断，导出仍在后台进行，完成后会通知您')
    if (work === null) return
    if (work.workStatus === 'done') {
      try {
        const file = await download(downloadWorkFile, { workId })
        saveAs(file.blob, file.fileName)
      } catch (error) {
        if (!(error instanceof ApiError)) toasts.error('文件没有下载成功，可在网络恢复后重新导出')
      }
      return
    }
    if (work.workStatus === 'failed') return toasts.error(work.errorMessage ?? '导出没有成功')
    if (work.workStatus === 'cancelled' || work.workStatus === 'expired') return
    onProgress(work.totalRows > 0 ? Math.round((work.doneRows / work.totalRows) * 100) : 0)
  }
}
