import { yearNow } from '@assoc/contract/core/day'
import { board, companyType, listStatus } from '@assoc/contract/member/company-kinds'
import { Form, Select } from '@assoc/ui'
import { useIndustries } from '../company/industry'
import { many } from './many'

const YEARS = 6

/** Marks that are seldom asked for, and the classification of industries with them. */
export function FurtherMarks() {
  const industries = useIndustries('capco')
  const last = yearNow()
  return (
    <>
      <Form.Item name="companyTypes" label="公司类型">
        {many(companyType.options)}
      </Form.Item>
      <Form.Item name="boards" label="板块">
        {many(board.options)}
      </Form.Item>
      <Form.Item name="listStatuses" label="上市状态">
        {many(listStatus.options)}
      </Form.Item>
      <Form.Item name="csrcIndustries" label="所属行业（含下级）">
        {many(industries ?? [], '输入行业代码或名称')}
      </Form.Item>
      <Form.Item name="feeYear" label="欠费年度">
        <Select allowClear placeholder="不限" options={Array.from({ length: YEARS }, (_, n) => ({ value: last - n, label: `${last - n} 年` }))} />
      </Form.Item>
    </>
  )
}
