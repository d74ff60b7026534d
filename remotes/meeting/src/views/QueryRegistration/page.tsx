import { viewLink } from '@assoc/contract'
import { registration } from '@assoc/contract/meeting/registration'
import { Navigate, useParams } from '@assoc/router'
import { session } from '@assoc/session'
import { resourcePage } from '@assoc/ui'
import { lazy } from 'react'
import { placesQuestion, REGISTRATION_COLUMNS, REGISTRATION_DETAIL, REGISTRATION_TEXTS } from '../../meetings/registrations'

const NewRegistration = lazy(() => import('./NewRegistration').then((m) => ({ default: m.NewRegistration })))
const AnswersDialog = lazy(() => import('./dialogs').then((m) => ({ default: m.AnswersDialog })))
const TransferDialog = lazy(() => import('./dialogs').then((m) => ({ default: m.TransferDialog })))

const ResendDialog = lazy(() => import('./dialogs').then((m) => ({ default: m.ResendDialog })))
const PaidDialog = lazy(() => import('./fees').then((m) => ({ default: m.PaidDialog })))
const RefundDialog = lazy(() => import('./fees').then((m) => ({ default: m.RefundDialog })))
const InvoiceDialog = lazy(() => import('./fees').then((m) => ({ default: m.InvoiceDialog })))

const LIVING: readonly string[] = ['pending', 'confirmed', 'waiting', 'offered']

const List = resourcePage({
  name: 'meeting/QueryRegistration',
  title: '报名查询',
  resource: registration,
  keywordHint: '姓名、单位、代码或报名编号',
  columns: REGISTRATION_COLUMNS,
  detail: REGISTRATION_DETAIL,
  create: false,
  createBy: { label: '登记报名', may: () => session().has('meeting:registration:update') && session().has('meeting:meeting:read'), dialog: NewRegistration },
  form: { except: ['optionNames', 'answers', 'answerFiles'] },
  fields: { unitName: { help: '不在公司库中的嘉宾填写单位名称' }, remark: { span: 2 } },
  actions: (row, tools) => {
    const living = LIVING.includes(row.regStatus) && session().has('meeting:registration:update')
    const pays = session().has('meeting:registration:pay')
    return [
      ...(living && row.abilities.includes('update') ? [{ key: 'answers', label: '改项目与问题', last: true, onClick: () => tools.show('answers', row) }] : []),
      ...(pays && row.payStatus === 'unpaid' && row.regStatus !== 'rejected' && row.regStatus !== 'cancelled' ? [{ key: 'paid', label: '登记缴费', last: true, onClick: () => tools.show('paid', row) }] : []),
      ...(pays && row.payStatus === 'toRefund' ? [{ key: 'refund', label: '登记退款', last: true, onClick: () => tools.show('refund', row) }] : []),
      ...(pays && row.payStatus === 'paid' && row.feeProof && session().has('invoice:apply:insert') ? [{ key: 'invoice', label: '申请开票', last: true, onClick: () => tools.show('invoice', row) }] : []),
      ...(living ? [{ key: 'transfer', label: '转让', last: true, onClick: () => tools.show('transfer', row) }, { key: 'resend', label: '重发通知', last: true, onClick: () => tools.show('resend', row) }] : []),
    ]
  },
  dialogs: { answers: AnswersDialog, transfer: TransferDialog, resend: ResendDialog, paid: PaidDialog, refund: RefundDialog, invoice: InvoiceDialog },
  texts: REGISTRATION_TEXTS,
  question: placesQuestion,
})

/** Registrations of all meetings, by person, company and number; an address with the id of one opens it. */
export default function QueryRegistration() {
  const { registerID } = useParams()
  return registerID ? <Navigate to={viewLink('meeting/QueryRegistration', { record: registerID })} replace /> : <List />
}
