import { archiveType, memberArchive, retention } from '@assoc/contract/member/archive'
import { resourcePage } from '@assoc/ui'
import { COLUMNS, FIELDS, TEXTS } from '../../archive/archives'

/** Documents that wait to be put away: many at once, or one after the other. */
export default resourcePage({
  name: 'member/Archiving',
  title: '归档管理',
  resource: memberArchive,
  fixed: { archiveStatus: ['pending'] },
  create: false,
  search: [
    { kind: 'text', name: 'keyword', label: '关键字', placeholder: '档案号、题名、会员编号、名称或代码' },
    { kind: 'select', name: 'archiveType', label: '档案类型', options: archiveType.options },
    { kind: 'select', name: 'retention', label: '保管期限', options: retention.options },
  ],
  columns: COLUMNS,
  fields: FIELDS,
  texts: TEXTS,
})
