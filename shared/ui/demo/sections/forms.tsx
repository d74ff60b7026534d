import type { Call, Lookup, LookupOf } from '@assoc/contract'
import { toasts } from '@assoc/session'
import { Button, Card, deriveFields, FormDrawer, Segmented, type FormDrawerProps, type FormField } from '@assoc/ui'
import { useState } from 'react'
import { saveEveryKind, saveManyFields } from '../api/answers'
import { PLACES } from '../places'
import { MANY, tasting, tea, teaKind } from '../resources'

/** A button that opens a form. */
function Opened<C extends Call>({ button, done = '已保存', ...form }: { button: string; done?: string } & Omit<FormDrawerProps<C>, 'open' | 'onClose' | 'onDone'>) {
  const [open, setOpen] = useState(false)
  return (
    <Card>
      <Button type="primary" onClick={() => setOpen(true)}>
        {button}
      </Button>
      <FormDrawer
        {...form}
        open={open}
        onClose={() => setOpen(false)}
        onDone={() => {
          setOpen(false)
          toasts.success(done)
        }}
      />
    </Card>
  )
}

const options = teaKind.options
const TEAS: Lookup = {
  entity: 'tea',
  list: async () => tea.list,
  read: async () => tea.read,
  id: 'teaId',
  label: ['teaName'],
  hint: '输入名称',
} satisfies LookupOf<typeof tea.list>
const EVERY: FormField[] = [
  { name: 'plain', kind: 'text', placeholder: '最多 20 个字' },
  { name: 'number', kind: 'number', help: '1 到 100 的整数' },
  { name: 'cost', kind: 'money', help: '按元填写，最多两位小数' },
  { name: 'day', kind: 'date' },
  { name: 'one', kind: 'select', options },
  { name: 'many', kind: 'select', options, multiple: true },
  { name: 'place', kind: 'tree', options: PLACES },
  { name: 'sample', kind: 'ref', lookup: TEAS, label: '关联记录' },
  { name: 'mobile', kind: 'personal', masked: '138****2671', reveal: async () => '13800002671', help: '点一次显示一次，不改动就不提交' },
  { name: 'checks', kind: 'checks', options, span: 2 },
  { name: 'active', kind: 'switch' },
  { name: 'fixed', kind: 'text', disabled: true },
  { name: 'own', kind: 'own', render: <Segmented options={['晨间', '午后', '夜间']} /> },
  { name: 'papers', kind: 'files', purpose: 'tea.papers', rule: { exts: ['pdf', 'png'], maxMb: 1, max: 3 } },
  { name: 'long', kind: 'longText' },
]

export const FormExample = () => (
  <Opened button="打开表单" title="各种字段" call={saveEveryKind} fields={EVERY} initial={{ number: 10, checks: ['green'], many: ['green', 'white'], active: true, fixed: '由系统填写', own: '午后' }} />
)

const LONG: FormField[] = MANY.map(({ name, kind }) => (kind === 'select' ? { name, kind, options } : { name, kind }))

export const LongFormExample = () => <Opened button="打开 40 项表单" title="40 项检测结果" width={880} call={saveManyFields} fields={LONG} initial={{}} draft="kit/Long" />

// Such values are fine for the schema; what is wrong with them only the server knows.
const TAKEN = { teaName: '龙井 001', teaKind: 'green', origin: '杭州西湖', price: 6000, stock: 5, pickedDate: '2026-03-20', organic: true }

export const RefusalExample = () => <Opened button="打开待保存的表单" title="新增茶样" call={tea.insert} fields={deriveFields(tea)} initial={TAKEN} />

export const DraftExample = () => (
  <Opened button="打开有草稿的表单" title="新增品鉴记录" call={tasting.insert} fields={deriveFields(tasting, {}, ['teaId'])} initial={{}} hidden={{ teaId: '1' }} draft="kit/Draft" />
)
