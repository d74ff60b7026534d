import { viewLink } from '@assoc/contract'
import { demand, demandStatus } from '@assoc/contract/member/demand'
import { Link } from '@assoc/router'
import { Flex, resourcePage } from '@assoc/ui'
import { Directors } from './Directors'

/** Companies that look for directors and secretaries: what they ask is checked before it is published. */
export default resourcePage({
  name: 'member/DemandAudit',
  title: '需求信息审核',
  resource: demand,
  keywordHint: '需求编号、公司名称或代码',
  columns: [
    { field: 'demandNo', width: 160, sortable: true },
    { field: 'companyName', width: 130 },
    { field: 'demandType', width: 120 },
    { field: 'demandCount', width: 90 },
    { field: 'allowance', width: 170, align: 'right', hidden: true },
    { field: 'deadline', width: 120, sortable: true },
    { field: 'directorNames', width: 150, render: (row) => <Directors of={row} />, text: ({ directorNames }) => directorNames ?? '' },
    { field: 'demandStatus', width: 100, tag: demandStatus },
    { field: 'updateTime', width: 150, sortable: true, hidden: true },
    { field: 'contactName', width: 100, hidden: true },
    { field: 'contactMobile', width: 130, hidden: true },
  ],
  fields: { deadline: { help: '最晚为 180 天之后' }, professions: { span: 2 } },
  initial: { demandCount: 1, professions: [] },
  asks: (row) => ({ directorIds: { help: `需求人数 ${row.demandCount} 人，从独董信息库中选择已入库的人员` } }),
  texts: {
    match: '匹配后这条需求不再对外展示，匹配的人选会写在需求上。',
    submit: '提交后由审核人审核，审核期间不能修改。',
    publish: '发布后入库的独立董事可以看到这条需求。',
    close: '关闭后不再对外展示，不能恢复。',
    delete: '只能删除草稿，删除后不能恢复。',
  },
  inDetail: (row) => (
    <Flex vertical gap={8}>
      {row.directorIds.length > 0 ? <span>匹配人选：<Directors of={row} /></span> : null}
      <Link to={viewLink('member/DemandDetail', { demandId: row.demandId })}>在单独的页面中查看</Link>
    </Flex>
  ),
})
