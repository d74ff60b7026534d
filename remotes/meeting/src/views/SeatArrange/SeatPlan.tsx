import type { RequestOf } from '@assoc/contract'
import { clearSeats, fillSeats, placePerson, printSeats, publishSeats, saveSeatAreas, seatName, selectSeatPlan, stateSeats } from '@assoc/contract/meeting/seat'
import { api, ApiError, newKey } from '@assoc/http'
import { session, tellLost, toasts } from '@assoc/session'
import { Alert, Button, deriveCells, FailedToLoad, Flex, FormDrawer, Input, ReasonDialog, Skeleton, Tag, theme, Typography, useAnswer, useExport, type FormField } from '@assoc/ui'
import { itemOf, metaOf, shapeOf } from '@assoc/contract'
import { useMemo, useRef, useState, type PointerEvent as ReactPointer } from 'react'
import type { z } from 'zod'
import { SeatGrid, startDrag } from './SeatGrid'
import type { Held, Person, Plan, Seat } from './types'

type State = Seat['state']

const AREAS = shapeOf(saveSeatAreas.request)?.['areas'] as z.ZodType
const AREA_FIELDS: FormField[] = [{ name: 'areas', kind: 'lines', span: 2, row: itemOf(AREAS) as z.ZodType, cells: deriveCells(itemOf(AREAS) as z.ZodType), rule: metaOf(AREAS).lines as { least: number; max: number; sum: readonly string[] } }]
const FILL_FIELDS: FormField[] = [
  { name: 'byRank', kind: 'switch', help: '会长单位在前，依类别层级' },
  { name: 'companyTogether', kind: 'switch', help: '同一单位的人坐在同排相邻的座位' },
  { name: 'jurisdictionBlocks', kind: 'switch', help: '同一辖区的单位坐在一起' },
  { name: 'keepSeated', kind: 'switch', help: '关闭后，除锁定的座位外全部重排' },
]
/** People of the list that are drawn at once; more are found by typing. */
const SHOWN = 200

/** The seats of a meeting, with those who have none beside them. */
export function SeatPlan({ meetId }: { meetId: string }) {
  const { data, error, reload } = useAnswer(selectSeatPlan, { meetId })
  if (!data) return error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : <Skeleton active paragraph={{ rows: 12 }} />
  return <Board meetId={meetId} plan={data} reload={reload} />
}

function Board({ meetId, plan, reload }: { meetId: string; plan: Plan; reload: () => Promise<void> }) {
  const { token } = theme.useToken()
  const may = session().has('meeting:seat:update') && !plan.closed
  // Seats that were changed since the plan was read, by id: what the server has answered.
  const [changed, setChanged] = useState<{ of: Plan; seats: ReadonlyMap<string, Seat> }>({ of: plan, seats: new Map() })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [held, setHeld] = useState<Held | null>(null)
  const [dialog, setDialog] = useState<'areas' | 'fill' | 'clear' | 'publish' | null>(null)
  const [left, setLeft] = useState<string[]>([])
  const printing = useExport(printSeats)
  const busy = useRef(false)
  const seats = useMemo(() => (changed.of === plan && changed.seats.size > 0 ? plan.seats.map((seat) => changed.seats.get(seat.seatId) ?? seat) : plan.seats), [plan, changed])
  const people = useMemo(() => new Map(plan.people.map((person) => [person.registerId, person])), [plan.people])
  const seated = useMemo(() => new Set(seats.flatMap(({ registerId }) => registerId ?? [])), [seats])
  const waiting = plan.people.filter(({ registerId }) => !seated.has(registerId))

  const took = (now: readonly Seat[]) => setChanged((before) => ({ of: plan, seats: new Map([...(before.of === plan ? before.seats : []), ...now.map((seat) => [seat.seatId, seat] as const)]) }))
  /** One change after the other: the next one builds on what the server has answered to the last. */
  const run = async (work: () => Promise<readonly Seat[]>): Promise<void> => {
    if (busy.current) return
    busy.current = true
    try {
      took(await work())
    } catch (caught) {
      if (caught instanceof ApiError) {
        toasts.error(caught.fields[0]?.message ?? caught.message)
        await reload()
      } else tellLost(caught)
    } finally {
      busy.current = false
      setHeld(null)
    }
  }
  const place = (one: Held, to: Seat | null) =>
    run(async () => {
      const input: RequestOf<typeof placePerson> = { meetId, registerId: one.registerId, seatId: to?.seatId ?? null, expects: to?.registerId ?? null }
      return (await api(placePerson, input, { idempotencyKey: newKey(), quiet: ['V00001', 'B00047'] })).seats
    })
  const press = (seat: Seat, adds: boolean) => {
    if (!may) return
    if (held) return void (held.seatId === seat.seatId ? setHeld(null) : place(held, seat))
    if (adds) return setChosen((before) => new Set(before.has(seat.seatId) ? [...before].filter((one) => one !== seat.seatId) : [...before, seat.seatId]))
    setChosen(chosen.size === 1 && chosen.has(seat.seatId) ? new Set() : new Set([seat.seatId]))
  }
  const setState = (state: State) => run(async () => (await api(stateSeats, { meetId, seatIds: [...chosen], state }, { idempotencyKey: newKey(), quiet: ['V00001'] })).seats)
  const marked = seats.filter((seat) => chosen.has(seat.seatId))
  const only = marked.length === 1 ? marked[0] : undefined
  const onlyPerson = only?.registerId ? people.get(only.registerId) : undefined
  const done = async (said: string) => {
    setDialog(null)
    setChosen(new Set())
    toasts.success(said)
    await reload()
  }
  return (
    <Flex vertical gap={12}>
      <Flex gap={8} wrap align="center">
        <Typography.Text strong>{plan.meetingName}</Typography.Text>
        <Tag color={plan.published ? 'green' : 'default'}>{plan.published ? '已发布' : '未发布'}</Tag>
        <Typography.Text type="secondary" role="status">{`座位 ${seats.length} 个，已排 ${seated.size} 人，未排 ${waiting.length} 人`}</Typography.Text>
        <div style={{ flex: 1 }} />
        {may ? (
          <>
            <Button onClick={() => setDialog('areas')}>设置区域</Button>
            <Button type="primary" disabled={seats.length === 0} onClick={() => setDialog('fill')}>
              按规则排座
            </Button>
            <Button disabled={seated.size === 0} onClick={() => setDialog('clear')}>
              清空
            </Button>
            <Button disabled={seats.length === 0} onClick={() => setDialog('publish')}>
              {plan.published ? '取消发布' : '发布给参会人'}
            </Button>
          </>
        ) : null}
        <Button disabled={seats.length === 0} loading={printing.busy} onClick={() => void printing.run({ meetId, format: 'plan' })}>
          打印座位图
        </Button>
        <Button disabled={seated.size === 0} loading={printing.busy} onClick={() => void printing.run({ meetId, format: 'list' })}>
          打印座位表
        </Button>
      </Flex>
      {plan.closed ? <Alert type="info" showIcon title={plan.closed} /> : null}
      {left.length > 0 ? <Alert type="warning" showIcon closable onClose={() => setLeft([])} title={`座位不够，${left.length} 人未排上`} description={left.slice(0, 20).join('、')} /> : null}
      {held ? (
        <Alert type="info" showIcon title={`正在安排 ${people.get(held.registerId)?.name ?? ''}：选择一个座位，已有人的互换`} action={<Button size="small" onClick={() => setHeld(null)}>取消</Button>} />
      ) : null}
      {may && marked.length > 0 && !held ? (
        <Flex gap={8} wrap align="center" role="group" aria-label="所选座位">
          <Typography.Text>{only ? `${seatName(only)}${onlyPerson ? `：${onlyPerson.name}，${onlyPerson.companyName ?? ''}` : ''}` : `已选 ${marked.length} 个座位`}</Typography.Text>
          {only?.reason ? <Typography.Text type="secondary">{only.reason}</Typography.Text> : null}
          {only?.registerId ? <Button size="small" disabled={only.state === 'locked'} onClick={() => setHeld({ registerId: only.registerId as string, seatId: only.seatId })}>换座</Button> : null}
          {only?.registerId ? <Button size="small" disabled={only.state === 'locked'} onClick={() => void place({ registerId: only.registerId as string, seatId: only.seatId }, null)}>移出座位</Button> : null}
          <Button size="small" onClick={() => void setState('locked')}>锁定</Button>
          <Button size="small" onClick={() => void setState('blocked')}>停用</Button>
          <Button size="small" onClick={() => void setState('free')}>恢复可用</Button>
          <Button size="small" type="text" onClick={() => setChosen(new Set())}>取消选择</Button>
        </Flex>
      ) : null}
      <Flex gap={12} align="flex-start">
        <Waiting people={waiting} may={may} held={held} onHold={(person) => setHeld({ registerId: person.registerId, seatId: null })} onDrop={(person, seatId) => {
          const to = seats.find((seat) => seat.seatId === seatId)
          if (to) void place({ registerId: person.registerId, seatId: null }, to)
        }} />
        <div style={{ flex: 1, minWidth: 0, padding: 12, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
          {seats.length === 0 ? (
            <Typography.Text type="secondary">还没有座位，先设置区域：排座按排数和每排座位数，圆桌按桌数和每桌座位数</Typography.Text>
          ) : (
            <SeatGrid areas={plan.areas} seats={seats} people={people} chosen={chosen} held={held} onPress={press} onDrop={(one, to) => (may ? void place(one, to) : undefined)} />
          )}
        </div>
      </Flex>
      {dialog === 'areas' ? (
        <FormDrawer open width={720} title="设置座位区域" call={saveSeatAreas} fields={AREA_FIELDS} initial={{ areas: plan.areas.length > 0 ? plan.areas : [{ area: 'A', kind: 'rows', lines: 10, seats: 20 }] }} hidden={{ meetId }} onClose={() => setDialog(null)} onDone={() => void done('座位区域已设置')}>
          <Alert type="info" showIcon title="区域按从前到后的顺序排列，排座时依次使用；合计最多 2,000 个座位" />
        </FormDrawer>
      ) : null}
      {dialog === 'fill' ? (
        <FormDrawer
          open
          width={480}
          title="按规则排座"
          call={fillSeats}
          fields={FILL_FIELDS}
          initial={{ byRank: true, companyTogether: true, jurisdictionBlocks: false, keepSeated: true }}
          hidden={{ meetId }}
          submitText="排座"
          onClose={() => setDialog(null)}
          onDone={(answer) => {
            setLeft(answer.left)
            void done(`已排 ${answer.seated} 人`)
          }}
        />
      ) : null}
      {dialog === 'clear' ? <ReasonDialog title="清空座位" text="锁定的座位保留，其他人全部移出座位。" confirmText="清空" danger reason="none" onConfirm={async () => (await api(clearSeats, { meetId }, { idempotencyKey: newKey() }), done('座位已清空'))} onClose={() => setDialog(null)} /> : null}
      {dialog === 'publish' ? (
        <ReasonDialog title={plan.published ? '取消发布' : '发布座位'} text={plan.published ? '参会人不再看到座位号。' : '参会人在“我的会议”中看到自己的座位号，之后的调整随即可见。'} confirmText={plan.published ? '取消发布' : '发布'} reason="none" onConfirm={async () => (await api(publishSeats, { meetId, published: !plan.published }, { idempotencyKey: newKey() }), done(plan.published ? '已取消发布' : '座位已发布'))} onClose={() => setDialog(null)} />
      ) : null}
    </Flex>
  )
}

interface WaitingProps {
  people: readonly Person[]
  may: boolean
  held: Held | null
  onHold: (person: Person) => void
  onDrop: (person: Person, seatId: string) => void
}

/** Who has a place and no seat yet. One is chosen by key or press, or dragged onto a seat. */
function Waiting({ people, may, held, onHold, onDrop }: WaitingProps) {
  const { token } = theme.useToken()
  const [keyword, setKeyword] = useState('')
  const found = people.filter(({ name, companyName }) => `${name} ${companyName ?? ''}`.includes(keyword.trim()))
  const dragged = (e: ReactPointer, person: Person) => {
    if (may && e.button === 0) startDrag(e.nativeEvent, person.name, e.currentTarget as HTMLElement, (seatId) => onDrop(person, seatId))
  }
  return (
    <section aria-label="未排座的参会人" style={{ flex: '0 0 230px', padding: 12, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
      <Input aria-label="查找未排座的参会人" allowClear placeholder="姓名或单位" value={keyword} onChange={(e) => setKeyword(e.target.value)} style={{ marginBottom: 8 }} />
      <Flex vertical tabIndex={0} role="group" aria-label="名单" style={{ maxHeight: 560, overflowY: 'auto' }}>
        {found.slice(0, SHOWN).map((person) => (
          <Button key={person.registerId} type={held?.registerId === person.registerId ? 'primary' : 'text'} block disabled={!may} style={{ height: 'auto', textAlign: 'start', justifyContent: 'flex-start', whiteSpace: 'normal', touchAction: 'none' }} onPointerDown={(e) => dragged(e, person)} onClick={() => onHold(person)}>
            {`${person.name} · ${person.companyName ?? ''}${person.categoryName ? `（${person.categoryName}）` : ''}`}
          </Button>
        ))}
        {found.length === 0 ? <Typography.Text type="secondary">{people.length === 0 ? '全部已排座' : '没有符合的人'}</Typography.Text> : null}
        {found.length > SHOWN ? <Typography.Text type="secondary">{`另有 ${found.length - SHOWN} 人，请输入姓名或单位查找`}</Typography.Text> : null}
      </Flex>
    </section>
  )
}
