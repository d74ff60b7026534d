import { definePersonal } from '../../platform/personal/register'

const GROUP = '表单'

// What people write about others in free answers stands in texts, which an erasure searches one by one. Answers to questions that are marked
// personal stand apart and encrypted.
definePersonal([
  {
    table: 'form_personal', id: 'personal_id', label: '填报的个人信息', group: GROUP, order: 71, by: { print: 'personal_print' },
    columns: { shown: ['填报内容', 'mark'], personal_sealed: ['', 'sealed'], personal_print: ['', 'mark'] },
    sealed: { text: 'personal_sealed', shown: 'shown' },
    fate: 'erase',
  },
  {
    table: 'form_submission_personal', id: 'submission_personal_id', label: '历次提交的个人信息', group: GROUP, order: 71, by: { print: 'personal_print' },
    columns: { shown: ['填报内容', 'mark'], personal_sealed: ['', 'sealed'], personal_print: ['', 'mark'] },
    sealed: { text: 'personal_sealed', shown: 'shown' },
    fate: 'erase',
  },
  {
    table: 'form_version', id: 'form_version_id', label: '表单版本', group: GROUP, order: 72, by: {}, columns: { document: ['表单内容', 'keep'] }, fate: 'keep',
    basis: '《个人信息保护法》第四十七条：版本冻结不改，是填报内容的解释依据，不含填报人的信息；停止除存储之外的处理', until: '所属填报资料保管期满',
  },
  {
    table: 'form_certificate', id: 'certificate_id', label: '填报认证', group: GROUP, order: 73, by: {}, columns: { certificate_no: ['认证编号', 'keep'] }, fate: 'keep',
    basis: '《个人信息保护法》第四十七条：认证编号和内容指纹是填报内容未被改动的凭证，不含填报人的信息；停止除存储之外的处理', until: '所属填报资料保管期满',
  },
])
