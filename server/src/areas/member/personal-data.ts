import { definePersonal, definePersonalBlock } from '../../platform/personal/register'
import { openMatters } from './personal-data.repository'

const GROUP = '会员与人员'

definePersonal([
  {
    table: 'director_user', id: 'director_id', label: '独立董事', group: GROUP, order: 50,
    by: { mobile: 'mobile', email: 'email', print: 'id_card_print', name: 'name' },
    record: { name: 'directorUser', source: 'directorUser' },
    columns: {
      name: ['姓名', 'name'], name_initials: ['', 'empty'], id_card: ['身份证号', 'mark'], id_card_sealed: ['', 'sealed'], id_card_print: ['', 'mark'], mobile: ['手机号码', 'mark'], email: ['电子邮箱', 'mark'],
      current_unit: ['现任职单位', 'empty'], title_name: ['职称', 'null'], resume: ['简历', 'files'], papers: ['入库材料', 'files'], paper_slots: ['', 'files'], remark: ['备注', 'null'],
    },
    sealed: { text: 'id_card_sealed', shown: 'id_card' },
    told: { experience_years: '相关工作年限', current_seats: '现任境内上市公司家数', consent_time: '单独同意时间', create_time: '登记时间' },
    fate: 'erase',
    refused: { column: 'pool_status', statuses: ['refused'], since: 'update_time' },
  },
  {
    table: 'contact', id: 'contact_id', label: '联系人', group: GROUP, order: 51, by: { mobile: 'mobile', email: 'email', name: 'name' }, record: { name: 'contact', source: 'contact' },
    columns: { name: ['姓名', 'name'], name_initials: ['', 'empty'], mobile: ['手机号码', 'mark'], telephone: ['办公电话', 'null'], email: ['电子邮箱', 'null'], post_name: ['职务', 'null'], remark: ['备注', 'null'] },
    told: { start_date: '任职日期', end_date: '离任日期', create_time: '登记时间' },
    fate: 'erase',
    refused: { column: 'contact_status', statuses: ['refused'], since: 'update_time' },
  },
  {
    table: 'join_apply', id: 'apply_id', label: '入会申请', group: GROUP, order: 52, by: { mobile: 'applicant_mobile', name: 'applicant_name' }, record: { name: 'joinApply' },
    columns: { applicant_name: ['申请人姓名', 'name'], applicant_mobile: ['申请人手机', 'mark'], materials: ['申请材料', 'files'], material_slots: ['', 'files'], remark: ['备注', 'null'] },
    told: { apply_no: '申请编号', company_name: '申请单位', create_time: '登记时间' },
    fate: 'erase',
    refused: { column: 'apply_status', statuses: ['rejected'], since: 'update_time' },
  },
  {
    table: 'enterprise_user', id: 'enterprise_id', label: '企业用户', group: GROUP, order: 53, by: { mobile: 'mobile', name: 'applicant_name' }, record: { name: 'enterpriseUser', source: 'enterpriseUser' },
    columns: { applicant_name: ['姓名', 'name'], mobile: ['手机号码', 'mark'], auth_letter: ['授权书', 'files'], license_file: ['营业执照', 'files'], remark: ['备注', 'null'] },
    told: { create_time: '登记时间' },
    fate: 'erase',
    refused: { column: 'certify_status', statuses: ['rejected'], since: 'update_time' },
  },
  {
    table: 'exclusive_user', id: 'exclusive_id', label: '专属用户', group: GROUP, order: 54, by: { mobile: 'mobile', name: 'name' }, record: { name: 'exclusiveUser', source: 'exclusiveUser' },
    columns: { name: ['姓名', 'name'], mobile: ['手机号码', 'mark'], post_name: ['职务', 'null'], remark: ['备注', 'null'] }, told: { create_time: '登记时间' }, fate: 'erase',
  },
  {
    table: 'trial_account', id: 'trial_id', label: '试用账号', group: GROUP, order: 55, by: { mobile: 'mobile', name: 'applicant_name', user: 'user_id' }, record: { name: 'trialAccount' },
    columns: { account_name: ['账号名', 'mark'], applicant_name: ['申请人', 'name'], mobile: ['手机号码', 'mark'], remark: ['备注', 'null'] }, told: { org_name: '单位', create_time: '登记时间' }, fate: 'erase',
    refused: { column: 'trial_status', statuses: ['rejected'], since: 'update_time' },
  },
  {
    table: 'demand', id: 'demand_id', label: '独董需求联系人', group: GROUP, order: 56, by: { mobile: 'contact_mobile', name: 'contact_name' },
    columns: { contact_name: ['联系人', 'name'], contact_mobile: ['联系电话', 'mark'] }, told: { demand_no: '需求编号', create_time: '登记时间' }, fate: 'erase',
  },
  { table: 'report_user', id: 'report_user_id', label: '填报用户', group: GROUP, order: 57, by: { user: 'user_id' }, columns: {}, told: { create_time: '登记时间' }, fate: 'delete' },
])

definePersonalBlock(openMatters)
