import { copyEvalIndicators } from '@assoc/contract/expert/indicator'
import { session, toasts } from '@assoc/session'
import { AppDrawer, Button, FormDrawer } from '@assoc/ui'
import { lazy, Suspense, useState } from 'react'

const Tree = lazy(() => import('./Tree').then((m) => ({ default: m.Tree })))

/** What concerns all indicators of a scheme: how they stand together, and copying them. */
export function Tools({ schemeId, onDone }: { schemeId: string | null; onDone: () => void }) {
  const [open, setOpen] = useState<'tree' | 'copy' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button onClick={() => setOpen('tree')}>指标结构</Button>
      {session().has('evaluation:scheme:update') ? <Button onClick={() => setOpen('copy')}>从其他方案复制</Button> : null}
      {open === 'tree' ? (
        <AppDrawer open title="指标结构" size={860} onClose={close}>
          <Suspense fallback={null}>
            <Tree schemeId={schemeId} />
          </Suspense>
        </AppDrawer>
      ) : null}
      <FormDrawer
        open={open === 'copy'}
        title="从其他方案复制指标"
        call={copyEvalIndicators}
        initial={schemeId ? { schemeId } : {}}
        fields={[
          { name: 'fromSchemeId', kind: 'ref', span: 2 },
          { name: 'schemeId', kind: 'ref', label: '复制到', span: 2, help: '须是还没有指标的草稿方案' },
        ]}
        submitText="复制"
        onClose={close}
        onDone={({ copied, unbound }) => {
          toasts.success(`已复制 ${copied} 个指标${unbound > 0 ? `，其中 ${unbound} 个须重新对应题目` : ''}`)
          close()
          onDone()
        }}
      />
    </>
  )
}
