import { AppDrawer, StateScreen } from '../shell'

export interface MissingRecordProps {
  /** What one row is called: 字典. */
  label: string
  message: string
  onClose: () => void
}

/** In the place of a record that is not there for this person; whether it is there for others is not told. */
export const MissingRecord = ({ label, message, onClose }: MissingRecordProps) => (
  <AppDrawer open size={640} title={label} onClose={onClose}>
    <StateScreen title={message}>{label}可能已删除，或不在您的数据范围内。</StateScreen>
  </AppDrawer>
)
