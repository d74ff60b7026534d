import { useNavigate } from '@assoc/router'
import { injectStyle } from '@assoc/ui'
import type { MouseEvent, ReactNode } from 'react'

const css = `
.page-link{font-weight:normal;color:var(--link);text-decoration:none;border-radius:2px;max-width:100%;overflow:hidden;text-overflow:ellipsis}
.page-link:hover{color:var(--link-hover);text-decoration:underline}
.page-link:focus-visible{outline:2px solid var(--link);outline-offset:1px}
`

/**
 * A link within a panel that opens a page of the console; with a key held or the wheel it opens where the browser says. A plain element: the first
 * page has some sixty of them, and a button of the library for each is most of what is drawn there.
 */
export function PageLink({ to, title, children }: { to: string; title?: string; children: ReactNode }) {
  injectStyle('page-link', css)
  const navigate = useNavigate()
  const click = (e: MouseEvent) => {
    if (e.ctrlKey || e.metaKey || e.shiftKey || e.button !== 0) return
    e.preventDefault()
    navigate(to)
  }
  return (
    <a className="page-link" href={to} title={title} onClick={click}>
      {children}
    </a>
  )
}
