import { Checkbox, Popover, Segmented } from 'antd'
import { observer } from 'mobx-react-lite'
import { Button, DownOutlined, Flex, PushpinOutlined, SettingOutlined, Tooltip, UpOutlined } from '../../shell'
import type { ColumnSettings, Density } from './column-settings'

export interface ColumnPanelProps {
  settings: ColumnSettings
  columns: { field: string; title: string; shown: boolean; pinned: boolean }[]
}

/** Which columns are shown, in which order, how dense; everything works by keyboard, and the defaults come back with one click. */
export const ColumnPanel = observer(function ColumnPanel({ settings, columns }: ColumnPanelProps) {
  const fields = columns.map((c) => c.field)
  const move = (at: number, by: number) => {
    const order = [...fields]
    const [field] = order.splice(at, 1)
    if (field) order.splice(at + by, 0, field)
    settings.change({ order })
  }
  const content = (
    <Flex vertical gap={8} style={{ width: 260 }}>
      <Segmented<Density>
        block
        options={[
          { value: 'small', label: '紧凑' },
          { value: 'middle', label: '默认' },
          { value: 'large', label: '宽松' },
        ]}
        value={settings.difference.density ?? 'middle'}
        onChange={(density) => settings.change({ density })}
      />
      <div style={{ maxHeight: 320, overflow: 'auto' }}>
        {columns.map((column, i) => (
          <Flex key={column.field} align="center" justify="space-between">
            <Checkbox
              checked={column.shown}
              disabled={column.shown && columns.filter((c) => c.shown).length === 1}
              onChange={(e) => settings.change({ hidden: { ...settings.difference.hidden, [column.field]: !e.target.checked } })}
            >
              {column.title}
            </Checkbox>
            <span>
              <Button
                type="text"
                size="small"
                icon={<PushpinOutlined style={{ opacity: column.pinned ? 1 : 0.35 }} />}
                aria-label={`固定${column.title}`}
                aria-pressed={column.pinned}
                onClick={() => settings.change({ pinned: { ...settings.difference.pinned, [column.field]: column.pinned ? 'none' : 'left' } })}
              />
              <Button type="text" size="small" icon={<UpOutlined />} aria-label={`上移${column.title}`} disabled={i === 0} onClick={() => move(i, -1)} />
              <Button type="text" size="small" icon={<DownOutlined />} aria-label={`下移${column.title}`} disabled={i === columns.length - 1} onClick={() => move(i, 1)} />
            </span>
          </Flex>
        ))}
      </div>
      <Button size="small" onClick={() => settings.restore()}>
        恢复默认
      </Button>
    </Flex>
  )
  return (
    <Popover defaultOpen content={content} trigger="click" placement="bottomRight" title="列与密度">
      <Tooltip title="列设置">
        <Button autoFocus type="text" icon={<SettingOutlined />} aria-label="列设置" />
      </Tooltip>
    </Popover>
  )
})
