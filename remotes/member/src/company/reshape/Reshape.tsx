import { today } from '@assoc/contract/core/day'
import { companyResource } from '@assoc/contract/member/company'
import { changeKind, companyChange, mergeCompanies, reshapeStatus, renameCompany, splitCompany } from '@assoc/contract/member/company-change'
import { AppDrawer, FormDrawer, ResourcePart, useAnswer, type FormField } from '@assoc/ui'
import { toasts } from '@assoc/session'
import type { ReactNode } from 'react'
import type { ReshapeKind } from './kinds'
import { MergeTarget, PeopleOf } from './pickers'

export interface ReshapeProps {
  kind: ReshapeKind
  companyId: string
  onClose: () => void
  /** Told after an action, with the company that there is to see now. */
  onDone: (companyId: string) => void
}

const BECAUSE: FormField[] = [
  { name: 'effectiveDate', kind: 'date', help: '不能晚于今天' },
  { name: 'reason', kind: 'text', span: 2, placeholder: '例如 股东会决议、工商变更登记通知书' },
]

/** The dialogs by which a company gets a new name, ends in another one or gives rise to one, and its history. */
export default function Reshape({ kind, companyId, onClose, onDone }: ReshapeProps) {
  const { data: company } = useAnswer(companyResource.read, kind === 'history' ? null : { companyId })
  if (kind === 'history') return <History companyId={companyId} onClose={onClose} onDone={onDone} />
  if (!company) return null
  const common = { open: true, width: 640, onClose, hidden: { companyId, version: company.version } }
  const done = (text: string) => (answer: { companyId: string }) => {
    toasts.success(text)
    onDone(answer.companyId)
    onClose()
  }
  const { companyName, shortName, stockCode } = company
  const forms: Record<Exclude<ReshapeKind, 'history'>, ReactNode> = {
    rename: (
      <FormDrawer
        {...common}
        title={`公司更名 · ${shortName}`}
        call={renameCompany}
        initial={{ companyName, shortName, stockCode, effectiveDate: today() }}
        fields={[{ name: 'companyName', kind: 'text', span: 2, help: '原名称和原代码仍可用来查找' }, { name: 'shortName', kind: 'text' }, { name: 'stockCode', kind: 'text' }, ...BECAUSE]}
        submitText="更名"
        onDone={done('公司已更名')}
      />
    ),
    merge: (
      <FormDrawer
        {...common}
        title={`合并「${shortName}」到其他公司`}
        call={mergeCompanies}
        danger
        initial={{ effectiveDate: today() }}
        fields={[{ name: 'intoId', kind: 'own', render: <MergeTarget companyId={companyId} />, span: 2, help: `合并后「${shortName}」不再单独列示，按其代码和名称可以找到存续公司` }, ...BECAUSE]}
        submitText="合并"
        onDone={done('公司已合并')}
      />
    ),
    split: (
      <FormDrawer
        {...common}
        title={`公司分立 · ${shortName}`}
        call={splitCompany}
        initial={{ effectiveDate: today(), contactIds: [] }}
        fields={[
          { name: 'companyName', kind: 'text', span: 2 },
          { name: 'shortName', kind: 'text' },
          { name: 'creditCode', kind: 'text', placeholder: '18 位' },
          { name: 'contactIds', kind: 'own', render: <PeopleOf companyId={companyId} />, span: 2, help: '所选联系人转到新公司；会员代表和联络员须先更换' },
          ...BECAUSE,
          { name: 'remark', kind: 'longText' },
        ]}
        submitText="分立"
        onDone={done('新公司已设立')}
      />
    ),
  }
  return forms[kind]
}

function History({ companyId, onClose, onDone }: Omit<ReshapeProps, 'kind'>) {
  return (
    <AppDrawer open title="公司沿革" size={980} onClose={onClose}>
      <ResourcePart
        name="member/CompanyHistory"
        title="沿革"
        resource={companyChange}
        fixed={{ companyId }}
        search={[]}
        nameOf={(row: { companyName: string; changeKind: string }) => `${row.companyName} ${changeKind.labels[row.changeKind as 'rename']}`}
        detail={false}
        columns={[
          { field: 'effectiveDate', width: 110 },
          { field: 'changeKind', width: 80 },
          { field: 'summary', width: 330 },
          { field: 'reshapeStatus', width: 95, tag: reshapeStatus },
          { field: 'operator', width: 105 },
          { field: 'createTime', width: 150, sortable: true, hidden: true },
        ]}
        texts={{ undo: '撤销后公司、联系人和会员等恢复为办理前的样子。办理后又有变化的，不能撤销。' }}
        onChanged={() => onDone(companyId)}
      />
    </AppDrawer>
  )
}
