import { definePersonal } from '../../platform/personal/register'

const GROUP = '专家与董事'

definePersonal([
  {
    table: 'expert', id: 'expert_id', label: '专家', group: GROUP, order: 73, by: { print: 'id_card_print', mobile: 'mobile', email: 'email', name: 'name' },
    columns: {
      name: ['姓名', 'name'], name_initials: ['', 'empty'], mobile: ['手机号码', 'mark'], email: ['电子邮箱', 'empty'], id_card: ['身份证号', 'null'], id_card_sealed: ['', 'null'], id_card_print: ['', 'null'],
      bank_card: ['银行卡号', 'null'], bank_card_sealed: ['', 'null'], bank_card_print: ['', 'null'], unit: ['工作单位', 'empty'], title_name: ['职称', 'null'], related_companies: ['关联单位', 'list'], remark: ['备注', 'null'],
    },
    told: { expert_no: '专家编号', fields: '专业领域', term_end: '聘期截止' },
    sealed: { text: 'id_card_sealed', shown: 'id_card' },
    fate: 'erase',
    refused: { column: 'expert_status', statuses: ['refused'], since: 'update_time' },
  },
  {
    table: 'director_base', id: 'person_id', label: '董事', group: GROUP, order: 74, by: { print: 'id_card_print', mobile: 'mobile', email: 'email', name: 'name' },
    columns: {
      name: ['姓名', 'keep'], name_initials: ['', 'keep'], id_card: ['身份证号', 'keep'], id_card_sealed: ['', 'keep'], id_card_print: ['', 'keep'], birth_date: ['出生日期', 'keep'], gender: ['性别', 'keep'],
      mobile: ['手机号码', 'keep'], email: ['电子邮箱', 'keep'], remark: ['备注', 'keep'],
    },
    sealed: { text: 'id_card_sealed', shown: 'id_card' },
    fate: 'keep',
    basis: '《上市公司独立董事管理办法》第三十一条：工作记录及公司提供的资料至少保存十年；停止除存储之外的处理',
    until: '最后一次离任满十年',
  },
  {
    table: 'review_work_author', id: 'author_id', label: '送审件作者', group: GROUP, order: 75, by: { print: 'id_card_print', name: 'name' },
    columns: { name: ['姓名', 'name'], unit: ['单位', 'null'], mobile: ['手机号码', 'null'], id_card: ['身份证号', 'null'], mobile_print: ['', 'null'], id_card_print: ['', 'null'] },
    fate: 'erase',
  },
  {
    table: 'eval_objection', id: 'objection_id', label: '公示异议', group: GROUP, order: 77, by: { mobile: 'contact_mobile', name: 'objector_name', nameAlone: true },
    columns: { objector_name: ['异议人', 'name'], contact_mobile: ['手机号码', 'null'] },
    told: { content: '异议内容', opinion: '处理意见' },
    fate: 'erase',
  },
])
