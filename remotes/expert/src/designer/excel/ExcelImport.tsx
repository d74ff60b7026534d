import { useSearchParams } from '@assoc/router'
import { Button } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useEffect } from 'react'
import type { DesignerStore } from '../store'

const ImportDialog = lazy(() => import('./ImportDialog').then((part) => ({ default: part.ImportDialog })))

/** Makes the table of the form from an Excel sheet. A form that was just made for one begins with it. */
export const ExcelImport = observer(function ExcelImport({ store, templateId }: { store: DesignerStore; templateId: string }) {
  const [params] = useSearchParams()
  const asked = params.get('from') === 'excel' && store.doc.table === undefined
  useEffect(() => {
    if (asked && store.mayEdit) store.startImport()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the form is opened
  }, [])
  return (
    <>
      <Button size="small" disabled={!store.mayEdit} onClick={() => store.startImport()}>
        由 Excel 导入
      </Button>
      {store.importing ? (
        <Suspense fallback={null}>
          <ImportDialog store={store} templateId={templateId} onClose={() => store.endImport()} />
        </Suspense>
      ) : null}
    </>
  )
})
