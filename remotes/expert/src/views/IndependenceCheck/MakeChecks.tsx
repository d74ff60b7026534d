import { today } from '@assoc/contract/core/day'
import { makeIndependenceChecks } from '@assoc/contract/expert/independence'
import { session, toasts } from '@assoc/session'
import { Button, FormDrawer } from '@assoc/ui'
import { useState } from 'react'

/** Makes the checks of a year for everybody in office; whoever has one keeps it. */
export function MakeChecks({ onDone }: { onDone: () => void }) {
  const [open, setOpen] = useState(false)
  if (!session().has('appointment:check:make')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>生成年度自查</Button>
      {open && (
        <FormDrawer
          open
          title="生成年度自查"
          call={makeIndependenceChecks}
          fields={[{ name: 'checkYear', kind: 'number', span: 2, help: '为当年在任的全部独立董事各生成一份，已有的不重复生成' }]}
          initial={{ checkYear: Number(today().slice(0, 4)) }}
          submitText="生成"
          onClose={() => setOpen(false)}
          onDone={({ made, already }) => {
            setOpen(false)
            toasts.success(`已生成 ${made} 份${already > 0 ? `，${already} 份已有` : ''}`)
            onDone()
          }}
        />
      )}
    </>
  )
}
