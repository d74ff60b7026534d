import { Tag } from 'antd'
import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  ExclamationCircleOutlined,
  InfoCircleOutlined,
  MinusCircleOutlined,
  SendOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import type { Tone } from '@assoc/contract'
import { observer } from 'mobx-react-lite'
import { appearance } from '../theme/appearance'
import { toneColours } from '../theme/tokens'

const ICONS = {
  grey: MinusCircleOutlined,
  amber: ClockCircleOutlined,
  blue: SyncOutlined,
  green: CheckCircleOutlined,
  red: ExclamationCircleOutlined,
  violet: InfoCircleOutlined,
  teal: SendOutlined,
} as const

interface Coloured {
  labels: Record<string, string>
  tones: Partial<Record<string, Tone>>
}

/** A status with its label, colour and icon, all from the contract's status machine or choice; colour is never the only cue. */
export const StatusTag = observer(function StatusTag({ of, value }: { of: Coloured; value: string | null | undefined }) {
  if (!value) return <>—</>
  const tone = of.tones[value] ?? 'grey'
  const [colour, ground] = toneColours[appearance.dark ? 'dark' : 'light'][tone]
  const Icon = ICONS[tone]
  return (
    <Tag icon={<Icon />} variant="filled" style={{ color: colour, background: ground, marginInlineEnd: 0 }}>
      {of.labels[value] ?? value}
    </Tag>
  )
})
