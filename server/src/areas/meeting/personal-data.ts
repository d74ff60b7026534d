import { definePersonal, definePersonalBlock } from '../../platform/personal/register'
import { openRegistrations } from './personal-data.repository'

const GROUP = '会议'

definePersonal([
  {
    table: 'meeting_registration', id: 'register_id', label: '会议报名', group: GROUP, order: 65, by: { mobile: 'mobile', email: 'email', name: 'name' }, record: { name: 'meetingRegistration' },
    columns: {
      name: ['姓名', 'name'], mobile: ['手机号码', 'mark'], email: ['电子邮箱', 'null'], post_name: ['职务', 'empty'], roommate: ['同住人', 'null'], diet_note: ['饮食要求', 'null'], arrive_no: ['到达车次航班', 'null'],
      remark: ['备注', 'null'], answers: ['报名问题', 'list'], answer_files: ['报名附件', 'files'],
    },
    told: { register_no: '报名编号', unit_name: '单位', create_time: '报名时间' },
    fate: 'erase',
    refused: { column: 'reg_status', statuses: ['rejected'], since: 'update_time' },
  },
  { table: 'meeting', id: 'meet_id', label: '会议联系人', group: GROUP, order: 66, by: { mobile: 'contact_phone', name: 'contact_name' }, columns: { contact_name: ['联系人', 'null'], contact_phone: ['联系电话', 'null'] }, told: { meeting_name: '会议' }, fate: 'erase' },
  {
    table: 'lecturer', id: 'lecturer_id', label: '讲师', group: GROUP, order: 67, by: { mobile: 'mobile', email: 'email', name: 'lecturer_name' },
    columns: { lecturer_name: ['姓名', 'name'], unit_post: ['单位职务', 'mark'], mobile: ['手机号码', 'null'], email: ['电子邮箱', 'null'], intro: ['简介', 'null'], remark: ['备注', 'null'] },
    told: { create_time: '登记时间' },
    fate: 'erase',
  },
  { table: 'meeting_fee_entry', id: 'entry_id', label: '会务费登记', group: GROUP, order: 78, by: {}, columns: { remark: ['备注', 'keep'] }, fate: 'keep', basis: '《会计档案管理办法》：会计凭证保管 30 年', until: '入账年度终了后 30 年' },
  {
    table: 'meeting_sign_log', id: 'log_id', label: '签到流水', group: GROUP, order: 79, by: {}, columns: { reason: ['原因', 'keep'] }, fate: 'keep',
    basis: '《个人信息保护法》第四十七条：流水只增不改，不含姓名与号码；停止除存储之外的处理', until: '会议资料保管期满',
  },
])

definePersonalBlock(openRegistrations)
