import { AppDrawer, Flex, Segmented, appearance, type AppearanceSettings } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useWorkspace } from '../workspace/workspace-context'

const SIZES: { value: AppearanceSettings['fontSize']; label: string }[] = [
  { value: 13, label: '小' },
  { value: 14, label: '标准' },
  { value: 16, label: '大' },
  { value: 18, label: '特大' },
]

/** Light or dark, size of text, density; kept for the person on the server. */
export const AppearancePanel = observer(function AppearancePanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const workspace = useWorkspace()
  const { settings } = appearance
  return (
    <AppDrawer open={open} title="外观" size={320} onClose={onClose}>
      <Flex vertical gap={20}>
        <div>
          <div style={{ marginBottom: 8 }}>主题</div>
          <Segmented<AppearanceSettings['theme']> aria-label="主题" block value={settings.theme} onChange={(theme) => workspace.setAppearance({ theme })} options={[{ value: 'light', label: '浅色' }, { value: 'dark', label: '深色' }, { value: 'auto', label: '跟随系统' }]} />
        </div>
        <div>
          <div style={{ marginBottom: 8 }}>字号</div>
          <Segmented<AppearanceSettings['fontSize']> aria-label="字号" block value={settings.fontSize} onChange={(fontSize) => workspace.setAppearance({ fontSize })} options={SIZES} />
        </div>
        <div>
          <div style={{ marginBottom: 8 }}>密度</div>
          <Segmented<'normal' | 'compact'> aria-label="密度" block value={settings.compact ? 'compact' : 'normal'} onChange={(v) => workspace.setAppearance({ compact: v === 'compact' })} options={[{ value: 'normal', label: '默认' }, { value: 'compact', label: '紧凑' }]} />
        </div>
        <div>
          <div style={{ marginBottom: 8 }}>色弱模式</div>
          <Segmented<'normal' | 'weak'> aria-label="色弱模式" block value={settings.weak ? 'weak' : 'normal'} onChange={(v) => workspace.setAppearance({ weak: v === 'weak' })} options={[{ value: 'normal', label: '关闭' }, { value: 'weak', label: '开启' }]} />
        </div>
      </Flex>
    </AppDrawer>
  )
})
