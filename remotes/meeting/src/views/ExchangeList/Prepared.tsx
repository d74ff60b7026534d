import { viewLink } from '@assoc/contract'
import { exchangeStatus, NEW_EXCHANGE, studyExchange } from '@assoc/contract/meeting/exchange'
import { useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { resourcePage } from '@assoc/ui'
import { lazy } from 'react'

const ApplyDialog = lazy(() => import('../../exchanges/ApplyDialog').then((m) => ({ default: m.ApplyRowDialog })))

/** Exchanges as staff prepare them. */
export default resourcePage({
  name: 'meeting/ExchangeList',
  title: '交流活动',
  resource: studyExchange,
  keywordHint: '活动名称、地点或承办单位',
  columns: [
    { field: 'exchangeName', width: 230 },
    { field: 'exchangeType', width: 120 },
    { field: 'startDate', width: 110, sortable: true },
    { field: 'endDate', width: 110 },
    { field: 'place', width: 150 },
    { field: 'hostUnit', width: 170 },
    { field: 'taken', width: 90 },
    { field: 'quota', width: 80 },
    { field: 'auditing', width: 80 },
    { field: 'waiting', width: 90 },
    { field: 'exchangeStatus', width: 100, title: '状态', tag: exchangeStatus },
    { field: 'feeAmount', width: 120, hidden: true },
    { field: 'creditHours', width: 90, hidden: true },
    { field: 'applyEnd', width: 155, hidden: true },
    { field: 'updateTime', width: 155, sortable: true, hidden: true },
  ],
  initial: NEW_EXCHANGE,
  form: { except: ['summaryFile'] },
  fields: { perCompanyLimit: { help: '0 为不限' }, feeAmount: { help: '自愿参加，不得强制收费' }, creditHours: { help: '参加后记入学时台账，0 为不计；1 学时为 45 分钟' }, intro: { span: 2 } },
  texts: {
    submit: '提交后由其他人审批。',
    approve: '通过后即开放报名。',
    summarize: '总结后不能再改，未确认参加的报名记为未参加，所有护照号随即删除。',
    cancel: '取消后所有报名随之取消，并以短信和邮件告知；护照号随即删除。',
  },
  usePage: () => {
    const navigate = useNavigate()
    return {
      actions: (row, tools) => [
        ...(session().has('exchange:apply:read') && row.exchangeStatus !== 'draft' ? [{ key: 'applications', label: '报名名单', onClick: () => navigate(viewLink('meeting/ExchangeApply', { exchangeId: row.exchangeId })) }] : []),
        ...(session().has('exchange:apply:update') && (row.exchangeStatus === 'open' || row.exchangeStatus === 'full') ? [{ key: 'apply', label: '登记报名', last: true, onClick: () => tools.show('apply', row) }] : []),
      ],
    }
  },
  dialogs: { apply: ApplyDialog },
})
