import type { ResponseOf } from '@assoc/contract'
import { scorePreset, selectScoreQueue, type ScorePreset } from '@assoc/contract/expert/review/score'
import { dateFormat } from '@assoc/http'
import { useSearchParams } from '@assoc/router'
import { FailedToLoad, Flex, injectStyle, Select, Skeleton, StateScreen, theme, Typography, useAnswer, useShortcuts } from '@assoc/ui'
import { lazy, Suspense, useCallback } from 'react'
import { Queue } from './Queue'

// The queue is there first; the sheet with all that keeps it comes while it is being read.
const OpenedSheet = lazy(() => import('./OpenedSheet'))
const Waiting = lazy(() => import('./Waiting'))

type Queued = ResponseOf<typeof selectScoreQueue>
const [BATCH, SHEET] = ['batch', 'sheet']
// Beside each other, each with a height of its own; below each other where there is no room for that.
const CSS = `
  .score-grid { display: grid; grid-template-columns: 190px minmax(0, 1fr) minmax(300px, 380px); gap: 12px; align-items: start; }
  .score-queue, .score-pane { max-height: calc(100vh - 164px); }
  .score-pane { overflow-y: auto; }
  @media (max-width: 1000px) {
    .score-grid { grid-template-columns: minmax(0, 1fr); }
    .score-queue { max-height: 180px; }
    .score-pane { max-height: none; }
  }`
const OPEN: readonly string[] = ['pending', 'draft']

/** Scoring of works: the queue, the work at the left, the sheet at the right. Batch and sheet stand in the address. */
export function ScorePage({ preset }: { preset: ScorePreset }) {
  injectStyle('score-page', CSS)
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
      <Suspense fallback={null}>
        <Waiting preset={preset} onAnswered={() => void reload()} />
      </Suspense>
      {data.batches.length === 0 ? (
        <section style={{ ...panel, padding: 24 }}>
          <StateScreen title="没有需要评分的作品">接受评审任务并开始评分后，作品会显示在这里。</StateScreen>
        </section>
      ) : (
        <div className="score-grid">
          <div className="score-queue" style={{ ...panel, display: 'flex', overflow: 'hidden' }}>
            <Queue items={items} current={current} onOpen={(id) => show(SHEET, id)} />
          </div>
          {current ? (
            <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} />}>
              <OpenedSheet key={current} sheetId={current} panel={panel} onSubmitted={submitted} onChanged={() => void reload()} />
            </Suspense>
          ) : null}
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
