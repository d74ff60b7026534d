import { CODE, type FieldError } from '@assoc/contract'
import { insertReservation } from '@assoc/contract/meeting/reservation'
import { insertRoomWait } from '@assoc/contract/meeting/room-wait'
import { api, ApiError, newKey } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, AppModal, Button, checkForm, DatePicker, Flex, Form, Input, InputNumber, Popconfirm, Select, Typography, useTab } from '@assoc/ui'
import dayjs, { type Dayjs } from 'dayjs'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { FoundDraft, useBookingDraft } from './draft'
import { fieldsOf, IN_FORM, type ScheduleStore } from './store'
import { addDays, clock, instantOf, longDay, parseClock, QUARTER } from './time'
import type { Booking } from './types'

export interface Values {
  title: string
  roomId: string
  day: Dayjs
  from: number
  to: number
  attendNum: number
}

/** Fields of the form by the names that the server gives its refusals. */
const FIELD_OF: Record<string, keyof Values> = { title: 'title', roomId: 'roomId', startTime: 'from', endTime: 'to', attendNum: 'attendNum' }

const quarters = (from: number, to: number) =>
  Array.from({ length: Math.max(0, (to - from) / QUARTER + 1) }, (_, i) => from + i * QUARTER).map((value) => ({ value, label: clock(value) }))

/** The form for a booking. A refusal of the server stands at its field, or above the form when it is about the whole. */
export const BookingForm = observer(function BookingForm({ store, booking }: { store: ScheduleStore; booking: Booking }) {
  const [form] = Form.useForm<Values>()
  const tab = useTab()
  const [values, setValues] = useState<Values>({ ...booking, day: dayjs(booking.day) })
  const [refusal, setRefusal] = useState<string | null>(null)
  const [taken, setTaken] = useState(false)
  const [busy, setBusy] = useState(false)
  const [dirty, setDirty] = useState(false)
  // One key per intent: the same until something changes or the server has answered.
  const intent = useRef(newKey())
  const { reservation } = booking
  const draft = useBookingDraft(reservation)

  useEffect(() => {
    tab.setDirty(dirty)
    return () => tab.setDirty(false)
  }, [dirty, tab])

  const wish: Booking = { ...values, day: values.day.format('YYYY-MM-DD'), reservation }
  const room = store.room(values.roomId)
  const [open, close] = room ? [parseClock(room.openFrom), parseClock(room.openTo)] : [store.hours.from, store.hours.to]
  const clash = store.problem(wish, reservation?.reservationId, wish.day)

  const show = (errors: readonly FieldError[]) =>
    form.setFields((Object.keys(FIELD_OF) as (keyof typeof FIELD_OF)[]).map((path) => ({ name: FIELD_OF[path] as keyof Values, errors: errors.filter((e) => e.path === path).map((e) => e.message) })))

  const submit = async () => {
    const { roomId, title, attendNum, from, to, day } = wish
    const errors = checkForm(insertReservation.request, { roomId, title, attendNum, startTime: instantOf(day, from), endTime: instantOf(day, to) })
    if (from >= to) errors.push({ path: 'endTime', message: '结束时间须晚于开始时间' })
    show(errors)
    setRefusal(null)
    if (errors.length > 0) return
    setBusy(true)
    try {
      await store.save(wish, intent.current)
      draft.drop()
    } catch (error) {
      if (!(error instanceof ApiError)) return setRefusal('网络连接失败，内容已保留，请重试')
      intent.current = newKey()
      show(error.fields)
      if (error.fields.length === 0) setRefusal(error.message)
      setTaken(error.code === CODE.roomTaken)
      if (error.code === CODE.roomTaken || error.code === CODE.conflict) void store.reload()
    } finally {
      setBusy(false)
    }
  }

  const wait = async () => {
    setBusy(true)
    try {
      const { before } = await api(insertRoomWait, fieldsOf(wish, wish.day), { quiet: IN_FORM })
      toasts.success(before > 0 ? `已加入等候，前面还有 ${before} 人` : '已加入等候，空出后通知您')
      draft.drop()
      store.closeForm()
    } catch (error) {
      if (!(error instanceof ApiError)) return setRefusal('网络连接失败，内容已保留，请重试')
      show(error.fields)
      setRefusal(error.fields.length === 0 ? error.message : null)
    } finally {
      setBusy(false)
    }
  }

  return (
    <AppModal
      open
      title={reservation ? '修改预约' : '预约会议室'}
      okText={reservation ? '保存' : room?.needAudit ? '提交审批' : '预约'}
      cancelText="取消"
      okButtonProps={{ loading: busy }}
      mask={{ closable: !dirty }}
      keyboard={!dirty}
      closable={!dirty}
      footer={(_all, { OkBtn, CancelBtn }) => (
        <>
          {dirty ? (
            <Popconfirm title="放弃已填写的内容？" okText="放弃" cancelText="继续填写" onConfirm={() => (draft.drop(), store.closeForm())}>
              <Button>取消</Button>
            </Popconfirm>
          ) : (
            <CancelBtn />
          )}
          <OkBtn />
        </>
      )}
      onOk={() => void submit()}
      onCancel={() => store.closeForm()}
    >
      <Flex vertical gap={12}>
        {draft.found ? (
          <FoundDraft
            savedTime={draft.found.savedTime}
            onRestore={() => {
              const restored = { ...values, ...draft.take() }
              form.setFieldsValue(restored)
              setValues(restored)
              setDirty(true)
            }}
            onDrop={draft.drop}
          />
        ) : null}
        {refusal ? <Alert type="error" showIcon role="alert" title={refusal} /> : null}
        {clash && !refusal ? <Alert type="warning" showIcon title={clash} /> : null}
        {!reservation && (taken || clash?.startsWith('与「')) ? (
          <Flex gap={8} align="center" wrap>
            <Button loading={busy} disabled={!values.title?.trim()} onClick={() => void wait()}>
              等候此时段
            </Button>
            <Typography.Text type="secondary">填写预约事由后可以等候，空出时按先后通知</Typography.Text>
          </Flex>
        ) : null}
        <Form
          form={form}
          layout="vertical"
          initialValues={values}
          onValuesChange={(_change, all) => {
            setValues({ ...values, ...all })
            draft.note({ ...values, ...all })
            setDirty(true)
            setRefusal(null)
            setTaken(false)
            intent.current = newKey()
          }}
          onKeyDown={(e) => {
            if ((e.ctrlKey || e.metaKey) && e.key === 'Enter' && !busy) void submit()
          }}
        >
          <Form.Item name="title" label="预约事由" required>
            <Input autoFocus maxLength={100} onPressEnter={() => void (busy || submit())} />
          </Form.Item>
          <Form.Item name="roomId" label="会议室" required extra={room?.needAudit ? '该会议室的预约需要审批' : null}>
            <Select
              options={store.rooms.map((r) => {
                const problem = store.problem({ ...wish, roomId: r.roomId }, reservation?.reservationId, wish.day)
                return { value: r.roomId, label: `${r.roomName}（${r.capacity} 人）${problem ? ` · ${problem}` : ''}` }
              })}
            />
          </Form.Item>
          <Flex gap={12} wrap>
            <Form.Item name="day" label="日期" required style={{ flex: '1 1 160px' }}>
              <DatePicker
                allowClear={false}
                style={{ width: '100%' }}
                minDate={dayjs(store.today)}
                maxDate={dayjs(addDays(store.today, store.daysAhead))}
                aria-label={`日期 ${longDay(wish.day)}`}
              />
            </Form.Item>
            <Form.Item name="from" label="开始" required style={{ flex: '1 1 110px' }}>
              <Select showSearch options={quarters(open, close - QUARTER)} />
            </Form.Item>
            <Form.Item name="to" label="结束" required style={{ flex: '1 1 110px' }}>
              <Select showSearch options={quarters(Math.max(open, values.from) + QUARTER, close)} />
            </Form.Item>
          </Flex>
          <Form.Item name="attendNum" label="参会人数" required {...(room ? { extra: `最多 ${room.capacity} 人` } : {})}>
            <InputNumber min={1} max={1000} precision={0} style={{ width: '100%' }} />
          </Form.Item>
        </Form>
      </Flex>
    </AppModal>
  )
})
