import { useSearchParams } from '@assoc/router'
import { session, toasts } from '@assoc/session'
import { Button, FailedToLoad, Flex, LeftOutlined, PlusOutlined, ReloadOutlined, RightOutlined, Skeleton, StateScreen, theme, Tooltip, Typography, useTab } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { RoomGrid } from './RoomGrid'
import { ScheduleStore } from './store'
import { gridStyle } from './styles'
import { addDays, isDay, longDay, shortDay } from './time'

// The form comes when it is first opened: most who look at the week book nothing.
const WeekStrip = lazy(async () => ({ default: (await import('./WeekStrip')).WeekStrip }))
const Asking = lazy(async () => ({ default: (await import('./Asking')).Asking }))
const Legend = lazy(async () => ({ default: (await import('./Legend')).Legend }))
const Details = lazy(async () => ({ default: (await import('./Details')).Details }))
const SeriesForm = lazy(async () => ({ default: (await import('./SeriesForm')).SeriesForm }))
const Waits = lazy(async () => ({ default: (await import('./Waits')).Waits }))
const BookingForm = lazy(async () => ({ default: (await import('./BookingForm')).BookingForm }))

/** The rooms' week: one day at a time, rooms by half hours. The address holds the day. */
function ScheduleMeeting() {
  const { token } = theme.useToken()
  const { visible } = useTab()
  const [params, setParams] = useSearchParams()
  const [store] = useState(() => {
    const day = params.get('day')
    return new ScheduleStore(isDay(day) ? day : undefined)
  })
  const mayBook = session().has('meeting:reservation:insert')
  const [beside, setBeside] = useState<'series' | 'waits' | null>(params.has('wait') && mayBook ? 'waits' : null)

  const { day, today, loaded } = store
  const asked = params.get('day')
  const todo = params.has('todo')
  const record = params.get('record')
  // A link says what to show; the day follows from it.
  const led = todo || record !== null
  const wait = params.get('wait')
  useEffect(() => {
    if (visible && wait !== null && mayBook) setBeside('waits')
  }, [visible, wait, mayBook])
  // The day that the address is known to hold: another one was asked for by a link.
  const written = useRef(asked)

  // Others book as well: what is shown is read anew whenever the tab comes back, and the line of now goes on.
  useEffect(() => {
    if (!visible) return
    store.tick()
    if (!led) void store.reload()
    const timer = setInterval(() => store.tick(), 30_000)
    return () => clearInterval(timer)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a link that has been followed is no reason to read again
  }, [visible, store])

  // A notice names a reservation, the home page asks for what waits, also while the page is open already.
  useEffect(() => {
    if (!visible || !led) return
    let current = true
    void (record ? store.showOne(isDay(asked) ? asked : store.day, record) : store.showFirstPending()).then((found) => {
      if (!current) return
      if (!found && !store.error) toasts.show('info', record ? '这项预约已不在日程中' : '没有待您审批的预约')
      written.current = store.day
      setParams({ day: store.day }, { replace: true })
    })
    return () => {
      current = false
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- setParams is another one with every address
  }, [visible, todo, record, store])

  useEffect(() => {
    if (!visible || asked === written.current) return
    written.current = asked
    if (isDay(asked)) store.show(asked)
  }, [asked, visible, store])

  useEffect(() => {
    if (!visible || !loaded || led || (written.current ?? today) === day) return
    written.current = day
    setParams({ day }, { replace: true })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- setParams is another one with every address
  }, [day, visible, loaded, led, today])

  const first = store.week[0] ?? day
  const last = store.week[6] ?? day
  return (
    <section aria-label="会议室预约" style={gridStyle(token, store.slots.length)}>
      <Flex vertical gap={12} style={{ padding: 16, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
        <Flex align="center" justify="space-between" gap={12} wrap>
          <Typography.Title level={1} style={{ fontSize: 15, lineHeight: '24px', margin: 0 }}>
            {first.slice(0, 4)}年{shortDay(first)}至{shortDay(last)}
          </Typography.Title>
          <Flex gap={8} align="center" className="rg-no-print">
            <Tooltip title="上一周">
              <Button icon={<LeftOutlined />} aria-label="上一周" onClick={() => store.show(addDays(day, -7))} />
            </Tooltip>
            <Button onClick={() => store.show(store.today)}>今天</Button>
            <Tooltip title="下一周">
              <Button icon={<RightOutlined />} aria-label="下一周" onClick={() => store.show(addDays(day, 7))} />
            </Tooltip>
            <Tooltip title="刷新">
              <Button type="text" icon={<ReloadOutlined spin={store.loading && store.loaded} />} aria-label="刷新" onClick={() => void store.reload()} />
            </Tooltip>
            {mayBook ? (
              <>
                <Button onClick={() => setBeside('waits')}>我的等候</Button>
                <Button disabled={store.rooms.length === 0} onClick={() => setBeside('series')}>
                  系列预约
                </Button>
              </>
            ) : null}
            {mayBook ? (
              <Button type="primary" icon={<PlusOutlined />} disabled={store.rooms.length === 0} onClick={() => store.book()}>
                预约会议室
              </Button>
            ) : null}
          </Flex>
        </Flex>
        <Body store={store} mayBook={mayBook} />
      </Flex>
      {store.booking ? (
        <Suspense>
          <BookingForm store={store} booking={store.booking} />
        </Suspense>
      ) : null}
      {store.open && !store.asking ? (
        <Suspense fallback={null}>
          <Details store={store} reservation={store.open} />
        </Suspense>
      ) : null}
      {beside === null ? null : (
        <Suspense fallback={null}>
          {beside === 'series' ? <SeriesForm store={store} onClose={() => setBeside(null)} /> : <Waits store={store} waitId={params.get('wait')} onClose={() => setBeside(null)} />}
        </Suspense>
      )}
      {store.asking ? (
        <Suspense fallback={null}>
          <Asking store={store} />
        </Suspense>
      ) : null}
    </section>
  )
}

const Body = observer(function Body({ store, mayBook }: { store: ScheduleStore; mayBook: boolean }) {
  if (store.error) return <FailedToLoad message={store.error} onRetry={() => void store.reload()} />
  if (!store.loaded) return <Skeleton active paragraph={{ rows: 8 }} />
  return (
    <>
      <Suspense fallback={<div style={{ minHeight: 56 }} />}>
        <WeekStrip store={store} />
      </Suspense>
      <Typography.Text strong aria-live="polite">
        {longDay(store.day)}
      </Typography.Text>
      {store.rooms.length === 0 ? (
        <StateScreen title="还没有可预约的会议室">请在会议室列表中新增会议室，或恢复已停用的会议室。</StateScreen>
      ) : (
        <>
          <RoomGrid store={store} mayBook={mayBook} mine={session().userInfo?.userId ?? ''} />
          <Suspense fallback={null}>
            <Legend />
          </Suspense>
        </>
      )}
    </>
  )
})

export default observer(ScheduleMeeting)
