import { asLetterVariable, letterKind, LETTER_VARIABLES, letterTemplate, letterTemplateStatus } from '@assoc/contract/fee/letter'
import { session } from '@assoc/session'
import { Button, resourcePage } from '@assoc/ui'
import { lazy, Suspense, useState } from 'react'
import { RichBox } from '../../message/RichBox'

const Issuer = lazy(() => import('./Issuer'))

/** Words of the letters that members get. */
export default resourcePage({
  name: 'member/LetterTemplate',
  title: '文书模板',
  resource: letterTemplate,
  search: [
    { kind: 'text', name: 'keyword', label: '模板名称' },
    { kind: 'select', name: 'letterKind', label: '文书种类', options: letterKind.options },
    { kind: 'select', name: 'templateStatus', label: '模板状态', options: letterTemplateStatus.options },
  ],
  columns: [
    { field: 'templateName', width: 200, sortable: true },
    { field: 'letterKind', width: 130 },
    { field: 'title', width: 200 },
    { field: 'templateStatus', width: 95, tag: letterTemplateStatus },
    { field: 'updateTime', width: 150, sortable: true },
  ],
  fields: {
    title: { span: 2 },
    content: {
      kind: 'rich',
      inserts: LETTER_VARIABLES.map((v) => ({ label: v, text: asLetterVariable(v) })),
      help: `可用变量：${LETTER_VARIABLES.map(asLetterVariable).join('、')}，出具时按会员填入`,
    },
    withBills: { help: '正文下方附未缴账单和收款账户' },
  },
  initial: { letterKind: 'notice', withBills: true },
  nameOf: (row) => row.templateName,
  detail: ['templateName', 'letterKind', 'title', 'withBills', 'templateStatus', 'updateTime'],
  inDetail: (row) => <RichBox value={row.content} />,
  toolbar: () => (session().has('fee:letter:template') ? <IssuerButton /> : null),
  texts: { disable: '停用后不能再用它出具文书，已出具的文书不受影响。', delete: '删除后不能恢复，已出具的文书不受影响。' },
})

function IssuerButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>落款与收款账户</Button>
      {open ? (
        <Suspense fallback={null}>
          <Issuer onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
