import { today } from '@assoc/contract/core/day'
import { REFUSED_MONTHS } from '@assoc/contract/member/director'
import { Navigate, useLocation } from '@assoc/router'
import { useTab } from '@assoc/ui'
import { resourcePage, type PageTools } from '@assoc/ui/data'
import dayjs from 'dayjs'
import { observer } from 'mobx-react-lite'
import { GoOn, OpenRow, Watch } from '../../lib/GoOn'
import { FIELDS } from './fields'
import { COLUMNS, DETAIL, Beyond, searchFor, withSteps, type Director } from './shared'

/** Statuses before the pool; a list without a status shows all of these. */
const WAITING = ['pending', 'returned', 'refused']
const STEPS = ['pass', 'sendBack', 'refuse']

const rowsOf = ({ list }: PageTools<Director>) => list.store.rows as unknown as Director[]
const asRow = (d: Director) => ({ id: d.directorId, status: d.poolStatus, abilities: d.abilities })

const Next = observer(function Next({ tools, watch }: { tools: PageTools<Director>; watch: Watch }) {
  const rows = rowsOf(tools)
  return <GoOn watch={watch} rows={rows.map(asRow)} steps={STEPS} open={(id) => tools.open(rows.find((d) => d.directorId === id) ?? null)} />
})

const watch = new Watch()
const Page = resourcePage({
  name: 'member/DirectorUserAudit',
  title: '独立董事用户审核',
  resource: withSteps([...STEPS, 'submit']),
  nameOf: ({ name }) => name,
  search: searchFor(WAITING),
  columns: COLUMNS,
  fields: FIELDS,
  initial: { professions: [], isAccounting: false, punished36m: false, currentSeats: 0 },
  detail: DETAIL,
  texts: {
    pass: '通过后进入人才库，资料不能再修改。近 36 个月受过处罚的，请写明复核意见。',
    sendBack: '退回后由登记人补正并重新提交。',
    refuse: `不予入库后，满 ${REFUSED_MONTHS} 个月才能重新提交，今天办理的最早为 ${dayjs(today()).add(REFUSED_MONTHS, 'month').format('YYYY-MM-DD')}。`,
    submit: '提交后由登记人以外的人审核。',
  },
  inDetail: (row, tools) => (
    <>
      <Beyond row={row} />
      <OpenRow watch={watch} row={asRow(row)} rows={rowsOf(tools).map(asRow)} />
    </>
  ),
  beside: (tools) => <Next tools={tools} watch={watch} />,
  actionsWidth: 205,
})

/** People who want to be independent directors; those of the pool stand on a page of their own. */
export default function DirectorUserAudit() {
  const { pathname, search } = useLocation()
  const { visible } = useTab()
  const params = new URLSearchParams(search)
  if (visible && !params.get('poolStatus')) {
    params.set('poolStatus', WAITING.join())
    return <Navigate replace to={`${pathname}?${params.toString()}`} />
  }
  return <Page />
}
