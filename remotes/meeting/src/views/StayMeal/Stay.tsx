import { itemOf, metaOf, shapeOf, type ResponseOf } from '@assoc/contract'
import { roomType } from '@assoc/contract/meeting/registration'
import { arrangeStay, exportStay, placeGuest, saveStayStock, selectStayPlan } from '@assoc/contract/meeting/stay'
import { gender } from '@assoc/contract/member/gender'
import { api, newKey } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Alert, Button, deriveCells, FailedToLoad, Flex, FormDrawer, Input, ReasonDialog, Segmented, Select, Skeleton, Table, Typography, useAnswer, useExport, type FormField } from '@assoc/ui'
import { useState } from 'react'
import type { z } from 'zod'

type Plan = ResponseOf<typeof selectStayPlan>
type Guest = Plan['guests'][number]

const STOCK = shapeOf(saveStayStock.request)?.['stock'] as z.ZodType
const STOCK_FIELDS: FormField[] = [{ name: 'stock', kind: 'lines', span: 2, row: itemOf(STOCK) as z.ZodType, cells: deriveCells(itemOf(STOCK) as z.ZodType), rule: metaOf(STOCK).lines as { least: number; max: number; sum: readonly string[] } }]
const STATES = [
  { value: 'all', label: '全部' },
  { value: 'open', label: '未安排' },
  { value: 'single', label: '合住未配对' },
]

/** Stays alone in a room that is for two. */
const isSingle = (guest: Guest): boolean => guest.roomType === 'twinShared' && guest.stayId !== null && guest.mates.length === 0

/** Rooms of the hotels and who sleeps in them. */
export function Stay({ meetId }: { meetId: string }) {
  const { data, error, reload } = useAnswer(selectStayPlan, { meetId })
  const [keyword, setKeyword] = useState('')
  const [state, setState] = useState('all')
  const [dialog, setDialog] = useState<'stock' | 'arrange' | null>(null)
  const [placing, setPlacing] = useState<Guest | null>(null)
  const [left, setLeft] = useState<ResponseOf<typeof arrangeStay>['left']>([])
  const file = useExport(exportStay)
  if (!data) return error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : <Skeleton active paragraph={{ rows: 10 }} />
  const { guests, stock, closed } = data
  const may = session().has('meeting:stay:update') && !closed
  const open = guests.filter(({ stayId }) => !stayId)
  const single = guests.filter(isSingle)
  const shown = (state === 'open' ? open : state === 'single' ? single : guests).filter((guest) => `${guest.name} ${guest.companyName ?? ''} ${guest.hotel ?? ''} ${guest.roomNo ?? ''}`.includes(keyword.trim()))
  const arrange = async () => {
    const { placed, left: without } = await api(arrangeStay, { meetId }, { idempotencyKey: newKey() })
    setDialog(null)
    setLeft(without)
    toasts.success(`已安排 ${placed} 人`)
    await reload()
  }
  return (
    <Flex vertical gap={12}>
      <Flex gap={8} wrap align="center">
        <Typography.Text strong>{data.meetingName}</Typography.Text>
        <Typography.Text type="secondary" role="status">{`住宿 ${guests.length} 人，未安排 ${open.length} 人，合住未配对 ${single.length} 人`}</Typography.Text>
        <div style={{ flex: 1 }} />
        {may ? (
          <>
            <Button onClick={() => setDialog('stock')}>设置房量</Button>
            <Button type="primary" disabled={guests.length === 0 || stock.length === 0} onClick={() => setDialog('arrange')}>
              自动安排
            </Button>
          </>
        ) : null}
        <Button loading={file.busy} onClick={() => void file.run({ meetId, format: 'xlsx' })}>
          导出 Excel
        </Button>
        <Button loading={file.busy} onClick={() => void file.run({ meetId, format: 'pdf' })}>
          打印 PDF
        </Button>
      </Flex>
      {closed ? <Alert type="info" showIcon title={closed} /> : null}
      {left.length > 0 ? <Alert type="warning" showIcon closable onClose={() => setLeft([])} title={`${left.length} 人没有安排`} description={left.slice(0, 50).map(({ name, why }) => <div key={`${name} ${why}`}>{`${name}：${why}`}</div>)} /> : null}
      <Table<Plan['stock'][number]>
        size="small"
        rowKey={(row) => `${row.hotel} ${row.roomType} ${row.night}`}
        dataSource={stock}
        pagination={{ pageSize: 8, hideOnSinglePage: true, showSizeChanger: false }}
        locale={{ emptyText: '还没有设置房量' }}
        columns={[
          { title: '酒店', dataIndex: 'hotel' },
          { title: '房型', dataIndex: 'roomType', render: (_: unknown, row) => roomType.labels[row.roomType] },
          { title: '入住夜', dataIndex: 'night' },
          { title: '间数', align: 'right', dataIndex: 'rooms' },
          { title: '已安排', align: 'right', dataIndex: 'used' },
          { title: '剩余', align: 'right', render: (_: unknown, row) => (row.used > row.rooms ? <Typography.Text type="danger">{row.rooms - row.used}</Typography.Text> : row.rooms - row.used) },
        ]}
      />
      <Flex gap={12} wrap>
        <Input.Search aria-label="查找住宿人" allowClear placeholder="姓名、单位、酒店或房号" style={{ width: 280 }} onSearch={setKeyword} />
        <Segmented aria-label="安排情况" options={STATES} value={state} onChange={(value) => setState(String(value))} />
      </Flex>
      <Table<Guest>
        size="small"
        rowKey="registerId"
        dataSource={shown}
        pagination={{ pageSize: 20, showSizeChanger: false, showTotal: (n) => `共 ${n} 人` }}
        scroll={{ x: 1100 }}
        locale={{ emptyText: '没有符合条件的住宿人' }}
        columns={[
          { title: '姓名', dataIndex: 'name', width: 100 },
          { title: '性别', width: 70, render: (_: unknown, row) => gender.labels[row.gender] },
          { title: '单位', dataIndex: 'companyName', width: 150, ellipsis: true },
          { title: '房型', width: 140, render: (_: unknown, row) => roomType.labels[row.roomType] },
          { title: '入住', dataIndex: 'checkInDate', width: 105 },
          { title: '离店', dataIndex: 'checkOutDate', width: 105 },
          { title: '合住意愿', dataIndex: 'roommate', width: 95 },
          { title: '酒店', width: 150, render: (_: unknown, row) => row.hotel ?? <Typography.Text type="warning">未安排</Typography.Text> },
          { title: '房号', dataIndex: 'roomNo', width: 80 },
          { title: '合住人', width: 100, render: (_: unknown, row) => (isSingle(row) ? <Typography.Text type="warning">未配对</Typography.Text> : row.mates.join('、')) },
          { title: '说明', dataIndex: 'reason', width: 170, ellipsis: true },
          ...(may ? [{ title: '操作', width: 80, fixed: 'right' as const, render: (_: unknown, row: Guest) => <Button type="link" size="small" style={{ padding: 0 }} aria-label={`安排${row.name}的住宿`} onClick={() => setPlacing(row)}>安排</Button> }] : []),
        ]}
      />
      {dialog === 'stock' ? (
        <FormDrawer open width={720} title="设置房量" call={saveStayStock} fields={STOCK_FIELDS} initial={{ stock: stock.map(({ used: _used, ...row }) => row) }} hidden={{ meetId }} onClose={() => setDialog(null)} onDone={() => {
          setDialog(null)
          toasts.success('房量已设置')
          void reload()
        }}>
          <Alert type="info" showIcon title="每个夜晚一行；自动安排时依次使用各酒店" />
        </FormDrawer>
      ) : null}
      {dialog === 'arrange' ? <ReasonDialog title="自动安排住宿" text="未安排的人依次分配房间；合住按双方互选、一方指定、同单位、同日期配对，只配同性别。已有的安排保留，落单的人会列出原因。" confirmText="安排" reason="none" onConfirm={arrange} onClose={() => setDialog(null)} /> : null}
      {placing ? (
        <Placing
          meetId={meetId}
          guest={placing}
          plan={data}
          onClose={() => setPlacing(null)}
          onDone={() => {
            setPlacing(null)
            toasts.success('住宿已安排')
            void reload()
          }}
        />
      ) : null}
    </Flex>
  )
}

interface PlacingProps {
  meetId: string
  guest: Guest
  plan: Plan
  onClose: () => void
  onDone: () => void
}

/** A room for one person: a hotel, and with whom where the room is shared. */
function Placing({ meetId, guest, plan, onClose, onDone }: PlacingProps) {
  const hotels = [...new Set(plan.stock.filter((one) => one.roomType === guest.roomType).map(({ hotel }) => hotel))]
  const mates = plan.guests.filter((one) => one.registerId !== guest.registerId && one.roomType === 'twinShared' && isSingle(one) && one.gender === guest.gender && one.gender !== 'unknown')
  const fields: FormField[] = [
    { name: 'hotel', kind: 'own', span: 2, help: '清空表示移出房间', render: <Select allowClear placeholder="未安排" options={hotels.map((value) => ({ value, label: value }))} /> },
    ...(guest.roomType === 'twinShared' ? [{ name: 'withId', kind: 'own', span: 2, help: '与房间未住满的同性别人员合住，住进其房间', render: <Select allowClear showSearch placeholder="自成一间" options={mates.map((one) => ({ value: one.registerId, label: `${one.name}（${one.companyName ?? ''}，${one.hotel ?? ''}）` }))} /> } satisfies FormField] : []),
    { name: 'roomNo', kind: 'text', span: 2 },
  ]
  return <FormDrawer open width={480} title={`安排住宿 · ${guest.name}（${roomType.labels[guest.roomType]}，${guest.checkInDate} 至 ${guest.checkOutDate}）`} call={placeGuest} fields={fields} initial={{ hotel: guest.hotel, roomNo: guest.roomNo }} hidden={{ meetId, registerId: guest.registerId }} onClose={onClose} onDone={onDone} />
}
