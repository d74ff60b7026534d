import { CODE } from '@assoc/contract'
import { savePreference } from '@assoc/contract/platform/workspace'
import { api } from '@assoc/http'
import { appearance, Flex, MoonOutlined, Segmented, SettingOutlined, SunOutlined, Switch, Typography, type AppearanceSettings, type FontSize } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, type ReactNode } from 'react'

const SIZES: { value: FontSize; label: string }[] = [
  { value: 13, label: '小' },
  { value: 14, label: '标准' },
  { value: 16, label: '大' },
  { value: 18, label: '特大' },
]

/** How the console looks for this person; shown at once, kept on the server. */
export const AppearancePart = observer(function AppearancePart() {
  const { theme, fontSize, compact, weak } = appearance.settings
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const keep = () => void api(savePreference, { key: 'appearance', value: { ...appearance.settings } }, { quiet: [CODE.roleView] }).catch(() => undefined)
  // What was chosen a moment before the tab was left is kept, too.
  useEffect(
    () => () => {
      if (timer.current === undefined) return
      clearTimeout(timer.current)
      keep()
    },
    [],
  )
  const change = (part: Partial<AppearanceSettings>) => {
    appearance.apply(part)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      keep()
    }, 500)
  }
  return (
    <Flex vertical gap={20} style={{ maxWidth: 560 }}>
      <Row label="主题">
        <Segmented
          aria-label="主题"
          value={theme}
          options={[
            { value: 'light', label: '浅色', icon: <SunOutlined /> },
            { value: 'dark', label: '深色', icon: <MoonOutlined /> },
            { value: 'auto', label: '跟随系统', icon: <SettingOutlined /> },
          ]}
          onChange={(value) => change({ theme: value as AppearanceSettings['theme'] })}
        />
      </Row>
      <Row label="字号">
        <Segmented aria-label="字号" value={fontSize} options={SIZES} onChange={(value) => change({ fontSize: value as FontSize })} />
      </Row>
      <Row label="紧凑" help="缩小行距和间距，一屏显示更多内容">
        <Switch aria-label="紧凑" checked={compact} onChange={(on) => change({ compact: on })} />
      </Row>
      <Row label="色弱模式" help="不用红、绿区分状态：绿色改为蓝色，状态另有图标">
        <Switch aria-label="色弱模式" checked={weak} onChange={(on) => change({ weak: on })} />
      </Row>
    </Flex>
  )
})

function Row({ label, help, children }: { label: string; help?: string; children: ReactNode }) {
  return (
    <Flex align="center" gap={16}>
      <span style={{ flex: 'none', width: 64 }}>{label}</span>
      {children}
      {help ? <Typography.Text type="secondary">{help}</Typography.Text> : null}
    </Flex>
  )
}
