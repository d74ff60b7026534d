import { theme } from '@assoc/ui'
import type { CSSProperties, ReactNode } from 'react'

/** Title and content in a frame, without antd's card, which brings its tabs to the first page. */
export function Panel({ title, extra, children }: { title: string; extra?: ReactNode; children: ReactNode }) {
  const { token } = theme.useToken()
  const links = { '--link': token.colorLink, '--link-hover': token.colorLinkHover } as CSSProperties
  return (
    <section className="home-panel" aria-label={title} style={{ ...links, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
      <div style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', padding: '8px 12px', fontWeight: token.fontWeightStrong, borderBottom: `1px solid ${token.colorBorderSecondary}` }}>
        {title}
        {extra}
      </div>
      <div style={{ padding: 12 }}>{children}</div>
    </section>
  )
}
