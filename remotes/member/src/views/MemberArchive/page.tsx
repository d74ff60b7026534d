import { memberArchive } from '@assoc/contract/member/archive'
import { resourcePage } from '@assoc/ui'
import { COLUMNS, FIELDS, TEXTS, packAction } from '../../archive/archives'

/** Documents of members that are kept. */
export default resourcePage({
  name: 'member/MemberArchive',
  title: '会员档案',
  resource: memberArchive,
  columns: COLUMNS,
  fields: FIELDS,
  initial: { retention: 'permanent' },
  texts: TEXTS,
  actions: (row) => [packAction(row)],
})
