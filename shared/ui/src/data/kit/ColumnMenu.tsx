import { useState } from 'react'
import { Button, SettingOutlined, Tooltip } from '../../shell'
import { ColumnPanel } from '../forms'
import type { ColumnPanelProps } from './ColumnPanel'

/** The button of the column settings; what it opens is fetched when it is first pressed. */
export function ColumnMenu(props: ColumnPanelProps) {
  const [wanted, setWanted] = useState(false)
  if (wanted) return <ColumnPanel {...props} />
  return (
    <Tooltip title="列设置">
      <Button type="text" icon={<SettingOutlined />} aria-label="列设置" aria-haspopup="dialog" onClick={() => setWanted(true)} />
    </Tooltip>
  )
}
