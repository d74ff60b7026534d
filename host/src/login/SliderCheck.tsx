import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { SliderStore } from './slider-store'

const HANDLE = 44
const INSET = 4

interface SliderCheckProps {
  store: SliderStore
}

/** Slider check by mouse, finger or keyboard: arrows move 2 px, with shift 10, Home and End jump, Enter or release checks. */
export const SliderCheck = observer(function SliderCheck({ store }: SliderCheckProps) {
  const track = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [helped, setHelped] = useState(false)
  const [dragFrom, setDragFrom] = useState<number | null>(null)
  const [width, setWidth] = useState(360)

  useEffect(() => {
    const measure = () => setWidth(track.current?.clientWidth ?? 360)
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [store.state])

  if (store.state === 'off') return null

  const { challenge, state } = store
  const room = Math.max(1, width - HANDLE - INSET * 2)
  const scale = store.max > 0 ? room / store.max : 1
  const left = INSET + store.x * scale

  const keyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 10 : 2
    const moves: Record<string, number> = {
      ArrowRight: store.x + step,
      ArrowUp: store.x + step,
      ArrowLeft: store.x - step,
      ArrowDown: store.x - step,
      Home: 0,
      End: store.max,
    }
    const to = moves[event.key]
    if (to !== undefined) {
      event.preventDefault()
      setOpen(true)
      store.moveTo(to)
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      void store.check()
    } else if (event.key === 'Escape') {
      setOpen(false)
    }
  }

  const pointerDown = (event: PointerEvent) => {
    if (state !== 'ready' || event.button !== 0) return
    event.preventDefault()
    handle.current?.focus()
    handle.current?.setPointerCapture(event.pointerId)
    setDragFrom(event.clientX - store.x * scale)
    store.moveTo(store.x)
  }
  const pointerMove = (event: PointerEvent) => {
    if (dragFrom !== null) store.moveTo((event.clientX - dragFrom) / scale)
  }
  const pointerUp = () => {
    if (dragFrom === null) return
    setDragFrom(null)
    if (store.x > 0) void store.check()
  }

  const text =
    state === 'passed' ? '验证通过' : state === 'checking' ? '正在校验…' : state === 'loading' ? '正在加载…' : state === 'unavailable' ? '滑块没有加载成功' : '按住滑块，拖到缺口处'

  return (
    <div className="l-slider">
      <div ref={track} className={`l-track${state === 'passed' ? ' l-track-passed' : ''}`}>
        {/* Above the track, whatever is said below it. */}
        {open && challenge && (state === 'ready' || state === 'checking') ? (
          <div className="l-picture" style={{ width: challenge.width + 16 }} aria-hidden="true">
            <div style={{ position: 'relative', width: challenge.width, height: challenge.height }}>
              <img src={challenge.background} width={challenge.width} height={challenge.height} alt="" draggable={false} />
              <img
                src={challenge.piece}
                width={challenge.pieceSize}
                alt=""
                draggable={false}
                style={{ position: 'absolute', top: challenge.pieceTop, left: store.x }}
              />
            </div>
          </div>
        ) : null}
        <span className="l-track-text" style={{ opacity: store.x > 0 && state !== 'passed' ? 0 : 1 }}>
          {text}
        </span>
        {state === 'passed' ? (
          <span className="l-check" aria-hidden="true">
            ✓
          </span>
        ) : (
          <div
            ref={handle}
            className="l-handle"
            role="slider"
            tabIndex={state === 'loading' ? -1 : 0}
            aria-label="安全验证：拖动滑块对准缺口，方向键移动，回车确认"
            aria-valuemin={0}
            aria-valuemax={store.max}
            aria-valuenow={store.x}
            aria-valuetext={`距左侧 ${store.x} 像素`}
            aria-disabled={state !== 'ready'}
            style={{ left }}
            onFocus={() => {
              setOpen(true)
              void store.freshen()
            }}
            onBlur={() => setOpen(false)}
            onKeyDown={keyDown}
            onPointerDown={pointerDown}
            onPointerMove={pointerMove}
            onPointerUp={pointerUp}
            onPointerCancel={pointerUp}
          >
            »
          </div>
        )}
        {state === 'passed' ? null : (
          <span className="l-track-links">
            {state === 'ready' || state === 'unavailable' ? (
              <button type="button" className="l-link" onClick={() => void store.load()}>
                {state === 'unavailable' ? '重试' : '换一张'}
              </button>
            ) : null}
            <button type="button" className="l-link" aria-expanded={helped} onClick={() => setHelped(!helped)}>
              无法拖动？
            </button>
          </span>
        )}
      </div>
      <p className="l-error" aria-live="polite">
        {store.message}
      </p>
      <p className="l-hint" aria-live="polite">
        {helped && state !== 'passed' ? '可用键盘完成：按 Tab 键选中滑块，用左右方向键移动（按住 Shift 移得更快），对准缺口后按回车。仍无法完成的，请联系协会工作人员。' : ''}
      </p>
    </div>
  )
})
