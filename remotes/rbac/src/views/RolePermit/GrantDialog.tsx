import type { Call, RequestOf } from '@assoc/contract'
import { dayOf, today } from '@assoc/contract/core/day'
import { dateFormat } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, AppModal, DatePicker, Flex, Radio, Typography, useSaving } from '@assoc/ui'
import dayjs, { type Dayjs } from 'dayjs'
import { useState, type ReactNode } from 'react'
import { endOfDay } from './matrix'

type Choice = 'forever' | 'until' | 'none'

export interface GrantDialogProps<C extends Call> {
  title: string
  call: C
  /** What the grant is of, without granted and expiresAt. */
  subject: Record<string, string>
  granted: boolean
  expiresAt: string | null
  /** False when the caller lacks it: they may take it away, not give it. */
  grantable: boolean
  takeAwayText: string
  children?: ReactNode
  onClose: () => void
  onDone: () => void
}

/** Gives for good, until the end of a day, or not at all. */
export function GrantDialog<C extends Call>({ title, call, subject, granted, expiresAt, grantable, takeAwayText, children, onClose, onDone }: GrantDialogProps<C>) {
  const before: Choice = !granted ? 'none' : expiresAt ? 'until' : 'forever'
  const [choice, setChoice] = useState<Choice>(before)
  const [day, setDay] = useState<Dayjs | null>(expiresAt ? dayjs(dayOf(expiresAt)) : null)
  const [missing, setMissing] = useState(false)
  const { busy, refused, save } = useSaving(call)
  const submit = async () => {
    if (choice === 'until' && !day) return setMissing(true)
    const until = choice === 'until' && day ? endOfDay(day.format('YYYY-MM-DD')) : null
    if (!(await save({ ...subject, granted: choice !== 'none', expiresAt: until } as RequestOf<C>))) return
    toasts.success(choice === 'none' ? '已取消' : choice === 'until' && until ? `已授予，至 ${dateFormat(until, 'YYYY-MM-DD')} 止` : '已长期授予')
    onDone()
  }
  return (
    <AppModal open title={title} okText="保存" cancelText="取消" okButtonProps={{ loading: busy, danger: choice === 'none' && granted }} onOk={() => void submit()} onCancel={onClose}>
      <Flex vertical gap={12}>
        {children}
        {grantable ? null : <Alert type="info" showIcon title="您自己没有此项，不能授予，只能取消。" />}
        <Radio.Group
          aria-label="授予方式"
          value={choice}
          onChange={(e) => setChoice(e.target.value as Choice)}
          options={[
            { value: 'forever', label: '长期授予', disabled: !grantable },
            { value: 'until', label: '授予到指定日期', disabled: !grantable },
            { value: 'none', label: '不授予' },
          ]}
        />
        {choice === 'until' ? (
          <Flex align="center" gap={8}>
            <label htmlFor="grant-until">有效期至</label>
            <DatePicker
              id="grant-until"
              value={day}
              status={missing ? 'error' : ''}
              minDate={dayjs(today())}
              onChange={(next) => {
                setDay(Array.isArray(next) ? null : next)
                setMissing(false)
              }}
            />
            <Typography.Text type="secondary">当日 24 时失效</Typography.Text>
          </Flex>
        ) : null}
        {missing ? <Typography.Text type="danger">请选择日期</Typography.Text> : null}
        {choice === 'none' && granted ? <Typography.Text type="secondary">{takeAwayText}</Typography.Text> : null}
        {refused.length > 0 ? <Alert type="error" showIcon title={refused.join('；')} /> : null}
      </Flex>
    </AppModal>
  )
}
