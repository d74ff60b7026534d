import { assignStockListRow, type stockListRow } from '@assoc/contract/member/stock-list'
import { FormDrawer, Typography, type FormField } from '@assoc/ui'
import type { z } from 'zod'
import type { Batch } from './store'

const FIELDS: FormField[] = [{ name: 'companyId', kind: 'ref', span: 2 }]

interface AssignFormProps {
  batchId: string
  row: z.output<typeof stockListRow>
  onClose: () => void
  onDone: (batch: Batch) => void
}

/** Says which company of the register a row means. */
export default function AssignForm({ batchId, row, onClose, onDone }: AssignFormProps) {
  return (
    <FormDrawer open title={`指定公司：第 ${row.rowNo} 行`} call={assignStockListRow} fields={FIELDS} initial={{ companyId: null }} hidden={{ batchId, rowNo: row.rowNo }} submitText="指定" onClose={onClose} onDone={(batch) => onDone(batch)}>
      <Typography.Text>{`${row.stockCode ?? ''} ${row.shortName ?? ''}${row.listDate ? `，上市日期 ${row.listDate}` : ''}`}</Typography.Text>
      <Typography.Text type="secondary">{`${row.errorMessage ?? ''}。指定后按这家公司比较，写入前仍可取消；代码与它现有的不同时，原代码记为曾用代码。`}</Typography.Text>
    </FormDrawer>
  )
}
