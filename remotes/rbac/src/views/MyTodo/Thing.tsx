import type { ResponseOf } from '@assoc/contract'
import { decideInbox, selectInboxRecord } from '@assoc/contract/platform/inbox'
import { api, dateFormat, newKey } from '@assoc/http'
import { useNavigate } from '@assoc/router'
import { toasts } from '@assoc/session'
import { Button, Descriptions, FailedToLoad, Flex, ReasonDialog, RecordCopies, Skeleton, Typography, useAnswer, useShortcuts } from '@assoc/ui'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Item } from './item'

export type Step = ResponseOf<typeof selectInboxRecord>['steps'][number]

interface ThingProps {
  item: Item
  /** For whom the person decides as their deputy; undefined for what waits for themselves. */
  behalf: { deputyId: string; name: string } | undefined
  /** Whether the record before it was just decided: then this one has the focus when it stands there. */
  takesFocusRef: RefObject<boolean>
  /** How many of its kind are chosen: then a step is for all of them. */
  many: number
  onMany: (step: Step) => void
  onDecided: () => void
  onSkip: (() => void) | undefined
}

/** The record of a thing that waits, with the steps that may be taken now. */
export function Thing({ item, behalf, takesFocusRef, many, onMany, onDecided, onSkip }: ThingProps) {
  const navigate = useNavigate()
  const of = { kind: item.kind, recordId: item.recordId, ...(behalf ? { deputyId: behalf.deputyId } : {}) }
  const { data, error, reload } = useAnswer(selectInboxRecord, of)
  const [step, setStep] = useState<Step | null>(null)
  const whole = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!data || !takesFocusRef.current) return
    takesFocusRef.current = false
    whole.current?.focus()
  }, [data, takesFocusRef])
  const press = (wanted: Step | undefined) => {
    if (!wanted) return
    if (many > 1) onMany(wanted)
    else setStep(wanted)
  }
  useShortcuts(Object.fromEntries((data?.steps ?? []).slice(0, 9).map((each, i) => [String(i + 1), () => press(each)])))
  if (error) return <FailedToLoad message={error} onRetry={() => void reload()} />
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />

  const decide = async (wanted: Step, reason: string) => {
    const { status } = await api(decideInbox, { ...of, version: data.version, verb: wanted.verb, reason: reason || null }, { idempotencyKey: newKey() })
    toasts.success(`${item.title}：${status}`)
    onDecided()
  }
  const [first, ...others] = data.steps
  const buttonOf = (each: Step, n: number, primary: boolean) => (
    <Button key={each.verb} danger={each.danger} {...(primary && !each.danger ? { type: 'primary' as const } : {})} onClick={() => press(each)} title={`快捷键 ${n}`}>
      {each.label}
      {many > 1 ? ` ${many} 件` : ''}
    </Button>
  )
  return (
    <div ref={whole} tabIndex={-1} style={{ display: 'flex', flexDirection: 'column', gap: 12, outline: 'none' }}>
      <div>
        <Typography.Title level={2} style={{ fontSize: 16, margin: 0 }}>
          {item.title}
        </Typography.Title>
        <Typography.Text type="secondary">
          {item.kindLabel}
          {item.askedBy ? ` · ${item.askedBy} 提出` : ''}
          {item.since ? ` · ${dateFormat(item.since, 'YYYY-MM-DD HH:mm')}` : ''}
        </Typography.Text>
      </div>
      <Flex gap={8} wrap>
        {first ? buttonOf(first, 1, true) : null}
        {others.map((each, i) => buttonOf(each, i + 2, false))}
        {behalf ? null : <Button onClick={() => navigate(item.link)}>{data.elsewhere.length > 0 ? `打开记录办理（${data.elsewhere.join('、')}）` : '打开记录'}</Button>}
        {onSkip ? (
          <Button type="text" onClick={onSkip} title="快捷键 j">
            下一件
          </Button>
        ) : null}
      </Flex>
      <Descriptions size="small" bordered column={1} items={data.facts.map(({ label, text }) => ({ key: label, label, children: <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</span> }))} styles={{ label: { width: 140 } }} />
      {behalf ? (
        data.elsewhere.length > 0 ? <Typography.Text type="secondary">{`“${data.elsewhere.join('、')}”须在记录页由本人办理，不能代办。`}</Typography.Text> : null
      ) : (
        <RecordCopies recordType={data.recordType} recordId={item.recordId} />
      )}
      {step ? (
        <ReasonDialog
          title={`${step.label}：${item.title}${behalf ? `（代 ${behalf.name}）` : ''}`}
          text={`${item.kindLabel}，办理后按该记录的流程继续。`}
          confirmText={step.label}
          reason={step.reason}
          reasonLabel={step.reasonLabel}
          danger={step.danger}
          onConfirm={(reason) => decide(step, reason)}
          onClose={() => setStep(null)}
        />
      ) : null}
    </div>
  )
}
