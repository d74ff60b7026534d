import type { ResponseOf } from '@assoc/contract'
import { batchStatus } from '@assoc/contract/expert/review/kinds'
import { countReviewResult, freezeReviewResult, publishReviewResult, selectResultBatches, unfreezeReviewResult, verifyReviewResult } from '@assoc/contract/expert/review/result'
import { api, dateFormat, newKey } from '@assoc/http'
import { useSearchParams } from '@assoc/router'
import { toasts } from '@assoc/session'
import { Alert, Button, Flex, ReasonDialog, StatusTag, theme, Tooltip, Typography, useAnswer } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'

type Batch = ResponseOf<typeof selectResultBatches>['items'][number]
type Verb = 'count' | 'sum' | 'unfreeze' | 'publish'

const STEPS: readonly { verb: Verb; label: string; text: string; danger?: boolean; reason?: true; primary?: (batch: Batch) => boolean }[] = [
  { verb: 'count', label: '计算结果', text: '', primary: ({ counted, staleTime }) => !counted || staleTime !== null },
  { verb: 'sum', label: '冻结结果', text: '将按批次规则重新计算并冻结：规则、评分表和结果不能再改，并留存校验值。冻结的人不能公布或解除冻结。', primary: ({ counted, staleTime }) => counted && staleTime === null },
  { verb: 'unfreeze', label: '解除冻结', text: '解除后可以退回评分、重新计算，此前的校验值作废。', reason: true },
  { verb: 'publish', label: '公布', text: '公布后不能撤回，入围和名次将写入评审对象。', danger: true, primary: () => true },
]

/** The batch whose results are listed: how far it is, and what is to be done. Without one, those that wait are offered. */
export const BatchBar = observer(function BatchBar({ batchOf, onChanged }: { batchOf: () => Record<string, unknown>; onChanged: () => void }) {
  const { batchId } = batchOf()
  const { data, reload } = useAnswer(selectResultBatches, typeof batchId === 'string' ? { batchId } : {})
  const [params, setParams] = useSearchParams()
  const batches = data?.items ?? []
  if (typeof batchId !== 'string') {
    const waiting = batches.filter(({ batchStatus: status }) => status !== 'published').slice(0, 6)
    if (waiting.length === 0) return null
    return (
      <Flex gap={8} wrap align="center">
        <Typography.Text type="secondary">选择批次查看和办理：</Typography.Text>
        {waiting.map((one) => (
          <Button key={one.batchId} size="small" onClick={() => setParams(new URLSearchParams({ ...Object.fromEntries(params), batchId: one.batchId }), { replace: true })}>
            {one.batchName}（{batchStatus.labels[one.batchStatus]}）
          </Button>
        ))}
      </Flex>
    )
  }
  const [batch] = batches
  if (!batch) return null
  const changed = async () => {
    await reload()
    onChanged()
  }
  return <State key={batch.batchId} batch={batch} onChanged={changed} />
})

function State({ batch, onChanged }: { batch: Batch; onChanged: () => Promise<void> }) {
  const { token } = theme.useToken()
  const [asking, setAsking] = useState<(typeof STEPS)[number] | null>(null)
  const [busy, setBusy] = useState(false)
  const of = { batchId: batch.batchId, version: batch.version }
  const act = async (verb: Verb, reason: string) => {
    const key = { idempotencyKey: newKey() }
    if (verb === 'count') {
      const { works, lacking, disputed } = await api(countReviewResult, { batchId: batch.batchId }, key)
      toasts.success(`已计算 ${works} 件${lacking > 0 ? `，${lacking} 件待补评` : ''}${disputed > 0 ? `，${disputed} 件复议中` : ''}`)
    } else if (verb === 'sum') await api(freezeReviewResult, of, key)
    else if (verb === 'unfreeze') await api(unfreezeReviewResult, { ...of, reason }, key)
    else await api(publishReviewResult, of, key)
    if (verb !== 'count') toasts.success({ sum: '结果已冻结', unfreeze: '已解除冻结', publish: '结果已公布' }[verb])
    await onChanged()
  }
  const press = async (step: (typeof STEPS)[number]) => {
    if (step.text) return setAsking(step)
    setBusy(true)
    await act(step.verb, '').catch(() => undefined)
    setBusy(false)
  }
  const verify = async () => {
    setBusy(true)
    try {
      const { unchanged, differing, nowHash } = await api(verifyReviewResult, { batchId: batch.batchId })
      if (unchanged && differing === 0) toasts.success(`校验一致：规则、评分表和结果与冻结时相同（${nowHash.slice(0, 12)}…）`)
      else toasts.error(differing > 0 ? `校验不一致：有 ${differing} 件重新计算的结果不同` : '校验不一致：规则、评分表或结果与冻结时不同')
    } catch {
      // said by the client
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-label="批次汇总" style={{ padding: '10px 16px', background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
      <Flex gap={16} wrap align="center">
        <strong>{batch.batchName}</strong>
        <StatusTag of={batchStatus} value={batch.batchStatus} />
        <Typography.Text type="secondary">
          {batch.works} 件，评分表已提交 {batch.submitted} / {batch.sheets}，截止 {dateFormat(batch.endTime).slice(0, 16)}
          {batch.normalised ? '，按专家归一' : ''}
        </Typography.Text>
        {batch.lacking > 0 ? <Typography.Text type="warning">待补评 {batch.lacking} 件</Typography.Text> : null}
        {batch.disputed > 0 ? <Typography.Text type="danger">复议中 {batch.disputed} 件</Typography.Text> : null}
        {batch.resultHash ? (
          <Tooltip title={batch.resultHash}>
            <Typography.Text type="secondary" code>
              {batch.resultHash.slice(0, 16)}…
            </Typography.Text>
          </Tooltip>
        ) : null}
        <Flex gap={8} wrap style={{ marginInlineStart: 'auto' }}>
          {batch.resultHash ? (
            <Button loading={busy} onClick={() => void verify()}>
              校验
            </Button>
          ) : null}
          {STEPS.filter(({ verb }) => batch.abilities.includes(verb) || batch.separated.includes(verb)).map((step) => {
            const isOthers = batch.separated.includes(step.verb)
            const button = (
              <Button key={step.verb} danger={step.danger === true} type={!isOthers && step.primary?.(batch) ? 'primary' : 'default'} disabled={isOthers} loading={busy && step.verb === 'count'} onClick={() => void press(step)}>
                {step.label}
              </Button>
            )
            return isOthers ? (
              <Tooltip key={step.verb} title="须由其他人办理">
                <span>{button}</span>
              </Tooltip>
            ) : (
              button
            )
          })}
        </Flex>
      </Flex>
      {batch.staleTime ? <Alert style={{ marginTop: 8 }} type="warning" showIcon title={`${dateFormat(batch.staleTime)} 起有评分被退回或作废，结果须重新计算`} /> : null}
      {asking ? <ReasonDialog title={asking.label} text={asking.text} confirmText={asking.label} reason={asking.reason ? 'required' : 'none'} danger={asking.danger ?? false} onConfirm={(reason) => act(asking.verb, reason)} onClose={() => setAsking(null)} /> : null}
    </section>
  )
}
