import type { FormDoc } from '@assoc/contract/form/engine/document'
import { today } from '@assoc/contract/core/day'
import { toasts } from '@assoc/session'
import { Button, Card, Flex, FormSheet, loadSheets, Segmented, Skeleton, type SheetStore } from '@assoc/ui'
import { useEffect, useState } from 'react'
import { TEA_FORM, TEA_TABLE } from '../forms'

type Kind = 'flow' | 'table'
type Mode = 'fill' | 'read' | 'print'

const PREVIOUS = { area: '120', grade: 'b' }

/** A form that somebody has made in the designer, filled in. */
function useDemoSheet(doc: FormDoc): SheetStore | null {
  const [sheet, setSheet] = useState<SheetStore | null>(null)
  useEffect(() => {
    let here = true
    void loadSheets().then(({ createSheet, startRun, withFixedRows }) => {
      if (here) setSheet(createSheet(startRun(doc, withFixedRows(doc, {}), { today: today(), previous: PREVIOUS, lookups: { companyName: '青岚茶业（示例）' } }), { previous: PREVIOUS }))
    })
    return () => {
      here = false
    }
  }, [doc])
  return sheet?.run.doc === doc ? sheet : null
}

export function SheetExample() {
  const [kind, setKind] = useState<Kind>('flow')
  const [mode, setMode] = useState<Mode>('fill')
  const sheet = useDemoSheet(kind === 'flow' ? TEA_FORM : TEA_TABLE)
  const submit = () => {
    if (!sheet) return
    const faults = sheet.run.faults(true)
    sheet.show(faults)
    if (faults.length === 0) toasts.success(`可以提交，${Object.keys(sheet.run.submission().answers).length} 项`)
  }
  return (
    <Card>
      <Flex gap={16} wrap style={{ marginBottom: 16 }}>
        <Segmented aria-label="布局" value={kind} onChange={setKind} options={[{ value: 'flow', label: '问卷' }, { value: 'table', label: '表格' }]} />
        <Segmented aria-label="方式" value={mode} onChange={setMode} options={[{ value: 'fill', label: '填写' }, { value: 'read', label: '查看' }, { value: 'print', label: '打印' }]} />
        <Button type="primary" onClick={submit}>
          检查
        </Button>
      </Flex>
      {sheet ? <FormSheet sheet={sheet} mode={mode} /> : <Skeleton active />}
    </Card>
  )
}
