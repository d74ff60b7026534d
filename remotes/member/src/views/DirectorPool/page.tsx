import { directorUser, exportResumes, RESUMES } from '@assoc/contract/member/director'
import { session, toasts } from '@assoc/session'
import { Button, DownloadOutlined, resourcePage, useExport, type PageTools } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { COLUMNS, DETAIL, Beyond, searchFor } from '../DirectorUserAudit/shared'

const POOL = ['listed', 'suspended', 'removed']

/** The résumés of the chosen people as one file. */
const ResumeButton = observer(function ResumeButton({ tools: { list } }: { tools: Pick<PageTools<unknown>, 'list'> }) {
  const { busy, run } = useExport(exportResumes)
  const chosen = list.store.selected.size
  const pack = () => {
    if (list.store.allMatching || chosen > RESUMES) return toasts.error(`一次最多打包 ${RESUMES} 份简历，请在列表中逐页勾选`)
    return run({ directorIds: [...list.store.selected.keys()] })
  }
  return (
    <Button icon={<DownloadOutlined />} loading={busy} disabled={chosen === 0} title={chosen === 0 ? '请先在列表中勾选人员' : ''} onClick={() => void pack()}>
      {chosen > 0 ? `打包下载简历（${chosen}）` : '打包下载简历'}
    </Button>
  )
})

/** Independent directors who have been taken in. */
export default resourcePage({
  name: 'member/DirectorPool',
  title: '独董人才库',
  resource: directorUser,
  // Changed by its status alone: who is checked is changed and decided on in 独立董事用户审核.
  form: { only: [] },
  steps: { hide: ['pass', 'sendBack', 'refuse'] },
  fixed: { poolStatus: POOL },
  nameOf: ({ name }) => name,
  search: searchFor(POOL),
  columns: COLUMNS.map((column) => (column.field === 'isAccounting' ? { ...column, hidden: false } : column)),
  create: false,
  detail: DETAIL,
  inDetail: (row) => <Beyond row={row} />,
  texts: {
    suspend: '暂停后不再对外展示，可以随时恢复。',
    resume: '恢复后重新对外展示。',
    remove: '出库后不再对外展示；需要时可重新提交审核。',
    submit: '提交后转到“独立董事用户审核”，由登记人以外的人审核。',
  },
  toolbar: (tools) => (session().has('director:pool:resume') ? <ResumeButton tools={tools} /> : null),
})
