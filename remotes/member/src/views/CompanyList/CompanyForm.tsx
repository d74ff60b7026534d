import { board, companyType, controllerType, exchange, insertCompany, jurisdiction, updateCompany } from '@assoc/contract/member/company'
import { FormDrawer, type FormField } from '@assoc/ui'
import { useMemo } from 'react'
import { useIndustries } from '../../company/industry'
import type { Company } from './types'

function useFields(): FormField[] {
  const [capco, shenwan] = [useIndustries('capco'), useIndustries('sw2021')]
  return useMemo(
    () => [
      { name: 'companyName', kind: 'text', span: 2 },
      { name: 'shortName', kind: 'text' },
      { name: 'companyType', kind: 'select', options: companyType.options },
      { name: 'stockCode', kind: 'text', help: '境内上市公司必填，须与板块一致' },
      { name: 'board', kind: 'select', options: board.options, help: '境内上市公司必选' },
      { name: 'exchange', kind: 'select', options: exchange.options, help: '不选时按证券代码判断' },
      { name: 'stockCodeB', kind: 'text', help: '有B股的公司填写，900 或 200 开头' },
      { name: 'listDate', kind: 'date', help: '境内上市公司必填' },
      { name: 'creditCode', kind: 'text', placeholder: '18 位' },
      { name: 'jurisdiction', kind: 'select', options: jurisdiction.options },
      { name: 'totalShares', kind: 'text', placeholder: '例如 80000.5' },
      { name: 'csrcIndustry', kind: 'select', options: capco ?? [] },
      { name: 'swIndustry', kind: 'select', options: shenwan ?? [], help: '尽量选到三级行业；没有的可在行业字典中新增或导入' },
      { name: 'controllerType', kind: 'select', options: controllerType.options },
      { name: 'legalRep', kind: 'text' },
      { name: 'companyPhone', kind: 'text' },
      { name: 'companyEmail', kind: 'text' },
      { name: 'regAddress', kind: 'address' },
      { name: 'officeAddress', kind: 'address' },
      { name: 'deptId', kind: 'ref', help: '不选时归您所在的部门' },
      { name: 'remark', kind: 'longText' },
    ],
    [capco, shenwan],
  )
}

export function NewCompany({ onClose, onDone }: { onClose: () => void; onDone: (companyId: string) => void }) {
  const fields = useFields()
  return (
    <FormDrawer
      open
      width={720}
      title="新增公司"
      call={insertCompany}
      fields={fields}
      initial={{ companyType: 'listed' }}
      draft="member/CompanyList/new"
      onClose={onClose}
      onDone={(answer) => onDone(answer.companyId)}
    />
  )
}

export function EditCompany({ company, onClose, onDone }: { company: Company; onClose: () => void; onDone: () => void }) {
  const fields = useFields()
  return (
    <FormDrawer
      open
      width={720}
      title={`修改公司 · ${company.shortName}`}
      call={updateCompany}
      fields={fields}
      initial={company}
      hidden={{ companyId: company.companyId, version: company.version }}
      draft={`member/CompanyList/${company.companyId}`}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
