import { Radio } from 'antd'
import { labelOf } from '@assoc/contract'
import { useState } from 'react'
import type { z } from 'zod'
import { Button, Flex, Typography, theme } from '../shell'
import { AppModal } from '../shell/modal'
import { textOf } from '../data/kit/columns'
import type { FormField } from '../data/kit/FormFields'
import { labelOfOption } from './option-labels'

export interface ConflictDialogProps {
  schema: z.ZodType
  fields: readonly FormField[]
  /** The values with which the form was opened; what they did not change is not theirs to insist on. */
  base: Record<string, unknown>
  mine: Record<string, unknown>
  theirs: Record<string, unknown>
  /** Closes the dialog with what stands now in the form, nothing saved. */
  onTakeTheirs: () => void
  /** Saves the chosen values, field by field. */
  onSettle: (values: Record<string, unknown>) => void
  onClose: () => void
}

type Side = 'mine' | 'theirs'

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/**
 * Somebody else saved first: every field that differs with both values, and the person decides field by
 * field. Chosen beforehand is their value where they changed it and theirs where they did not, so that saving
 * never takes back another's work unseen. Nothing typed is lost.
 */
export function ConflictDialog({ schema, fields, base, mine, theirs, onTakeTheirs, onSettle, onClose }: ConflictDialogProps) {
  const { token } = theme.useToken()
  // Personal data that they did not touch stays as it is stored, whatever that is.
  const differing = fields.filter((f) => (f.kind === 'personal' ? mine[f.name] !== undefined : !same(mine[f.name], theirs[f.name])))
  const [chosen, setChosen] = useState<Record<string, Side>>({})
  const sideOf = ({ name }: FormField): Side => chosen[name] ?? (same(mine[name], base[name]) ? 'theirs' : 'mine')
  const settle = () => onSettle({ ...mine, ...Object.fromEntries(differing.map((f) => [f.name, sideOf(f) === 'mine' ? mine[f.name] : f.kind === 'personal' ? undefined : theirs[f.name]])) })
  const cell = { padding: '8px 12px', borderBottom: `1px solid ${token.colorBorderSecondary}`, textAlign: 'left' as const, verticalAlign: 'top' as const }
  const option = (field: FormField, side: Side) => {
    const value = (side === 'mine' ? mine : theirs)[field.name]
    const picked = sideOf(field) === side
    return (
      <td style={{ ...cell, ...(picked ? { background: token.controlItemBgActive } : {}) }}>
        <Radio name={`conflict-${field.name}`} checked={picked} onChange={() => setChosen({ ...chosen, [field.name]: side })}>
          {labelOfOption(field, schema, value, side === 'theirs' ? theirs : undefined) ?? textOf(schema, field.name, value)}
        </Radio>
      </td>
    )
  }
  return (
    <AppModal
      open
      width={760}
      title="该记录已被他人修改"
      onCancel={onClose}
      footer={
        <Flex gap={8} justify="flex-end">
          <Button onClick={onClose}>返回继续编辑</Button>
          <Button onClick={onTakeTheirs}>采用现有内容</Button>
          <Button type="primary" onClick={settle}>
            按所选内容保存
          </Button>
        </Flex>
      }
    >
      <Typography.Paragraph type="secondary">您填写的内容没有丢失。下面是两者不同的地方，请逐项选择保留哪一份；您没有改动过的字段已预选现有内容。</Typography.Paragraph>
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
            <tr key={field.name}>
              <td style={cell}>{field.label ?? labelOf(schema, field.name)}</td>
              {option(field, 'theirs')}
              {option(field, 'mine')}
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
