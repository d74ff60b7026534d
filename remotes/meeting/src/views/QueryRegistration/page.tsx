import { viewLink } from '@assoc/contract'
import { registration } from '@assoc/contract/meeting/registration'
import { Navigate, useParams } from '@assoc/router'
import { resourcePage } from '@assoc/ui'
import { REGISTRATION_COLUMNS, REGISTRATION_DETAIL, REGISTRATION_TEXTS } from '../../meetings/registrations'

const List = resourcePage({
  name: 'meeting/QueryRegistration',
  title: '报名查询',
  resource: registration,
  keywordHint: '姓名、单位、代码或报名编号',
  columns: REGISTRATION_COLUMNS,
  detail: REGISTRATION_DETAIL,
  initial: { gender: 'unknown', needStay: false, needPickup: false },
  fields: { unitName: { help: '不在公司库中的嘉宾填写单位名称' }, remark: { span: 2 } },
  texts: REGISTRATION_TEXTS,
  actionsWidth: 170,
})

/** Registrations of all meetings, by person, company and number; an address with the id of one opens it. */
export default function QueryRegistration() {
  const { registerID } = useParams()
  return registerID ? <Navigate to={viewLink('meeting/QueryRegistration', { record: registerID })} replace /> : <List />
}
