import { definePersonal, forgetWhereNamed, type PersonalTable } from '../../platform/personal/register'

const GROUP = '个人工作台'
const own = (order: number, table: string, id: string, label: string, told: Record<string, string>): PersonalTable => ({ table, id, label, group: GROUP, order, by: { user: 'user_id' }, columns: {}, told, fate: 'delete' })

definePersonal([
  own(40, 'notification', 'notification_id', '消息', { create_time: '时间', title: '标题', content: '内容' }),
  own(41, 'draft', 'key', '草稿', { saved_time: '保存时间', content: '内容' }),
  own(42, 'preference', 'key', '界面设置', { value: '内容' }),
  own(43, 'saved_view', 'view_id', '保存的视图', { title: '名称', search: '条件' }),
  own(44, 'work', 'work_id', '任务', { create_time: '时间', title: '任务' }),
  own(45, 'import_mapping', 'title', '导入列对应', {}),
  own(47, 'inbox_deputy', 'deputy_id', '待办代办', { from_time: '开始时间', to_time: '结束时间', reason: '说明' }),
  own(48, 'record_copy', 'copy_id', '抄送', { create_time: '时间' }),
  own(46, 'resource_import', 'import_id', '导入', { create_time: '时间', file_name: '文件名' }),
  {
    table: 'outbox',
    id: 'outbox_id',
    label: '发件箱',
    group: '短信与邮件',
    order: 60,
    by: { contact: 'recipient' },
    columns: {
      recipient: ['接收人', 'mark'], subject: ['主题', 'empty'], content: ['内容', 'empty'], html: ['', 'null'], template_params: ['', 'object'], sealed_content: ['', 'null'], sealed_params: ['', 'null'],
    },
    told: { create_time: '时间' },
    fate: 'erase',
  },
])

// Of a record that others are writing: what was typed about somebody who is erased is typed anew.
forgetWhereNamed({ draft: '草稿' })
