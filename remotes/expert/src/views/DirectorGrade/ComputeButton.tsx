import { computeEvalGrades } from '@assoc/contract/expert/grade-result'
import { session, toasts } from '@assoc/session'
import { Button, FormDrawer } from '@assoc/ui'
import { useState } from 'react'

/** Ranks and grades what a scheme has scored so far. */
export function ComputeButton({ onDone }: { onDone: () => void }) {
  const [open, setOpen] = useState(false)
  if (!session().has('evaluation:scheme:run')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>计算等级</Button>
      <FormDrawer
        open={open}
        title="计算名次与等级"
        call={computeEvalGrades}
        initial={{}}
        fields={[{ name: 'schemeId', kind: 'ref', span: 2, where: { schemeStatus: ['scoring'] }, help: '按方案的等级和否决条件计算，可以重复进行；开始公示时会再计算一次' }]}
        submitText="计算"
        onClose={() => setOpen(false)}
        onDone={({ graded, vetoed, unscored }) => {
          toasts.success(`已计算 ${graded} 个${vetoed > 0 ? `，否决 ${vetoed} 个` : ''}${unscored > 0 ? `，${unscored} 个没有得分` : ''}`)
          setOpen(false)
          onDone()
        }}
      />
    </>
  )
}
