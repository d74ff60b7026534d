import { viewLink } from '@assoc/contract'
import { downloadEvalNotice, evalNotice, noticeStatus } from '@assoc/contract/expert/notice'
import { download, saveAs } from '@assoc/http'
import { useNavigate } from '@assoc/router'
import { session, tellLost } from '@assoc/session'
import { resourcePage } from '@assoc/ui'
import { Objections } from './Objections'

/** What the public is told before grades are published, and what was objected. */
export default resourcePage({
  name: 'expert/PublicityList',
  title: '公示管理',
  resource: evalNotice,
  keywordHint: '公示标题',
  columns: [
    { field: 'noticeTitle', width: 260 },
    { field: 'schemeName', width: 220 },
    { field: 'startTime', width: 155 },
    { field: 'endTime', width: 155, sortable: true },
    { field: 'resultCount', width: 95 },
    { field: 'openObjections', width: 110 },
    { field: 'noticeStatus', width: 100, title: '状态', tag: noticeStatus },
    { field: 'updateTime', width: 155, sortable: true, hidden: true },
  ],
  fields: {
    schemeId: { once: true, where: { schemeStatus: ['scoring'] }, help: '评分中的方案' },
    endTime: { help: '到此时止接收异议，之后才能公布' },
    contactWay: { span: 2, placeholder: '例如 010-00000000，pingjia@example.com' },
    foreword: { span: 2 },
  },
  usePage: () => {
    const navigate = useNavigate()
    return {
      actions: (row) => [
        { key: 'download', label: '公示文本', onClick: () => void download(downloadEvalNotice, { noticeId: row.noticeId }).then(({ blob, fileName }) => saveAs(blob, fileName), tellLost) },
        ...(session().has('evaluation:grade:read') ? [{ key: 'results', label: '评级结果', onClick: () => void navigate(viewLink('expert/DirectorGrade', { schemeId: row.schemeId })) }] : []),
      ],
    }
  },
  inDetail: (row, tools) => (row.noticeStatus === 'draft' ? null : <Objections noticeId={row.noticeId} schemeId={row.schemeId} onChanged={() => void tools.reload()} />),
  detailWidth: 1000,
  texts: {
    start: '按方案重新计算名次与等级后固定，公示期间不能修改；方案进入公示中。',
    publish: '公示期满、异议全部办结后，一次公布全部评级，不能撤回。',
    delete: '删除后不能恢复。',
  },
  emptyText: '还没有公示',
})
