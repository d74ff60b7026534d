import { Button, Flex, theme } from '@assoc/ui'
import type { ReactNode } from 'react'

/** What each part of a role's grants is given. */
export interface GrantProps {
  roleId: string
  editable: boolean
  onDirty: (dirty: boolean) => void
  onSaved: () => void
}

/** A part is at least as high as the drawer below its tabs, so that its foot stands at the bottom and not in the middle. */
export const FULL_HEIGHT = { minHeight: 'calc(100vh - 143px)' } as const

/** Foot of each part: how much is chosen, and saving it. */
export function GrantFoot({ children, dirty, busy, editable, onReset, onSave }: { children: ReactNode; dirty: boolean; busy: boolean; editable: boolean; onReset: () => void; onSave: () => void }) {
  const { token } = theme.useToken()
  return (
    // In sight however long the part is.
    <Flex
      align="center"
      justify="space-between"
      gap={12}
      wrap
      style={{ position: 'sticky', bottom: -24, zIndex: 2, margin: 'auto -24px -24px', padding: '12px 24px', background: token.colorBgElevated, borderTop: `1px solid ${token.colorBorderSecondary}` }}
    >
      <span role="status">{children}</span>
      {editable ? (
        <Flex gap={8}>
          <Button disabled={!dirty || busy} onClick={onReset}>
            还原
          </Button>
          <Button type="primary" disabled={!dirty} loading={busy} onClick={onSave}>
            保存
          </Button>
        </Flex>
      ) : (
        <span>您没有修改的权限，仅供查看</span>
      )}
    </Flex>
  )
}
