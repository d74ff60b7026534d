import { today } from '@assoc/contract/core/day'
import { directorUser, REFUSED_MONTHS } from '@assoc/contract/member/director'
import { Navigate, useLocation } from '@assoc/router'
import { resourcePage, useTab } from '@assoc/ui'
import dayjs from 'dayjs'
import { FIELDS } from './fields'
import { COLUMNS, DETAIL, Beyond, searchFor } from './shared'

/** Statuses before the pool; a list without a status shows all of these. */
const WAITING = ['pending', 'returned', 'refused']
const STEPS = ['pass', 'sendBack', 'refuse'] as const

const Page = resourcePage({
  name: 'member/DirectorUserAudit',
  title: '独立董事用户审核',
  resource: directorUser,
  // Documents are sent by item; the field that holds them all together is the server's.
  form: { except: ['papers'] },
  // Those of the pool.
  steps: { hide: ['suspend', 'resume', 'remove'] },
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
  inDetail: (row) => <Beyond row={row} />,
  review: STEPS,
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
