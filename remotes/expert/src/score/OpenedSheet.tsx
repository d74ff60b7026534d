import { CODE } from '@assoc/contract'
import { readScoreSheet, submitScoreSheet } from '@assoc/contract/expert/review/score'
import { api, ApiError, newKey } from '@assoc/http'
import { toasts } from '@assoc/session'
import { FailedToLoad, Flex, Skeleton, Typography, useAnswer, useTab } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Conflict } from './Conflict'
import { Others } from './Others'
import { SheetPanel } from './SheetPanel'
import { SheetSaver } from './sheet-saver'
import { WorkPanel } from './WorkPanel'

interface OpenedProps {
  sheetId: string
  panel: object
  onSubmitted: (sheetId: string) => Promise<void>
  onChanged: () => void
}

/** One sheet with its work. */
export default function OpenedSheet({ sheetId, panel, onSubmitted, onChanged }: OpenedProps) {
  const { data, error, reload } = useAnswer(readScoreSheet, { sheetId })
  const [saver, setSaver] = useState<SheetSaver | null>(null)
  useEffect(() => {
    // What is being typed is not replaced by an answer that came behind it.
    if (data) setSaver((before) => (before && before.isDirty && before.sheet.sheetStatus === data.sheetStatus ? before : new SheetSaver(data)))
  }, [data])
  if (error && !data) return <FailedToLoad message={error} onRetry={() => void reload()} />
  if (!saver) return <Skeleton active paragraph={{ rows: 10 }} />
  const handedIn = async () => {
    await onSubmitted(sheetId)
    await reload()
  }
  return <Editing key={`${saver.sheet.version} ${saver.sheet.sheetStatus}`} saver={saver} panel={panel} onSubmitted={handedIn} onChanged={onChanged} onReload={reload} />
}

const Editing = observer(function Editing({ saver, panel, onSubmitted, onChanged, onReload }: { saver: SheetSaver; panel: object; onSubmitted: () => Promise<void>; onChanged: () => void; onReload: () => Promise<void> }) {
  const { sheet } = saver
  const tab = useTab()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const key = useRef({ version: 0, key: '' })
  useEffect(() => {
    saver.reopen()
    const back = () => void saver.save()
    window.addEventListener('online', back)
    return () => {
      window.removeEventListener('online', back)
      saver.close()
    }
  }, [saver])
  useEffect(() => {
    tab.setDirty(saver.isDirty)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the tab's handle is another object with every switch
  }, [saver.isDirty])
  const begun = sheet.sheetStatus === 'pending' && saver.version > sheet.version
  useEffect(() => {
    if (begun) onChanged()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the first state is saved: the queue shows it
  }, [begun])
  const submit = useCallback(async () => {
    if (busy || sheet.closed || !saver.check()) return
    setBusy(true)
    setProblem(null)
    try {
      await saver.save()
      if (saver.isDirty) return setProblem(saver.collision ? '请先选择保留哪一份评分' : saver.reason || '还有内容没有保存，请稍后再提交')
      if (key.current.version !== saver.version) key.current = { version: saver.version, key: newKey() }
      const { totalScore } = await api(submitScoreSheet, { sheetId: sheet.sheetId, version: saver.version }, { idempotencyKey: key.current.key, quiet: [CODE.conflict, CODE.inUse, CODE.input] })
      toasts.success(`第 ${sheet.itemNo} 号已提交，总分 ${totalScore.toFixed(2)}`)
      await onSubmitted()
    } catch (caught) {
      setProblem(caught instanceof ApiError ? caught.message : '网络连接失败，没有提交成功，请重试')
      if (caught instanceof ApiError && caught.code === CODE.conflict) await onReload()
    } finally {
      setBusy(false)
    }
  }, [busy, saver, sheet, onSubmitted, onReload])
  return (
    <>
      <div className="score-pane" style={{ ...panel, padding: 16 }}>
        <Flex justify="space-between" align="center" style={{ marginBottom: 8 }}>
          <Typography.Text type="secondary">第 {sheet.itemNo} 号</Typography.Text>
          {sheet.closed === null ? <Conflict assignmentId={sheet.assignmentId} onDone={onChanged} /> : null}
        </Flex>
        <WorkPanel sheet={sheet} />
        {sheet.others ? <Others others={sheet.others} /> : null}
      </div>
      <div className="score-pane" style={{ ...panel, padding: '12px 12px 0' }}>
        <SheetPanel saver={saver} onSubmit={() => void submit()} busy={busy} problem={problem} />
      </div>
    </>
  )
})
