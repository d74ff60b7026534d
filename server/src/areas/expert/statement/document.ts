import { availability, expertField, tieKind } from '@assoc/contract/expert/expert'
import { STATEMENT_CODES as CODES } from '@assoc/contract/expert/statement'
import type { FormDoc, Option } from '@assoc/contract/form/engine/document'

const options = (labels: Readonly<Record<string, string>>): Option[] => Object.entries(labels).map(([value, label]) => ({ value, label }))

/** The form that experts fill in each year. Its codes are those that are written to the pool. */
export const statementForm: FormDoc = {
  format: 1,
  title: '专家年度申报表',
  pages: ['pg1'],
  blocks: {
    pg1: { kind: 'page', title: '', items: ['se1', 'se2', 'se3'] },
    se1: { kind: 'section', title: '一、基本情况', items: ['st1name', 'st2unit', 'st3title', 'st4mail', 'st5field'] },
    se2: { kind: 'section', title: '二、可参与评审的时间', items: ['st6avail', 'st7works', 'st8note'] },
    se3: { kind: 'section', title: '三、关联单位', items: ['st9ties', 'st1true'] },
  },
  questions: {
    st1name: { type: 'lookup', code: 'name', label: '姓名', lookup: 'personName' },
    st2unit: { type: 'text', code: CODES.unit, label: '工作单位', required: true, max: '100' },
    st3title: { type: 'text', code: CODES.titleName, label: '职称或职务', max: '50' },
    st4mail: { type: 'text', code: CODES.email, label: '电子邮箱', required: true, format: 'email', personal: 'email' },
    st5field: { type: 'checkbox', code: CODES.fields, label: '专业领域', required: true, options: options(expertField.labels) },
    st6avail: { type: 'radio', code: CODES.availability, label: '本年度能否参与评审', required: true, options: options(availability.labels) },
    st7works: { type: 'number', code: CODES.workCapacity, label: '每月可评审件数', required: true, decimals: 0, min: '0', max: '100', unit: '件', visibleIf: ['ne', ['q', 'st6avail'], 'none'] },
    st8note: { type: 'textarea', code: 'availability_note', label: '不便参与的时间或其他说明', max: '500' },
    st9ties: { type: 'repeat', code: CODES.ties, label: '关联单位', help: '任职、担任董监高、近 24 个月有偿服务、持股或近亲属任职的单位；没有的不填', max: '50', columns: ['ti1name', 'ti2kind', 'ti3until'] },
    ti1name: { type: 'text', code: CODES.tieCompany, label: '单位全称、简称或证券代码', in: 'st9ties', required: true, max: '100' },
    ti2kind: { type: 'select', code: CODES.tieRelation, label: '关联关系', in: 'st9ties', required: true, options: options(tieKind.labels) },
    ti3until: { type: 'date', code: CODES.tieUntil, label: '截止日期', in: 'st9ties' },
    st1true: { type: 'checkbox', code: 'promise', label: '承诺', required: true, options: [{ value: 'yes', label: '以上内容真实、完整，如有变化及时告知协会' }] },
  },
}
