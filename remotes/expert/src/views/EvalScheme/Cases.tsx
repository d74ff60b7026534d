import { integrityCase } from '@assoc/contract/expert/integrity-case'
import { session } from '@assoc/session'
import { Button, ImportDialog, ResourcePart } from '@assoc/ui'
import { useState } from 'react'

/** Investigations, penalties and censures of persons and companies. */
export function Cases() {
  return (
    <ResourcePart
      name="expert/EvalScheme/cases"
      title="诚信情形"
      resource={integrityCase}
      keywordHint="姓名、拼音首字母、公司名称或代码"
      columns={[
        { field: 'caseSubject', width: 80 },
        { field: 'name', width: 100 },
        { field: 'companyName', width: 120 },
        { field: 'caseKind', width: 100 },
        { field: 'caseDate', width: 115, sortable: true },
        { field: 'source', width: 160 },
        { field: 'docNo', width: 150 },
        { field: 'note', width: 200, hidden: true },
        { field: 'updateTime', width: 155, sortable: true, hidden: true },
      ]}
      initial={{ caseSubject: 'company', caseKind: 'penalty' }}
      fields={{ personId: { help: '导入时填姓名；同名的在姓名后加出生日期，如 范例文 1970-01-31' }, note: { span: 2 } }}
      toolbar={({ reload }) => <ImportButton onDone={() => void reload()} />}
      emptyText="还没有登记的立案调查、行政处罚和公开谴责"
    />
  )
}

/** A part of a page has no import of its own. */
function ImportButton({ onDone }: { onDone: () => void }) {
  const [open, setOpen] = useState(false)
  if (!session().has('evaluation:case:update')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>导入</Button>
      {open ? (
        <ImportDialog
          resource={integrityCase}
          onClose={(written) => {
            setOpen(false)
            if (written) onDone()
          }}
        />
      ) : null}
    </>
  )
}
