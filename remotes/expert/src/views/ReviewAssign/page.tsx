import { batchStatus } from '@assoc/contract/expert/review/kinds'
import { placeReviewExpert, removeReviewAssignment, selectReviewMatrix } from '@assoc/contract/expert/review/assign'
import { reviewBatchLookup } from '@assoc/contract/expert/review/lookups'
import { api, ApiError, newKey } from '@assoc/http'
import { useSearchParams } from '@assoc/router'
import { session, tellLost, toasts } from '@assoc/session'
import { Button, FailedToLoad, Flex, Input, RefSelect, Skeleton, StateScreen, StatusTag, theme, Typography, useAnswer } from '@assoc/ui'
import { lazy, Suspense, useMemo, useState } from 'react'
import { MatrixModel, type Cell } from './model'

// It scrolls in both directions by a library that the choice of a batch does not wait for.
const Grid = lazy(() => import('./Grid').then((m) => ({ default: m.Grid })))
const dialogs = () => import('./dialogs')
const Automatic = lazy(() => dialogs().then((m) => ({ default: m.Automatic })))
const Check = lazy(() => dialogs().then((m) => ({ default: m.Check })))
const Invite = lazy(() => dialogs().then((m) => ({ default: m.Invite })))
const Replace = lazy(() => dialogs().then((m) => ({ default: m.Replace })))

type Open = { kind: 'automatic' | 'check' | 'invite' } | { kind: 'replace'; cell: Cell } | null
const OPEN: readonly string[] = ['waiting', 'scoring']

/** Which experts score which works of a batch. */
export default function ReviewAssign() {
  const { token } = theme.useToken()
  const [params, setParams] = useSearchParams()
  const batchId = params.get('batchId')
  const choose = (value: string | string[] | null) => setParams(typeof value === 'string' ? { batchId: value } : {}, { replace: true })
  return (
    <section aria-label="评审分配" style={{ padding: '12px 16px 16px', minHeight: 480, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
      <Flex align="center" gap={12} wrap style={{ marginBottom: 12 }}>
        <Typography.Title level={1} style={{ fontSize: 15, lineHeight: '24px', margin: 0 }}>
          评审分配
        </Typography.Title>
        <div style={{ width: 340 }}>
          <RefSelect lookup={reviewBatchLookup} value={batchId} onChange={choose} aria-label="评审批次" />
        </div>
      </Flex>
      {batchId ? <Batch key={batchId} batchId={batchId} /> : <StateScreen title="请选择评审批次">批次提交分配后，可以在这里为每件评审对象指定专家。</StateScreen>}
    </section>
  )
}

function Batch({ batchId }: { batchId: string }) {
  const { data, error, reload } = useAnswer(selectReviewMatrix, { batchId })
  const [open, setOpen] = useState<Open>(null)
  const [keyword, setKeyword] = useState('')
  const model = useMemo(() => (data ? new MatrixModel(data) : null), [data])
  const experts = useMemo(() => (model?.data.experts ?? []).filter(({ name, unit, expertNo }) => [name, unit, expertNo].some((text) => text.includes(keyword.trim()))), [model, keyword])
  if (error && !data) return <FailedToLoad message={error} onRetry={() => void reload()} />
  if (!data || !model) return <Skeleton active paragraph={{ rows: 8 }} />
  const mayEdit = session().has('review:assign:update') && OPEN.includes(data.batchStatus)
  const close = () => setOpen(null)
  const done = (said: string) => {
    setOpen(null)
    toasts.success(said)
    void reload()
  }
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (caught) {
      if (caught instanceof ApiError) toasts.error(caught.fields[0]?.message ?? caught.message)
      else tellLost(caught)
    } finally {
      void reload()
    }
  }
  const place = ({ item, expert }: Cell) => attempt(() => api(placeReviewExpert, { batchId, itemId: item.itemId, expertId: expert.expertId }, { idempotencyKey: newKey() }))
  const act = (cell: Cell) => {
    const { assignment } = cell
    if (!assignment) return void place(cell)
    if (assignment.assignStatus === 'waiting' && assignment.confirmBy === null) return void attempt(() => api(removeReviewAssignment, { batchId, assignmentId: assignment.assignmentId, version: assignment.version }, { idempotencyKey: newKey() }))
    if (assignment.assignStatus !== 'recused' && assignment.assignStatus !== 'replaced') setOpen({ kind: 'replace', cell })
  }
  if (data.items.length === 0) return <StateScreen title="批次中还没有评审对象">请先在评审批次中加入评审对象。</StateScreen>
  return (
    <Flex vertical gap={12}>
      <Flex align="center" gap={12} wrap>
        <StatusTag of={batchStatus} value={data.batchStatus} />
        <Typography.Text>
          {data.items.length} 件，{model.lacking === 0 ? '专家已配足' : `${model.lacking} 件专家不足 ${data.expertsPerItem} 位`}
          {model.unsent > 0 ? `，${model.unsent} 人次尚未通知` : ''}
        </Typography.Text>
        <Input allowClear placeholder="专家姓名、编号或单位" aria-label="筛选专家" value={keyword} onChange={(event) => setKeyword(event.target.value)} style={{ width: 200 }} />
        <Flex gap={8} style={{ marginInlineStart: 'auto' }}>
          <Button onClick={() => setOpen({ kind: 'check' })}>回避检查</Button>
          {mayEdit ? <Button onClick={() => setOpen({ kind: 'automatic' })}>自动分配</Button> : null}
          {mayEdit ? (
            <Button type="primary" disabled={model.unsent === 0} onClick={() => setOpen({ kind: 'invite' })}>
              通知专家
            </Button>
          ) : null}
        </Flex>
      </Flex>
      <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} title={false} />}>
        <Grid model={model} experts={experts} mayEdit={mayEdit} onAct={act} onDrop={(cell) => (cell.assignment ? toasts.error('该专家已分配过此对象') : void place(cell))} />
      </Suspense>
      <Typography.Text type="secondary">
        {mayEdit ? '方向键移动，空格或回车分配、取消或替换，也可双击，或将专家姓名拖到评审对象上。' : ''}拟 尚未通知，待 待确认，接 已接受，婉 已婉拒，逾 逾期未确认，避 已回避，换 已替换；✕ 须回避，? 待核实，· 领域不符。
      </Typography.Text>
      <Suspense fallback={null}>
        {open?.kind === 'automatic' ? <Automatic batchId={batchId} onClose={close} onDone={done} /> : null}
        {open?.kind === 'check' ? <Check batchId={batchId} onClose={close} /> : null}
        {open?.kind === 'invite' ? <Invite batchId={batchId} count={model.unsent} onClose={close} onDone={done} /> : null}
        {open?.kind === 'replace' ? <Replace batchId={batchId} cell={open.cell} onClose={close} onDone={done} /> : null}
      </Suspense>
    </Flex>
  )
}
