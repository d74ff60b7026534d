import { grantMeetingHours, noteLecturing, selectMeetingHours } from '@assoc/contract/meeting/hours'
import { meetingLookup } from '@assoc/contract/meeting/lookups'
import { api, ApiError, newKey } from '@assoc/http'
import { toasts } from '@assoc/session'
import { AppModal, Button, Flex, FormDrawer, InputNumber, RefSelect, Skeleton, Typography, useAnswer, type FormField } from '@assoc/ui'
import { useRef, useState } from 'react'

const LECTURING: FormField[] = [
  { name: 'learnerId', kind: 'ref', span: 2 },
  { name: 'title', kind: 'text', span: 2 },
  { name: 'hours', kind: 'number', help: '1 学时为 45 分钟，按 0.5 计' },
  { name: 'learnedOn', kind: 'date' },
]

/** What becomes hours besides claims: the attendance at a meeting, and lectures. */
export function GrantButtons({ reload }: { reload: () => Promise<void> }) {
  const [open, setOpen] = useState<'meeting' | 'lecturing' | null>(null)
  const close = () => setOpen(null)
  const done = (said: string) => {
    close()
    toasts.success(said)
    void reload()
  }
  return (
    <>
      <Button onClick={() => setOpen('meeting')}>按会议出席认定</Button>
      <Button onClick={() => setOpen('lecturing')}>登记授课</Button>
      {open === 'meeting' ? <MeetingDialog onClose={close} onDone={done} /> : null}
      {open === 'lecturing' ? <FormDrawer open title="登记授课学时" call={noteLecturing} fields={LECTURING} initial={{}} onClose={close} onDone={() => done('已登记，待他人审核')} /> : null}
    </>
  )
}

function MeetingDialog({ onClose, onDone }: { onClose: () => void; onDone: (said: string) => void }) {
  const [meetId, setMeetId] = useState<string | null>(null)
  const [hours, setHours] = useState<Record<string, number | null>>({})
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const intent = useRef<string | null>(null)
  const { data } = useAnswer(selectMeetingHours, meetId ? { meetId } : null)
  const parts = data?.parts ?? []
  const keyOf = (sessionId: string | null) => sessionId ?? 'meeting'
  const valueOf = ({ sessionId, hours: before }: { sessionId: string | null; hours: number | null }) => (keyOf(sessionId) in hours ? hours[keyOf(sessionId)] : before) ?? null
  const chosen = parts.flatMap((part) => {
    const value = valueOf(part)
    return value ? [{ sessionId: part.sessionId, hours: value }] : []
  })
  const grant = async () => {
    if (!meetId) return
    setBusy(true)
    setRefused(null)
    intent.current ??= newKey()
    try {
      const { added, already } = await api(grantMeetingHours, { meetId, parts: chosen }, { idempotencyKey: intent.current })
      onDone(`新增 ${added} 条待审核学时${already > 0 ? `，${already} 条此前已记` : ''}`)
    } catch (error) {
      intent.current = null
      setRefused(error instanceof ApiError ? error.message : '网络连接失败，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <AppModal open title="按会议出席认定学时" okText="生成待审核学时" okButtonProps={{ disabled: chosen.length === 0, loading: busy }} onOk={() => void grant()} onCancel={onClose}>
      <Flex vertical gap={12}>
        <RefSelect
          lookup={meetingLookup}
          aria-label="会议"
          placeholder="请选择会议"
          value={meetId}
          onChange={(id) => {
            setMeetId(typeof id === 'string' ? id : null)
            setHours({})
          }}
        />
        {meetId && !data ? <Skeleton active /> : null}
        {parts.map((part) => (
          <Flex key={keyOf(part.sessionId)} gap={12} align="center" justify="space-between">
            <Flex vertical>
              <Typography.Text>{part.title}</Typography.Text>
              <Typography.Text type="secondary">{`出席 ${part.attended} 人，已记学时 ${part.granted} 人`}</Typography.Text>
            </Flex>
            <InputNumber aria-label={`${part.title}的学时`} min={0.5} max={40} step={0.5} value={valueOf(part)} onChange={(value) => setHours({ ...hours, [keyOf(part.sessionId)]: value })} suffix="学时" style={{ width: 120 }} />
          </Flex>
        ))}
        {refused ? <Typography.Text type="danger">{refused}</Typography.Text> : null}
        <Typography.Text type="secondary">学时由他人审核后计入台账；以后补签到的人员可以再次生成，已记的不会重复。</Typography.Text>
      </Flex>
    </AppModal>
  )
}
