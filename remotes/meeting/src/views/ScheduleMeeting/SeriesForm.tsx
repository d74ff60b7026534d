import type { ResponseOf } from '@assoc/contract'
import { insertSeries, MOST_OCCURRENCES, MOST_ROOMS, previewSeries, repeat, type Repeat } from '@assoc/contract/meeting/reservation-series'
import { api, ApiError, newKey } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, AppModal, Button, checkForm, Checkbox, DatePicker, Flex, Form, Input, InputNumber, Select, Table } from '@assoc/ui'
import dayjs, { type Dayjs } from 'dayjs'
import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import type { ScheduleStore } from './store'
import { addDays, clock, instantOf, minutesOf, parseClock, QUARTER, weekdayName } from './time'

interface Values {
  title: string
  roomIds: string[]
  day: Dayjs
  from: number
  to: number
  attendNum: number
  repeat: Repeat
  count: number
  withoutWeekends: boolean
}
type Shown = ResponseOf<typeof previewSeries>

/** Fields of the form by the names that the server gives its refusals. */
const FIELD_OF: Record<string, keyof Values> = { title: 'title', roomIds: 'roomIds', startTime: 'from', endTime: 'to', attendNum: 'attendNum', repeat: 'repeat', count: 'count' }
const IN_FORM = ['V00001', 'B00009']

const dayAndTime = ({ startTime, endTime }: Shown['items'][number]) => {
  const day = dayjs(startTime).format('YYYY-MM-DD')
  return `${day} ${weekdayName(day)} ${clock(minutesOf(startTime))}–${clock(minutesOf(endTime))}`
}

/** Several times and several rooms at once. What cannot be booked is shown before anything is. */
export const SeriesForm = observer(function SeriesForm({ store, onClose }: { store: ScheduleStore; onClose: () => void }) {
  const [form] = Form.useForm<Values>()
  const [shown, setShown] = useState<Shown | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const intent = useRef(newKey())
  const how = Form.useWatch('repeat', form) ?? 'weekly'
  const { from: open, to: close } = store.hours
  const quarters = Array.from({ length: (close - open) / QUARTER + 1 }, (_, i) => open + i * QUARTER).map((value) => ({ value, label: clock(value) }))

  const wish = () => {
    const { day, from, to, ...rest } = form.getFieldsValue()
    const date = day.format('YYYY-MM-DD')
    return { ...rest, title: rest.title ?? '', count: rest.repeat === 'once' ? 1 : rest.count, withoutWeekends: rest.repeat === 'daily' && (rest.withoutWeekends ?? false), startTime: instantOf(date, from), endTime: instantOf(date, to) }
  }
  const show = (errors: readonly { path: string; message: string }[]) =>
    form.setFields((Object.keys(FIELD_OF)).map((path) => ({ name: FIELD_OF[path] as keyof Values, errors: errors.filter((e) => e.path.split('.')[0] === path).map((e) => e.message) })))

  const carry = async (work: (asked: ReturnType<typeof wish>) => Promise<void>) => {
    const asked = wish()
    const errors = checkForm(previewSeries.request, asked)
    show(errors)
    setRefusal(null)
    if (errors.length > 0) return
    setBusy(true)
    try {
      await work(asked)
    } catch (error) {
      intent.current = newKey()
      if (!(error instanceof ApiError)) return setRefusal('网络连接失败，内容已保留，请重试')
      show(error.fields)
      if (error.fields.length === 0) setRefusal(error.message)
    } finally {
      setBusy(false)
    }
  }
  const check = () => carry(async (asked) => setShown(await api(previewSeries, asked, { quiet: IN_FORM })))
  const book = (onProblem: 'refuse' | 'skip') =>
    carry(async (asked) => {
      const made = await api(insertSeries, { ...asked, onProblem }, { quiet: IN_FORM, idempotencyKey: intent.current })
      toasts.success(`已预约 ${made.made} 次${made.skipped ? `，跳过 ${made.skipped} 次` : ''}${made.pending ? `，其中 ${made.pending} 次等待审批` : ''}`)
      onClose()
      store.show(made.firstDay)
      await store.reload()
    })

  const good = shown ? shown.items.length - shown.problems : 0
  return (
    <AppModal
      open
      title="系列预约"
      width={680}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <Flex gap={8} justify="flex-end">
          <Button onClick={onClose}>取消</Button>
          {shown && good > 0 ? (
            <>
              <Button loading={busy} onClick={() => void check()}>
                重新检查
              </Button>
              <Button type="primary" loading={busy} onClick={() => void book(shown.problems > 0 ? 'skip' : 'refuse')}>
                {shown.problems > 0 ? `跳过冲突，预约 ${good} 次` : `预约 ${good} 次`}
              </Button>
            </>
          ) : (
            <Button type="primary" loading={busy} onClick={() => void check()}>
              检查冲突
            </Button>
          )}
        </Flex>
      }
    >
      <Flex vertical gap={12}>
        {refusal ? <Alert type="error" showIcon role="alert" title={refusal} /> : null}
        <Form
          form={form}
          layout="vertical"
          initialValues={{ roomIds: store.rooms.slice(0, 1).map((r) => r.roomId), day: dayjs(store.day < store.today ? store.today : store.day), from: Math.max(open, 9 * 60), to: Math.max(open, 9 * 60) + 60, attendNum: 2, repeat: 'weekly', count: 4, withoutWeekends: true }}
          onValuesChange={() => {
            setShown(null)
            setRefusal(null)
            intent.current = newKey()
          }}
        >
          <Form.Item name="title" label="预约事由" required>
            <Input autoFocus maxLength={100} />
          </Form.Item>
          <Form.Item name="roomIds" label="会议室" required extra={`可同时预约 ${MOST_ROOMS} 个会议室`}>
            <Select mode="multiple" options={store.rooms.map((r) => ({ value: r.roomId, label: `${r.roomName}（${r.capacity} 人，${clock(parseClock(r.openFrom))}–${clock(parseClock(r.openTo))}）${r.needAudit ? ' · 需审批' : ''}` }))} />
          </Form.Item>
          <Flex gap={12} wrap>
            <Form.Item name="day" label="首次日期" required style={{ flex: '1 1 150px' }}>
              <DatePicker allowClear={false} style={{ width: '100%' }} minDate={dayjs(store.today)} maxDate={dayjs(addDays(store.today, 366))} />
            </Form.Item>
            <Form.Item name="from" label="开始" required style={{ flex: '1 1 100px' }}>
              <Select showSearch options={quarters.slice(0, -1)} />
            </Form.Item>
            <Form.Item name="to" label="结束" required style={{ flex: '1 1 100px' }}>
              <Select showSearch options={quarters.slice(1)} />
            </Form.Item>
            <Form.Item name="attendNum" label="参会人数" required style={{ flex: '1 1 100px' }}>
              <InputNumber min={1} max={1000} precision={0} style={{ width: '100%' }} />
            </Form.Item>
          </Flex>
          <Flex gap={12} wrap align="end">
            <Form.Item name="repeat" label="重复方式" required style={{ flex: '1 1 160px' }}>
              <Select options={repeat.options} />
            </Form.Item>
            {how === 'once' ? null : (
              <Form.Item name="count" label="次数" required style={{ flex: '1 1 100px' }}>
                <InputNumber min={1} max={MOST_OCCURRENCES} precision={0} style={{ width: '100%' }} />
              </Form.Item>
            )}
            {how === 'daily' ? (
              <Form.Item name="withoutWeekends" valuePropName="checked" style={{ flex: '1 1 100px' }}>
                <Checkbox>跳过周末</Checkbox>
              </Form.Item>
            ) : null}
          </Flex>
        </Form>
        {shown ? (
          <>
            <Alert type={shown.problems > 0 ? 'warning' : 'success'} showIcon title={shown.problems > 0 ? `共 ${shown.items.length} 次，${shown.problems} 次不能预约` : `共 ${shown.items.length} 次，均可预约`} />
            <Table
              size="small"
              rowKey={(r) => `${r.roomId} ${r.startTime}`}
              pagination={false}
              scroll={{ y: 240 }}
              dataSource={shown.items}
              columns={[
                { title: '时间', width: 240, render: (_value, r) => dayAndTime(r) },
                { title: '会议室', dataIndex: 'roomName', width: 140, ellipsis: true },
                { title: '检查结果', dataIndex: 'problem', render: (problem: string | null) => problem ?? '可预约' },
              ]}
            />
          </>
        ) : null}
      </Flex>
    </AppModal>
  )
})
