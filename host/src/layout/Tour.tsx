import { Button, Flex, injectStyle, theme } from '@assoc/ui'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

interface Step {
  /** What it points at, the first of these that is on the screen; none for the middle of it. */
  at: readonly string[]
  title: string
  text: string
}

const STEPS: readonly Step[] = [
  { at: ['.console-side', '[aria-label="打开菜单"]'], title: '菜单', text: '您有权使用的页面都在这里。点页面旁的星标可以收藏，收藏和最近访问排在最前面。' },
  { at: ['.tabs'], title: '页签', text: '打开的页面各有一个页签，切换时填写的内容和筛选都在。拖动可以换位置，点右键可以固定、关闭或恢复。' },
  { at: ['.head-palette', '.head-narrow'], title: '搜索', text: '按 Ctrl+K 搜索菜单、会员、公司、人员和单据，可以输入拼音首字母。' },
  { at: ['[data-tour=notices]'], title: '通知', text: '审批结果和到期提醒会到这里，可以稍后提醒，也可以选择哪些发邮件或办公平台。' },
  { at: ['[data-tour=help]'], title: '帮助', text: '按 F1 查看当前页面的说明；在列表中按 ? 查看快捷键。' },
  { at: ['[data-tour=account]'], title: '我的账号', text: '个人中心、外观（深色、字号、色弱模式）和锁屏在这里，也可以从这里再看一次本导览。' },
]

const css = `
.tour{position:fixed;inset:0;z-index:1990}
.tour-hole{position:absolute;border-radius:6px;outline:2px solid var(--t-seal);outline-offset:2px;box-shadow:0 0 0 9999px var(--t-mask);pointer-events:none}
.tour-card{position:absolute;width:min(320px,calc(100vw - 32px));padding:16px;border-radius:var(--t-round);background:var(--t-ground);color:var(--t-ink);box-shadow:var(--t-shadow);outline:none}
`

interface Box {
  left: number
  top: number
  width: number
  height: number
}

const CARD = { width: 320, height: 180, gap: 14 }

/** Where a step points: nothing of it when it is not on the screen. */
function boxOf({ at }: Step): Box | null {
  for (const selector of at) {
    const box = document.querySelector(selector)?.getBoundingClientRect()
    if (box && box.width > 0 && box.height > 0) return { left: box.left, top: box.top, width: box.width, height: box.height }
  }
  return null
}

/** Beside a narrow box, else below it, within the window. */
function cardAt(box: Box | null): { left: number; top: number } {
  const [width, height] = [window.innerWidth, window.innerHeight]
  const within = (value: number, most: number) => Math.max(16, Math.min(value, most - 16))
  if (!box) return { left: within((width - CARD.width) / 2, width - CARD.width), top: within((height - CARD.height) / 2, height - CARD.height) }
  const isTall = box.height > height / 2
  return {
    left: within(isTall ? box.left + box.width + CARD.gap : box.left + box.width / 2 - CARD.width / 2, width - CARD.width),
    top: within(isTall ? box.top + 96 : box.top + box.height + CARD.gap, height - CARD.height),
  }
}

/** A walk along the frame, a step at a time: arrows and Enter go on, Esc ends it. The rest of the console waits meanwhile. */
export function Tour({ onEnd }: { open: boolean; onEnd: () => void }) {
  injectStyle('tour', css)
  const { token } = theme.useToken()
  const [at, setAt] = useState(0)
  const [box, setBox] = useState<Box | null>(null)
  const card = useRef<HTMLDivElement>(null)
  const before = useRef(document.activeElement)
  const step = STEPS[at] as Step
  const last = at === STEPS.length - 1
  useLayoutEffect(() => {
    const place = () => setBox(boxOf(step))
    place()
    window.addEventListener('resize', place)
    return () => window.removeEventListener('resize', place)
  }, [step])
  useEffect(() => {
    const root = document.querySelector('[data-console]')
    const { current } = before
    root?.setAttribute('inert', '')
    return () => {
      root?.removeAttribute('inert')
      if (current instanceof HTMLElement) current.focus()
    }
  }, [])
  // A screen reader reads each step as it comes.
  useEffect(() => card.current?.focus(), [at])
  // Keys are heard wherever the focus is, for nothing but the card can be reached meanwhile.
  const press = (event: KeyboardEvent) => {
    const to = event.key === 'ArrowRight' ? at + 1 : event.key === 'ArrowLeft' ? at - 1 : null
    if (event.key === 'Escape' || (last && event.key === 'Enter' && event.target === card.current)) onEnd()
    else if (event.key === 'Enter' && event.target === card.current) setAt(at + 1)
    else if (to === null || to < 0 || to >= STEPS.length) return
    else setAt(to)
    event.preventDefault()
    event.stopPropagation()
  }
  useEffect(() => {
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  })
  const colours = { '--t-mask': token.colorBgMask, '--t-seal': token.colorPrimary, '--t-ground': token.colorBgElevated, '--t-ink': token.colorText, '--t-round': `${token.borderRadiusLG}px`, '--t-shadow': token.boxShadow }
  return (
    <div className="tour" style={colours as React.CSSProperties}>
      <div className="tour-hole" style={box ?? { left: '50%', top: '50%', width: 0, height: 0 }} />
      <div ref={card} className="tour-card" role="dialog" aria-modal="true" aria-labelledby="tour-title" aria-describedby="tour-text" tabIndex={-1} style={cardAt(box)}>
        <Flex vertical gap={8}>
          <strong id="tour-title">{step.title}</strong>
          <span id="tour-text">{step.text}</span>
          <Flex gap={8} align="center">
            <span style={{ flex: 1, color: token.colorTextTertiary }}>
              {at + 1} / {STEPS.length}
            </span>
            {last ? null : (
              <Button size="small" type="text" onClick={onEnd}>
                跳过
              </Button>
            )}
            {at > 0 ? (
              <Button size="small" onClick={() => setAt(at - 1)}>
                上一步
              </Button>
            ) : null}
            <Button size="small" type="primary" onClick={() => (last ? onEnd() : setAt(at + 1))}>
              {last ? '完成' : '下一步'}
            </Button>
          </Flex>
        </Flex>
      </div>
    </div>
  )
}
