import { observer } from 'mobx-react-lite'
import type { ScheduleStore } from './store'
import { shortDay, weekdayName } from './time'

/** The seven days of the week with how full each is; arrow keys go from day to day. */
export const WeekStrip = observer(function WeekStrip({ store }: { store: ScheduleStore }) {
  const select = (day: string, strip: Element | null) => {
    store.show(day)
    const index = store.week.indexOf(day)
    ;(strip?.children[index] as HTMLElement | undefined)?.focus()
  }
  return (
    <div
      className="ws"
      role="tablist"
      tabIndex={-1}
      aria-label="选择日期"
      onKeyDown={(e) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key]
        const next = step ? store.week[store.week.indexOf(store.day) + step] : undefined
        if (!next) return
        e.preventDefault()
        select(next, e.currentTarget)
      }}
    >
      {store.week.map((day) => {
        const count = store.countOf(day)
        const booked = `${day === store.today ? '今天 · ' : ''}${count ? `${count} 个预约` : '空闲'}`
        const percent = Math.round(store.load(day) * 100)
        return (
          <button
            key={day}
            type="button"
            role="tab"
            className="ws-day"
            aria-selected={day === store.day}
            tabIndex={day === store.day ? 0 : -1}
            aria-label={`${weekdayName(day)} ${shortDay(day)} ${booked} ${percent}%`}
            onClick={() => store.show(day)}
          >
            <span>
              <strong>
                {weekdayName(day)} {shortDay(day)}
              </strong>
            </span>
            <span>
              <small>{booked}</small>
              <small title="占用">{percent}%</small>
            </span>
            <div className="ws-bar">
              <i style={{ width: `${percent}%` }} />
            </div>
          </button>
        )
      })}
    </div>
  )
})
