/** The part that is there with the console: what its frame and almost every view need. */
export {
  Alert,
  Badge,
  Breadcrumb,
  Button,
  ConfigProvider,
  Dropdown,
  Flex,
  Input,
  Menu,
  Skeleton,
  Spin,
  Tag,
  Tooltip,
  Typography,
  Watermark,
  theme,
} from 'antd'
export type { ButtonProps, InputRef, MenuProps } from 'antd'
export * from './icons'
export * from './modal'
export * from './provider'
export * from './states'
export { keepPreference, NOTICES_CHANGED, preferences } from './preferences'
export * from './status-tag'
export * from './styles'
export * from './tab-context'
export * from './toast-host'
export { undos } from './undo'
export { appearance, AppearanceStore, type AppearanceSettings } from '../theme/appearance'
export { buildTheme, type FontSize } from '../theme/theme'
export { brand, menuColours, toneColours, watermarkInk } from '../theme/tokens'
