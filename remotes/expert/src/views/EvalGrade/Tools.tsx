import { addStandardGrades } from '@assoc/contract/expert/eval-grade'
import { session, toasts } from '@assoc/session'
import { AppDrawer, Button, FormDrawer } from '@assoc/ui'
import { lazy, Suspense, useState } from 'react'

const Preview = lazy(() => import('./Preview').then((m) => ({ default: m.Preview })))

/** What concerns all grades of a scheme: the usual ones, and how they would spread scores. */
export function Tools({ schemeId, onDone }: { schemeId: string | null; onDone: () => void }) {
  const [open, setOpen] = useState<'preview' | 'standard' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button onClick={() => setOpen('preview')}>预览分布</Button>
      {session().has('evaluation:scheme:update') ? <Button onClick={() => setOpen('standard')}>填入常用等级</Button> : null}
      {open === 'preview' ? (
        <AppDrawer open title="预览等级分布" size={760} onClose={close}>
          <Suspense fallback={null}>
            <Preview schemeId={schemeId} />
          </Suspense>
        </AppDrawer>
      ) : null}
      <FormDrawer
        open={open === 'standard'}
        title="填入常用等级"
        call={addStandardGrades}
        initial={schemeId ? { schemeId } : {}}
        fields={[{ name: 'schemeId', kind: 'ref', span: 2, help: '按名次为 5A、4A、3A、未评级，按得分为 A、B、C、D；填入后请按当年方案修改名额' }]}
        submitText="填入"
        onClose={close}
        onDone={({ added }) => {
          toasts.success(`已填入 ${added} 个等级`)
          close()
          onDone()
        }}
      />
    </>
  )
}
