import { Button, InputNumber, Select, Tooltip } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { ChoiceField, Field, SwitchField } from '../fields'
import type { DesignerStore } from '../store'

/** What can be set of the cells that are chosen. Every button has its key, and all can be reached by Tab. */
export const CellProperties = observer(function CellProperties({ store }: { store: DesignerStore }) {
  const { table, doc } = store
  if (!doc.table) return null
  const { here, area, layout } = table
  const row = layout.rows[area.top]
  const column = layout.columns[area.left]
  const repeats = Object.entries(doc.questions).filter(([, one]) => one.type === 'repeat' && !one.retired)
  const placed = here?.cell.key
  const isMerged = here !== undefined && (here.cell.rows > 1 || here.cell.columns > 1)
  const button = (label: string, keys: string, run: () => void, enabled = true) => (
    <Tooltip title={keys} key={label}>
      <Button size="small" disabled={!enabled || !store.mayEdit} onClick={run}>
        {label}
      </Button>
    </Tooltip>
  )
  return (
    <div className="fd-props" data-fields="cell" style={{ paddingBottom: 0 }}>
      <strong>单元格 {table.name}</strong>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 4 }}>
        {button('合并', 'Ctrl+M', table.merge, area.top !== area.bottom || area.left !== area.right)}
        {button('拆分', 'Ctrl+Shift+M', table.split, isMerged)}
        {button('上插行', 'Alt+↑', () => table.insert('row', false))}
        {button('下插行', 'Alt+↓', () => table.insert('row', true))}
        {button('左插列', 'Alt+←', () => table.insert('column', false))}
        {button('右插列', 'Alt+→', () => table.insert('column', true))}
        {button('删除行', 'Ctrl+Delete', () => table.remove('row'))}
        {button('删除列', 'Ctrl+Shift+Delete', () => table.remove('column'))}
        {button('清空', 'Delete', table.clear)}
        {button(
          here?.cell.bold ? '取消加粗' : '加粗',
          'Ctrl+B',
          () => table.style({ bold: here?.cell.bold ? undefined : true }),
          here !== undefined,
        )}
      </div>
      <Field label="单元格中的题目">
        {(id) => (
          <Select
            id={id}
            style={{ width: '100%' }}
            placeholder="没有题目，直接输入文字"
            allowClear
            showSearch
            disabled={!store.mayEdit}
            value={placed}
            options={[...(placed ? [placed] : []), ...table.unplaced].map((key) => ({
              value: key,
              label: doc.questions[key]?.label ?? '已删除的题目',
            }))}
            onChange={(key: string | undefined) => (key === undefined ? table.cell({ key: undefined }) : table.place(key))}
          />
        )}
      </Field>
      <div className="fd-two">
        <Field label="行高（毫米）">
          {(id) => (
            <InputNumber
              id={id}
              style={{ width: '100%' }}
              min={2}
              max={400}
              value={row?.height ?? null}
              onChange={(value) => value !== null && table.size('row', Number(value))}
            />
          )}
        </Field>
        <Field label="列宽（毫米）">
          {(id) => (
            <InputNumber
              id={id}
              style={{ width: '100%' }}
              min={2}
              max={400}
              value={column?.width ?? null}
              onChange={(value) => value !== null && table.size('column', Number(value))}
            />
          )}
        </Field>
      </div>
      <div className="fd-two">
        <ChoiceField
          label="对齐"
          placeholder="默认"
          value={here?.cell.align}
          options={[
            { value: 'left', label: '左' },
            { value: 'center', label: '中' },
            { value: 'right', label: '右' },
          ]}
          onChange={(align) => table.style({ align: align as 'left' | 'center' | 'right' | undefined })}
        />
        <ChoiceField
          label="整行随表格重复"
          placeholder="不重复"
          value={row?.band}
          options={repeats.map(([key, one]) => ({ value: key, label: one.label }))}
          onChange={(band) => table.rows({ band })}
        />
      </div>
      <SwitchField label="每页重印此行作表头" value={row?.head === true} onChange={(on) => table.rows({ head: on ? true : undefined })} />
      <SwitchField label="A4 横向" value={layout.across === true} onChange={table.across} />
    </div>
  )
})
