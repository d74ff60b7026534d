import { useEffect, useRef, type ReactNode } from 'react'
import { Button, CloseOutlined, Flex, injectStyle, theme } from '../shell'

// The page that has a pane in it stands beside it; without one it is as if its frame were not there.
const css = `
.kit-split:has(> .kit-pane){display:grid;grid-template-columns:minmax(0,1fr) minmax(480px,38%);gap:16px;align-items:start}
.kit-pane{position:sticky;top:0;display:flex;flex-direction:column;max-height:calc(100vh - 119px);min-width:0;border:1px solid var(--p-line);border-radius:var(--p-round);background:var(--p-ground)}
.kit-pane-head{display:flex;align-items:center;gap:12px;padding:12px 16px;border-bottom:1px solid var(--p-line)}
.kit-pane-body{flex:1;min-height:0;overflow:auto;padding:16px}
.kit-pane-foot{padding:12px 16px;border-top:1px solid var(--p-line)}
@media print{.kit-pane{position:static;max-height:none;border:0}}
`

export interface SplitPaneProps {
  title: string
  extra: ReactNode
  footer: ReactNode
  children: ReactNode
  onClose: () => void
}

/** A record beside its list: the list keeps the focus and all its keys, so that going through its rows goes through the records. */
export function SplitPane({ title, extra, footer, children, onClose }: SplitPaneProps) {
  injectStyle('kit-split', css)
  const { token } = theme.useToken()
  const body = useRef<HTMLDivElement>(null)
  // Reached by keyboard, so that a long record is scrolled by it.
  useEffect(() => body.current?.setAttribute('tabindex', '0'), [])
  const colours = { '--p-line': token.colorBorderSecondary, '--p-ground': token.colorBgContainer, '--p-round': `${token.borderRadiusLG}px` }
  return (
    <section className="kit-pane" aria-label={title} style={colours as React.CSSProperties}>
      <div className="kit-pane-head">
        <strong style={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{title}</strong>
        <Flex gap={12} align="center">
          {extra}
          <Button type="text" size="small" icon={<CloseOutlined />} aria-label="关闭" onClick={onClose} />
        </Flex>
      </div>
      <div ref={body} className="kit-pane-body" role="region" aria-label={`${title}的内容`}>
        {children}
      </div>
      {footer ? <div className="kit-pane-foot">{footer}</div> : null}
    </section>
  )
}
