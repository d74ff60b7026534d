import { labelOf } from '@assoc/contract'
import type { z } from 'zod'
import { Button, Flex, Typography, theme } from '../../shell'
import { AppModal } from '../../shell/modal'
import { textOf } from './columns'

export interface ConflictDialogProps {
  schema: z.ZodType
  fields: readonly string[]
  mine: Record<string, unknown>
  theirs: Record<string, unknown>
  onTakeTheirs: () => void
  onKeepMine: () => void
  onClose: () => void
}

/** Somebody else saved first: shows both values of every field that differs and lets the person decide. Nothing typed is lost. */
export function ConflictDialog({ schema, fields, mine, theirs, onTakeTheirs, onKeepMine, onClose }: ConflictDialogProps) {
  const { token } = theme.useToken()
  const differing = fields.filter((f) => JSON.stringify(mine[f] ?? null) !== JSON.stringify(theirs[f] ?? null))
  const cell = { padding: '8px 12px', borderBottom: `1px solid ${token.colorBorderSecondary}`, textAlign: 'left' as const, verticalAlign: 'top' as const }
  return (
    <AppModal
      open
      width={720}
      title="该记录已被他人修改"
      onCancel={onClose}
      footer={
        <Flex gap={8} justify="flex-end">
          <Button onClick={onClose}>返回继续编辑</Button>
          <Button onClick={onTakeTheirs}>采用现有内容</Button>
          <Button type="primary" onClick={onKeepMine}>
            以我的内容保存
          </Button>
        </Flex>
      }
    >
      <Typography.Paragraph type="secondary">您填写的内容没有丢失。下面是两者不同的地方，请选择保留哪一份。</Typography.Paragraph>
      <table style={{ width: '100%', borderCollapse: 'collapse' }}>
        <thead>
          <tr style={{ background: token.colorFillAlter }}>
            <th style={cell}>字段</th>
            <th style={cell}>现有内容</th>
            <th style={cell}>我的内容</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((field) => (
            <tr key={field}>
              <td style={cell}>{labelOf(schema, field)}</td>
              <td style={cell}>{textOf(schema, field, theirs[field])}</td>
              <td style={{ ...cell, background: token.controlItemBgActive }}>{textOf(schema, field, mine[field])}</td>
            </tr>
          ))}
          {differing.length === 0 ? (
            <tr>
              <td style={cell} colSpan={3}>
                您填写的内容与现有内容一致。
              </td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </AppModal>
  )
}
