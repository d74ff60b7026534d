import { BrowserRouter, Link, useLocation } from '@assoc/router'
import { Flex, Segmented, Typography, UiProvider, appearance, theme, type AppearanceSettings } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { SECTIONS } from './sections'

const THEMES: { value: AppearanceSettings['theme']; label: string }[] = [
  { value: 'light', label: '浅色' },
  { value: 'dark', label: '深色' },
  { value: 'auto', label: '跟随系统' },
]
const SIZES: { value: AppearanceSettings['fontSize']; label: string }[] = [
  { value: 13, label: '小' },
  { value: 14, label: '标准' },
  { value: 16, label: '大' },
  { value: 18, label: '特大' },
]

/** The page of the kit: what there is on the left, one part of it with a live example on the right. */
export function Page() {
  return (
    <UiProvider>
      <BrowserRouter>
        <Frame />
      </BrowserRouter>
    </UiProvider>
  )
}

const Frame = observer(function Frame() {
  const { token } = theme.useToken()
  const { pathname } = useLocation()
  const { settings } = appearance
  const shown = SECTIONS.find((section) => `/${section.key}` === pathname) ?? SECTIONS[0]
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef(true)
  useEffect(() => {
    document.title = `${shown.title} · 资源套件`
    // Who chose by keyboard goes on reading where the section begins; a fresh page is begun at its top.
    if (!first.current) heading.current?.focus()
    first.current = false
  }, [shown])
  const border = `1px solid ${token.colorBorderSecondary}`
  return (
    <div style={{ display: 'grid', gridTemplateColumns: '200px minmax(0, 1fr)', gridTemplateRows: 'auto 1fr', minHeight: '100%', background: token.colorBgLayout, color: token.colorText }}>
      <Flex component="header" align="center" gap={16} wrap style={{ gridColumn: '1 / -1', padding: '8px 16px', background: token.colorBgContainer, borderBottom: border }}>
        <Typography.Text strong>资源套件</Typography.Text>
        <span style={{ flex: 1 }} />
        <Segmented aria-label="主题" value={settings.theme} onChange={(value) => appearance.apply({ theme: value })} options={THEMES} />
        <Segmented aria-label="字号" value={settings.fontSize} onChange={(value) => appearance.apply({ fontSize: value })} options={SIZES} />
        <Segmented
          aria-label="密度"
          value={settings.compact ? 'compact' : 'normal'}
          onChange={(value) => appearance.apply({ compact: value === 'compact' })}
          options={[
            { value: 'normal', label: '默认' },
            { value: 'compact', label: '紧凑' },
          ]}
        />
      </Flex>
      <nav aria-label="目录" style={{ background: token.colorBgContainer, borderRight: border }}>
        <div style={{ position: 'sticky', top: 0, padding: '12px 0' }}>
          {SECTIONS.map((section) => {
            const here = section === shown
            return (
              <Link
                key={section.key}
                to={`/${section.key}`}
                {...(here ? { 'aria-current': 'page' as const } : {})}
                style={{ display: 'block', padding: '6px 16px', color: here ? token.colorPrimaryText : token.colorText, background: here ? token.controlItemBgActive : 'none', fontWeight: here ? 600 : 400, textDecoration: 'none' }}
              >
                {section.title}
              </Link>
            )
          })}
        </div>
      </nav>
      <main style={{ padding: 16, minWidth: 0 }}>
        <h1 ref={heading} tabIndex={-1} style={{ margin: 0, fontSize: 20, lineHeight: '28px' }}>
          {shown.title}
        </h1>
        <Typography.Paragraph type="secondary" style={{ margin: '4px 0 16px' }}>
          {shown.when}
        </Typography.Paragraph>
        <shown.Example key={shown.key} />
      </main>
    </div>
  )
})
