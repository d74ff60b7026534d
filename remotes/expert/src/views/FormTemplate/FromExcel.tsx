import { viewLink } from '@assoc/contract'
import { formTemplate } from '@assoc/contract/form/template'
import { useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { Button, FormDrawer } from '@assoc/ui'
import { useState } from 'react'

/** A table form that begins with an Excel sheet: it is made by its name, and the designer opens with the choice of the file. */
export function FromExcel() {
  const navigate = useNavigate()
  const [asked, setAsked] = useState(false)
  if (!session().has('form:template:update')) return null
  return (
    <>
      <Button onClick={() => setAsked(true)}>由 Excel 新建</Button>
      {asked ? (
        <FormDrawer
          open
          title="由 Excel 新建表格表单"
          call={formTemplate.insert}
          hidden={{ formKind: 'table' }}
          fields={[{ name: 'formName', kind: 'text' }]}
          initial={{}}
          submitText="新建并选择文件"
          onClose={() => setAsked(false)}
          onDone={({ templateId }) => {
            setAsked(false)
            void navigate(viewLink('expert/EditFormTable', { formId: String(templateId), from: 'excel' }))
          }}
        />
      ) : null}
    </>
  )
}
