import { definePersonal } from '../../../platform/personal/register'

const GROUP = '培训与交流'

// Entries of the ledger and enrolments bear no name and no number: they are found by their learner, who is one that nobody knows any more.
definePersonal([
  {
    table: 'learner', id: 'learner_id', label: '学员', group: GROUP, order: 67, by: { user: 'user_id', mobile: 'mobile', name: 'name' },
    columns: { name: ['姓名', 'name'], mobile: ['手机号码', 'mark'], unit_name: ['单位', 'null'], remark: ['备注', 'null'] },
    told: { learner_role: '适用对象', role_since: '任职起始', earned_hours: '本期学时', deadline: '本期截止' },
    fate: 'erase',
  },
  {
    table: 'exchange_apply', id: 'apply_id', label: '交流报名', group: GROUP, order: 68, by: { mobile: 'mobile', email: 'email', name: 'name' },
    columns: {
      name: ['姓名', 'name'], mobile: ['手机号码', 'mark'], email: ['电子邮箱', 'null'], post_name: ['职务', 'empty'], remark: ['备注', 'null'],
      passport_no: ['护照号', 'null'], passport_sealed: ['', 'null'], passport_print: ['', 'null'],
    },
    told: { unit_name: '单位', create_time: '报名时间' },
    fate: 'erase',
    refused: { column: 'apply_status', statuses: ['refused'], since: 'update_time' },
  },
  { table: 'study_exchange', id: 'exchange_id', label: '交流活动联系人', group: GROUP, order: 69, by: { mobile: 'contact_phone', name: 'contact_name' }, columns: { contact_name: ['联系人', 'null'], contact_phone: ['联系电话', 'null'] }, told: { exchange_name: '活动' }, fate: 'erase' },
  {
    table: 'certificate', id: 'certificate_id', label: '学时证明', group: GROUP, order: 70, by: {}, columns: { holder_name: ['姓名', 'keep'], holder_unit: ['单位', 'keep'] }, fate: 'keep',
    basis: '《个人信息保护法》第十三条：已发放的证明须可查验', until: '证明撤销',
  },
])
