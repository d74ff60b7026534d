import { seatName } from '@assoc/contract/meeting/seat'
import { injectStyle, theme, Typography } from '@assoc/ui'
import { memo, useMemo, useRef, type CSSProperties, type KeyboardEvent, type MouseEvent, type PointerEvent as ReactPointer } from 'react'
import type { Area, Held, Person, Seat } from './types'

const css = `
.seat-line{display:flex;gap:4px;align-items:center;content-visibility:auto;contain-intrinsic-height:40px}
.seat-line>span{flex:0 0 44px;text-align:end}
.seat{flex:0 0 76px;height:36px;padding:0 2px;border:1px solid var(--seat-line);border-radius:4px;background:var(--seat-ground);color:var(--seat-ink);font:inherit;font-size:12px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis;cursor:pointer;touch-action:none}
.seat[data-free]{color:var(--seat-quiet)}
.seat[data-state=blocked]{background:var(--seat-off);text-decoration:line-through;color:var(--seat-quiet)}
.seat[data-state=locked]{border-style:double;border-width:3px}
.seat[data-chosen]{outline:2px solid var(--seat-mark);outline-offset:-2px}
.seat[data-over]{background:var(--seat-over)}
.seat:focus-visible{outline:2px solid var(--seat-mark);outline-offset:1px}
.seat-tables{display:flex;flex-wrap:wrap;gap:12px}
.seat-tables .seat-line{flex-wrap:wrap;width:260px;padding:8px;border:1px solid var(--seat-line);border-radius:12px;contain-intrinsic-height:140px}
.seat-tables .seat-line>span{flex:1 0 100%;text-align:start}`

interface Props {
  areas: readonly Area[]
  seats: readonly Seat[]
  people: ReadonlyMap<string, Person>
  chosen: ReadonlySet<string>
  held: Held | null
  /** A seat was pressed: with the keys that add to what is chosen. */
  onPress: (seat: Seat, adds: boolean) => void
  /** Somebody was let go over a seat. */
  onDrop: (held: Held, seat: Seat) => void
}

/**
 * The seats of all areas. Each is a button that the arrow keys reach. What is dragged moves without a drawing of the plan: with 2,000
 * seats that would take longer than a frame.
 */
export function SeatGrid({ areas, seats, people, chosen, held, onPress, onDrop }: Props) {
  injectStyle('seat-grid', css)
  const { token } = theme.useToken()
  const root = useRef<HTMLDivElement>(null)
  const byId = useMemo(() => new Map(seats.map((seat) => [seat.seatId, seat])), [seats])
  const lines = useMemo(() => {
    const of = new Map<string, Seat[]>()
    for (const seat of seats) of.set(`${seat.area} ${seat.line}`, [...(of.get(`${seat.area} ${seat.line}`) ?? []), seat])
    return of
  }, [seats])
  const seatAt = (target: EventTarget | null): Seat | undefined => byId.get((target as HTMLElement | null)?.closest<HTMLElement>('[data-seat]')?.dataset['seat'] ?? '')

  const pressed = (e: MouseEvent) => {
    const seat = seatAt(e.target)
    if (seat) onPress(seat, e.ctrlKey || e.metaKey || e.shiftKey)
  }
  const onPointerDown = (e: ReactPointer) => {
    const seat = seatAt(e.target)
    if (!seat?.registerId || e.button !== 0) return
    const person = people.get(seat.registerId)
    startDrag(e.nativeEvent, person?.name ?? '', root.current, (over) => {
      const to = byId.get(over)
      if (to && to.seatId !== seat.seatId && seat.registerId) onDrop({ registerId: seat.registerId, seatId: seat.seatId }, to)
    })
  }
  const onKeyDown = (e: KeyboardEvent) => {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[e.key]
    const seat = seatAt(e.target)
    if (!step || !seat) return
    e.preventDefault()
    const to = seats.find((one) => one.area === seat.area && one.line === seat.line + (step[0] ?? 0) && one.place === seat.place + (step[1] ?? 0))
    root.current?.querySelector<HTMLElement>(`[data-seat="${to?.seatId ?? ''}"]`)?.focus()
  }
  const vars = {
    '--seat-line': token.colorBorder,
    '--seat-ground': token.colorBgContainer,
    '--seat-ink': token.colorText,
    '--seat-quiet': token.colorTextSecondary,
    '--seat-off': token.colorFillSecondary,
    '--seat-over': token.colorPrimaryBg,
    '--seat-mark': token.colorPrimary,
  } as CSSProperties
  return (
    <div ref={root} style={{ ...vars, overflowX: 'auto', paddingBlock: 4 }} onClick={pressed} onPointerDown={onPointerDown} onKeyDown={onKeyDown} role="presentation">
      {areas.map(({ area, kind, lines: count }) => (
        <section key={area} aria-label={`${area} 区`} style={{ marginBottom: 16 }}>
          <Typography.Text strong>{`${area} 区`}</Typography.Text>
          <div className={kind === 'tables' ? 'seat-tables' : undefined} style={kind === 'rows' ? { display: 'flex', flexDirection: 'column', gap: 4, width: 'max-content' } : {}}>
            {Array.from({ length: count }, (_, i) => (
              <Line key={i} name={`${i + 1} ${kind === 'tables' ? '桌' : '排'}`} seats={lines.get(`${area} ${i + 1}`) ?? NONE} people={people} chosen={chosenIn(lines.get(`${area} ${i + 1}`) ?? NONE, chosen, held)} />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

const NONE: readonly Seat[] = []

/** Ids of a line's seats that are chosen, as a text: a line whose seats and text stay the same is not drawn again. */
const chosenIn = (seats: readonly Seat[], chosen: ReadonlySet<string>, held: Held | null): string => seats.filter(({ seatId }) => chosen.has(seatId) || held?.seatId === seatId).map(({ seatId }) => seatId).join(' ')

interface LineProps {
  name: string
  seats: readonly Seat[]
  people: ReadonlyMap<string, Person>
  chosen: string
}

const sameLine = (a: LineProps, b: LineProps): boolean =>
  a.chosen === b.chosen && a.people === b.people && a.seats.length === b.seats.length && a.seats.every((seat, i) => seat.registerId === b.seats[i]?.registerId && seat.state === b.seats[i]?.state && seat.reason === b.seats[i]?.reason && seat.seatId === b.seats[i]?.seatId)

const Line = memo(function Line({ name, seats, people, chosen }: LineProps) {
  const marked = new Set(chosen ? chosen.split(' ') : [])
  return (
    <div className="seat-line">
      <span style={{ fontSize: 12 }}>{name}</span>
      {seats.map((seat) => {
        const person = seat.registerId ? people.get(seat.registerId) : undefined
        const state = seat.state === 'free' ? '' : seat.state === 'locked' ? '，已锁定' : '，已停用'
        const title = person ? `${seatName(seat)} ${person.name} ${person.companyName ?? ''} ${person.postName}${seat.reason ? `\n${seat.reason}` : ''}` : seatName(seat)
        return (
          <button
            key={seat.seatId}
            type="button"
            className="seat"
            data-seat={seat.seatId}
            data-state={seat.state}
            {...(person ? {} : { 'data-free': '' })}
            {...(marked.has(seat.seatId) ? { 'data-chosen': '', 'aria-pressed': true } : { 'aria-pressed': false })}
            title={title}
            aria-label={`${seatName(seat)}，${person ? `${person.name}，${person.companyName ?? ''}` : '空'}${state}`}
          >
            {person?.name ?? seat.place}
          </button>
        )
      })}
    </div>
  )
}, sameLine)

/** Pixels that the pointer moves before a press becomes a drag. */
const SLACK = 5

/** Drags a name with the pointer; `done` hears over which seat it was let go. Only the name and two attributes change on the way. */
export function startDrag(down: PointerEvent, name: string, within: HTMLElement | null, done: (seatId: string) => void): void {
  let ghost: HTMLElement | null = null
  let over: HTMLElement | null = null
  const at = (e: PointerEvent) => document.elementFromPoint(e.clientX, e.clientY)?.closest<HTMLElement>('[data-seat]') ?? null
  const move = (e: PointerEvent) => {
    if (!ghost) {
      if (Math.hypot(e.clientX - down.clientX, e.clientY - down.clientY) < SLACK) return
      ghost = document.createElement('div')
      ghost.textContent = name
      Object.assign(ghost.style, { position: 'fixed', left: '0', top: '0', padding: '4px 10px', borderRadius: '4px', pointerEvents: 'none', zIndex: '2000', background: 'Highlight', color: 'HighlightText', willChange: 'transform' })
      document.body.append(ghost)
    }
    ghost.style.transform = `translate(${e.clientX + 8}px, ${e.clientY + 8}px)`
    const now = at(e)
    if (now === over) return
    over?.removeAttribute('data-over')
    now?.setAttribute('data-over', '')
    over = now
  }
  const end = (e: PointerEvent) => {
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', end)
    removeEventListener('pointercancel', end)
    over?.removeAttribute('data-over')
    if (!ghost) return
    ghost.remove()
    // The press that ends a drag chooses nothing.
    const swallow = (click: Event) => click.stopPropagation()
    within?.addEventListener('click', swallow, true)
    setTimeout(() => within?.removeEventListener('click', swallow, true), 0)
    const seatId = e.type === 'pointerup' ? at(e)?.dataset['seat'] : undefined
    if (seatId) done(seatId)
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', end)
  addEventListener('pointercancel', end)
}
