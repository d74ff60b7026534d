import { contact, contactStatus, postType } from '@assoc/contract/member/contact'
import { resourcePage, Select } from '@assoc/ui'
import { arrearsSearch } from '../../lib/arrears'
import { WriteToChosen } from '../../message/chosen'

/** People at companies whom the association speaks to. */
export default resourcePage({
  name: 'member/ContactList',
  title: '联系人管理',
  resource: contact,
  search: [
    { kind: 'text', name: 'keyword', label: '关键字', placeholder: '姓名、拼音首字母、公司名称或代码' },
    { kind: 'select', name: 'postType', label: '职务类别', options: postType.options, multiple: true },
    { kind: 'select', name: 'contactStatus', label: '任职状态', options: contactStatus.options },
    ...arrearsSearch,
    { kind: 'text', name: 'mobile', label: '手机号码', placeholder: '完整的 11 位号码' },
  ],
  columns: [
    { field: 'name', width: 100 },
    { field: 'companyName', width: 140 },
    { field: 'stockCode', width: 90 },
    { field: 'postType', width: 140 },
    { field: 'mobile', width: 125 },
    { field: 'contactStatus', width: 105, tag: contactStatus },
    { field: 'updateTime', width: 150, sortable: true },
    { field: 'startDate', width: 115, sortable: true, hidden: true },
    { field: 'isPrimary', width: 100, hidden: true },
    { field: 'email', width: 180, hidden: true },
    { field: 'telephone', width: 140, hidden: true },
    { field: 'postName', width: 140, hidden: true },
    { field: 'endDate', width: 115, hidden: true },
    { field: 'consentDate', width: 140, hidden: true },
    { field: 'smsConsentDate', width: 150, hidden: true },
    { field: 'emailConsentDate', width: 150, hidden: true },
    { field: 'smsOptOut', width: 100, hidden: true },
    { field: 'emailOptOut', width: 100, hidden: true },
  ],
  detail: [
    'name',
    'contactStatus',
    'companyName',
    'stockCode',
    'postType',
    'postName',
    'gender',
    'mobile',
    'telephone',
    'email',
    'startDate',
    'endDate',
    'isPrimary',
    'smsOptOut',
    'emailOptOut',
    'consentDate',
    'smsConsentDate',
    'smsConsentSource',
    'smsConsentBy',
    'smsConsentTime',
    'emailConsentDate',
    'emailConsentSource',
    'emailConsentBy',
    'emailConsentTime',
    'remark',
    'updateTime',
  ],
  fields: {
    // 监事 is kept as history alone: it has its name, but cannot be chosen.
    postType: {
      kind: 'own',
      render: (
        <Select
          showSearch
          placeholder="请选择"
          options={postType.options.map((o) => ({ ...o, disabled: o.value === 'supervisor' }))}
        />
      ),
      show: (value) => postType.labels[value as keyof typeof postType.labels],
    },
    isPrimary: { help: '每家公司只有一位在任的主联系人' },
    consentDate: { help: '本人同意保存其个人信息的日期' },
    smsConsentDate: { help: '没有同意记录的，不会收到推广短信；拒收和退订始终优先' },
    emailConsentDate: { help: '没有同意记录的，不会收到推广邮件；拒收和退订始终优先' },
    endDate: { help: '登记离任时为空则记为当天' },
  },
  toolbar: (tools) => <WriteToChosen from="contact" tools={tools} />,
  initial: { gender: 'unknown', isPrimary: false, smsOptOut: false, emailOptOut: false },
  texts: {
    confirm: '核实通过后即为在任，可以作为会员代表、联络员和收件人。',
    refuse: '请写明核实不通过的原因，该联系人不能再使用。',
    leave: '登记离任后不再接收通知；离任日期为空的记为今天。是会员代表或联络员的，该会员的这一职务随之空缺，并通知会员的经办人。',
    delete: '删除后不能恢复。只能删除待核实和核实不通过的联系人。',
  },
})
