/**
 * Part three of three: what few views show at first sight. Views take the late forms of @assoc/ui/data;
 * only a view that is nothing without one of these imports it from here.
 */
export {
  Calendar,
  Cascader,
  Collapse,
  DatePicker,
  Image,
  Progress,
  QRCode,
  Rate,
  Slider,
  Splitter,
  Statistic,
  Table,
  Steps,
  Timeline,
  TimePicker,
  Tour,
  Transfer,
  Tree,
  Upload,
} from 'antd'
export * from './AuditTimeline'
export * from './BatchDialog'
export * from './ConflictDialog'
export * from './DetailDrawer'
export * from './FilesInput'
export * from './ImportDialog'
export * from './LinesInput'
export * from './PersonalInput'
export * from './RefSelect'
export * from './ReviewBar'
export * from './SavedViews'
export * from './ShortcutSheet'
export * from './TimeInputs'
export * from './TreePage'
export * from './TreeSelect'
export * from './UndoNotice'
