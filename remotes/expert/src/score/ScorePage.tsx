import { CODE, type ResponseOf } from '@assoc/contract'
import { readScoreSheet, scorePreset, selectScoreQueue, submitScoreSheet, type ScorePreset } from '@assoc/contract/expert/review/score'
import { api, ApiError, dateFormat, newKey } from '@assoc/http'
import { useSearchParams } from '@assoc/router'
import { toasts } from '@assoc/session'
import { FailedToLoad, Flex, Select, Skeleton, StateScreen, theme, Typography, useAnswer, useShortcuts, useTab } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Conflict } from './Conflict'
import { Others } from './Others'
import { Queue } from './Queue'
import { SheetPanel } from './SheetPanel'
import { SheetSaver } from './sheet-saver'
import { Waiting } from './Waiting'
import { WorkPanel } from './WorkPanel'

type Queued = ResponseOf<typeof selectScoreQueue>
const [BATCH, SHEET] = ['batch', 'sheet']
const OPEN: readonly string[] = ['pending', 'draft']

/** Scoring of works: the queue, the work at the left, the sheet at the right. Batch and sheet stand in the address. */
export function ScorePage({ preset }: { preset: ScorePreset }) {
  const { token } = theme.useToken()
  const [params, setParams] = useSearchParams()
  const batchId = params.get(BATCH)
  const { data, error, reload } = useAnswer(selectScoreQueue, { preset, ...(batchId ? { batchId } : {}) })
  const items = data?.items ?? []
  const asked = params.get(SHEET)
  const current = items.some(({ sheetId }) => sheetId === asked) ? asked : (items.find(({ sheetStatus }) => OPEN.includes(sheetStatus)) ?? items[0])?.sheetId ?? null
  const show = useCallback(
    (name: string, value: string) => setParams((before) => new URLSearchParams(name === BATCH ? { [BATCH]: value } : { ...Object.fromEntries(before), [SHEET]: value }), { replace: true }),
    [setParams],
  )
  const step = (by: number) => {
    const next = items[items.findIndex(({ sheetId }) => sheetId === current) + by]
    if (next) show(SHEET, next.sheetId)
  }
  useShortcuts({ j: () => step(1), k: () => step(-1) })
  const panel = { background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG, minWidth: 0 } as const
  /** The next work that waits, after the one that was handed in. */
  const submitted = async (sheetId: string) => {
    const at = items.findIndex((item) => item.sheetId === sheetId)
    const next = [...items.slice(at + 1), ...items.slice(0, at)].find(({ sheetStatus }) => OPEN.includes(sheetStatus))
    if (next) show(SHEET, next.sheetId)
    await reload()
  }
  if (error && !data) return <FailedToLoad message={error} onRetry={() => void reload()} />
  if (!data) return <Skeleton active paragraph={{ rows: 12 }} />
  return (
    <Flex vertical gap={12}>
      <Head preset={preset} data={data} onChoose={(id) => show(BATCH, id)} />
      <Waiting preset={preset} onAnswered={() => void reload()} />
      {data.batches.length === 0 ? (
        <section style={{ ...panel, padding: 24 }}>
          <StateScreen title="没有需要评分的作品">接受评审任务并开始评分后，作品会显示在这里。</StateScreen>
        </section>
      ) : (
        <div style={{ display: 'grid', gridTemplateColumns: '190px minmax(0, 1fr) minmax(300px, 380px)', gap: 12, alignItems: 'start' }}>
          <div style={{ ...panel, display: 'flex', maxHeight: 'calc(100vh - 164px)', overflow: 'hidden' }}>
            <Queue items={items} current={current} onOpen={(id) => show(SHEET, id)} />
          </div>
          {current ? <OpenedSheet key={current} sheetId={current} panel={panel} onSubmitted={submitted} onChanged={() => void reload()} /> : null}
        </div>
      )}
    </Flex>
  )
}

function Head({ preset, data, onChoose }: { preset: ScorePreset; data: Queued; onChoose: (batchId: string) => void }) {
  const batch = data.batches.find(({ batchId }) => batchId === data.batchId)
  return (
    <Flex gap={12} align="center" wrap>
      <Typography.Title level={1} style={{ fontSize: 20, lineHeight: '28px', margin: 0 }}>
        {scorePreset.labels[preset]}
      </Typography.Title>
      {data.batches.length > 0 ? <Select aria-label="评审批次" style={{ minWidth: 260 }} value={data.batchId} options={data.batches.map(({ batchId, batchName }) => ({ value: batchId, label: batchName }))} onChange={onChoose} /> : null}
      {batch ? (
        <Typography.Text type="secondary">
          截止 {dateFormat(batch.endTime).slice(0, 16)}，已提交 {batch.submitted} / {batch.sheets}
          {data.own ? `，本人均分 ${data.own.mean.toFixed(2)}，标准差 ${data.own.deviation.toFixed(2)}` : ''}
          {batch.blindFlag ? '，双盲' : ''}
        </Typography.Text>
      ) : null}
    </Flex>
  )
}

interface OpenedProps {
  sheetId: string
  panel: object
  onSubmitted: (sheetId: string) => Promise<void>
  onChanged: () => void
}

/** One sheet with its work. */
function OpenedSheet({ sheetId, panel, onSubmitted, onChanged }: OpenedProps) {
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
      <div style={{ ...panel, padding: 16, maxHeight: 'calc(100vh - 164px)', overflowY: 'auto' }}>
        <Flex justify="space-between" align="center" style={{ marginBottom: 8 }}>
          <Typography.Text type="secondary">第 {sheet.itemNo} 号</Typography.Text>
          {sheet.closed === null ? <Conflict assignmentId={sheet.assignmentId} onDone={onChanged} /> : null}
        </Flex>
        <WorkPanel sheet={sheet} />
        {sheet.others ? <Others others={sheet.others} /> : null}
      </div>
      <div style={{ ...panel, padding: '12px 12px 0', maxHeight: 'calc(100vh - 164px)', overflowY: 'auto' }}>
        <SheetPanel saver={saver} onSubmit={() => void submit()} busy={busy} problem={problem} />
      </div>
    </>
  )
})
