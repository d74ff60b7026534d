import { injectStyle, menuColours, theme } from '@assoc/ui'
import { memo, useRef, useState, type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'

/** An entry of the menu, or a group of them. */
export interface SideEntry {
  key: string
  label: string
  icon?: ReactNode
  /** Address of the page; a group has none. */
  path?: string
  children?: readonly SideEntry[]
  disabled?: boolean
}

const colours = (theme: 'light' | 'dark') => `--s-hover:${menuColours[theme].hover};--s-here:${menuColours[theme].here};--s-here-ink:${menuColours[theme].hereInk}`

const css = `:root{${colours('light')}}:root[data-theme=dark]{${colours('dark')}}
.side,.side ul{list-style:none;margin:0;padding:0}
.side-row{display:flex;align-items:center;gap:10px;height:36px;margin:4px 8px;padding-inline-end:16px;border-radius:4px;color:inherit;text-decoration:none;cursor:pointer;white-space:nowrap;user-select:none}
.side-row:hover{background:var(--s-hover);color:inherit}
.side-row[data-within]{color:var(--s-seal)}
.side-row[aria-current]{background:var(--s-here);color:var(--s-here-ink)}
.side-row[aria-disabled]{color:var(--s-faint);cursor:not-allowed;background:none}
.side-row:focus-visible{outline:2px solid var(--s-seal);outline-offset:-2px}
.side-name{flex:1;min-width:0;overflow:hidden;text-overflow:ellipsis}
.side-row[aria-expanded]::after{content:'';flex:none;width:6px;height:6px;border:solid currentColor;border-width:0 1.5px 1.5px 0;transform:translateY(-2px) rotate(45deg)}
.side-row[aria-expanded=true]::after{transform:translateY(2px) rotate(225deg)}
`

export interface SideMenuProps {
  entries: readonly SideEntry[]
  /** Address of the page that is shown. */
  here: string
  open: readonly string[]
  onToggle: (key: string) => void
  onOpen: (path: string) => void
  /** The pointer has been moved onto the entry of a page: it will probably be wanted. */
  onNear: (key: string) => void
}

/**
 * The menu beside the page, drawn as plain elements that share their handlers: with a hundred entries it is drawn at every navigation.
 * Arrow keys go through what is to be seen, right and left open and close a group.
 */
export const SideMenu = memo(function SideMenu({ entries, here, open, onToggle, onOpen, onNear }: SideMenuProps) {
  injectStyle('side-menu', css)
  const { token } = theme.useToken()
  const list = useRef<HTMLUListElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('.side-row') ?? [])]
  const keyOf = (target: EventTarget) => (target as HTMLElement).closest<HTMLElement>('.side-row')?.dataset['key']
  const entryOf = (key: string | undefined): SideEntry | undefined => entries.flatMap((e) => [e, ...(e.children ?? []).flatMap((c) => [c, ...(c.children ?? [])])]).find((e) => e.key === key)
  const act = (entry: SideEntry | undefined) => {
    if (!entry || entry.disabled) return
    if (entry.children) onToggle(entry.key)
    else if (entry.path) onOpen(entry.path)
  }
  const click = (e: MouseEvent) => {
    // A new window by key or wheel is the browser's own.
    if (e.ctrlKey || e.metaKey || e.shiftKey || e.button !== 0) return
    e.preventDefault()
    act(entryOf(keyOf(e.target)))
  }
  const keyDown = (e: KeyboardEvent) => {
    const all = rows()
    const at = all.indexOf((e.target as HTMLElement).closest<HTMLElement>('.side-row') as HTMLElement)
    if (at < 0 || e.ctrlKey || e.metaKey || e.altKey) return
    const entry = entryOf(all[at]?.dataset['key'])
    const isOpen = entry?.children !== undefined && open.includes(entry.key)
    const to = { ArrowDown: (at + 1) % all.length, ArrowUp: (at - 1 + all.length) % all.length, Home: 0, End: all.length - 1 }[e.key]
    if (to !== undefined) all[to]?.focus()
    else if (e.key === 'ArrowRight' && entry?.children) {
      if (isOpen) all[at + 1]?.focus()
      else onToggle(entry.key)
    } else if (e.key === 'ArrowLeft') {
      if (isOpen && entry) onToggle(entry.key)
      else all[at]?.parentElement?.parentElement?.closest('li')?.querySelector<HTMLElement>('.side-row')?.focus()
    } else if (e.key === 'Enter' || e.key === ' ') act(entry)
    else return
    e.preventDefault()
  }
  const near = (e: MouseEvent) => {
    // An entry that is scrolled below a resting pointer is not pointed at.
    if (e.movementX === 0 && e.movementY === 0) return
    const entry = entryOf(keyOf(e.target))
    if (entry?.path) onNear(entry.key)
  }
  const first = focused !== null && rows().some((row) => row.dataset['key'] === focused) ? focused : entries[0]?.key
  const draw = (nodes: readonly SideEntry[], level: number): ReactNode =>
    nodes.map((entry) => {
      const expanded = entry.children !== undefined && open.includes(entry.key)
      const within = entry.children !== undefined && holds(entry, here)
      const common = {
        className: 'side-row',
        role: 'menuitem',
        'data-key': entry.key,
        tabIndex: entry.key === first ? 0 : -1,
        style: { paddingInlineStart: 24 + level * 24 },
        ...(entry.disabled ? { 'aria-disabled': true } : {}),
      }
      const content = (
        <>
          {entry.icon}
          <span className="side-name">{entry.label}</span>
        </>
      )
      return (
        <li key={entry.key} role="none">
          {entry.children ? (
            <div {...common} aria-haspopup="menu" aria-expanded={expanded} {...(within ? { 'data-within': '' } : {})}>
              {content}
            </div>
          ) : entry.path ? (
            <a {...common} href={entry.path} title={entry.label} draggable={false} {...(entry.path === here ? { 'aria-current': 'page' as const } : {})}>
              {content}
            </a>
          ) : (
            <div {...common}>{content}</div>
          )}
          {expanded ? (
            <ul role="menu" aria-label={entry.label}>
              {draw(entry.children ?? [], level + 1)}
            </ul>
          ) : null}
        </li>
      )
    })
  const inks = { '--s-seal': token.colorPrimaryText, '--s-faint': token.colorTextDisabled }
  return (
    <ul ref={list} className="side" role="menu" style={{ ...inks, color: token.colorText } as CSSProperties} onClick={click} onKeyDown={keyDown} onMouseOver={near} onFocus={(e) => setFocused(keyOf(e.target) ?? null)}>
      {draw(entries, 0)}
    </ul>
  )
})

const holds = (entry: SideEntry, here: string): boolean => (entry.children ?? []).some((child) => (!child.key.includes(':') && child.path === here) || holds(child, here))
