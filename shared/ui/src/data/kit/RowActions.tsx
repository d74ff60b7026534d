import { createContext, forwardRef, isValidElement, useCallback, useContext, useImperativeHandle, useState, type ReactNode } from 'react'
import { Dropdown, Tooltip } from '../../shell'

export interface RowAction {
  key: string
  label: string
  danger?: boolean
  disabled?: boolean
  /** Why it is disabled: beside the pointer, and in the name that is read out. */
  why?: string
  /** Opens the row's detail and does nothing else: left out where that is open. */
  opens?: boolean
  /** Of a page's own actions: stands after those of the resource, but before what deletes. */
  last?: boolean
  /** What moves the record on: the button at the head of its page. */
  next?: boolean
  onClick: () => void
}

interface Opened {
  button: HTMLElement
  actions: readonly RowAction[]
}

/** Opens the menu of all rows at a button; null outside a table, where each place has a menu of its own. */
const RowMenuContext = createContext<((opened: Opened) => void) | null>(null)

/** Around the rows of a table: one menu serves them all, and is there only while it is open. */
export function RowMenu({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const open = useCallback((next: Opened) => setOpened((now) => (now?.button === next.button ? null : next)), [])
  return (
    <RowMenuContext.Provider value={open}>
      {children}
      {opened ? <MenuAt key={opened.actions.map((a) => a.key).join()} {...opened} onClose={() => setOpened(null)} /> : null}
    </RowMenuContext.Provider>
  )
}

function MenuAt({ button, actions, onClose }: Opened & { onClose: () => void }) {
  const close = () => {
    // The way on with the keyboard begins where the person was.
    if (!document.activeElement || document.activeElement === document.body || document.activeElement.closest('[role=menu]')) button.focus()
    onClose()
  }
  return (
    <Dropdown open autoFocus trigger={['click']} onOpenChange={(open) => !open && close()} menu={{ items: itemsOf(actions), onClick: ({ key }) => (close(), actions.find((a) => a.key === key)?.onClick()) }}>
      <Anchor at={button} />
    </Dropdown>
  )
}

/** Stands for an element that is in the page already. */
const Anchor = forwardRef<{ nativeElement: HTMLElement }, { at: HTMLElement }>(function Anchor({ at }, ref) {
  useImperativeHandle(ref, () => ({ nativeElement: at }), [at])
  return null
})

const itemsOf = (actions: readonly RowAction[]) => actions.map((a) => ({ key: a.key, label: a.why ? `${a.label}（${a.why}）` : a.label, danger: a.danger ?? false, disabled: a.disabled ?? false }))

export interface RowActionsProps {
  actions: readonly RowAction[]
  visible?: number
}

const shownOf = ({ actions, visible = 2 }: RowActionsProps) => (actions.length <= visible + 1 ? actions : actions.slice(0, visible))

/** Actions on a row: at most `visible` as links, the rest below 更多. */
export function RowActions(props: RowActionsProps) {
  const { actions } = props
  const shown = shownOf(props)
  const rest = actions.slice(shown.length)
  if (actions.length === 0) return <span aria-label="没有可用的操作">—</span>
  return (
    <>
      {shown.map((a) => (a.why ? <Tooltip key={a.key} title={a.why}>{linkOf(a)}</Tooltip> : linkOf(a)))}
      {rest.length > 0 ? <More actions={rest} /> : null}
    </>
  )
}

/** Px between two actions, and of 更多 with its caret. */
const GAP = 12
const MORE_WIDTH = 40
/** Px of letters at the size of a table's text; a Chinese one is as wide as it is high. */
const textWidth = (text: string) => [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 14 : 8), 0)

/** Px that the actions of a row take in one line, as far as can be told without measuring; null for anything but RowActions. */
export function actionsWidthOf(drawn: ReactNode): number | null {
  if (!isValidElement<RowActionsProps>(drawn) || drawn.type !== RowActions) return null
  const shown = shownOf(drawn.props)
  const parts = [...shown.map(({ label }) => textWidth(label)), ...(shown.length < drawn.props.actions.length ? [MORE_WIDTH] : [])]
  return parts.reduce((sum, width) => sum + width + GAP, -GAP)
}

const linkOf = (a: RowAction) => (
  <button key={a.key} type="button" className="kit-act" disabled={a.disabled ?? false} onClick={a.onClick} {...(a.danger ? { 'data-danger': '' } : {})} {...(a.why ? { 'aria-label': `${a.label}（${a.why}）` } : {})}>
    {a.label}
  </button>
)

function More({ actions }: { actions: readonly RowAction[] }) {
  const open = useContext(RowMenuContext)
  const button = (
    <button type="button" className="kit-act" aria-haspopup="menu" onClick={(e) => open?.({ button: e.currentTarget, actions })}>
      更多
      <i className="kit-caret" aria-hidden="true" />
    </button>
  )
  if (open) return button
  return (
    <Dropdown trigger={['click']} autoFocus menu={{ items: itemsOf(actions), onClick: ({ key }) => actions.find((a) => a.key === key)?.onClick() }}>
      {button}
    </Dropdown>
  )
}
