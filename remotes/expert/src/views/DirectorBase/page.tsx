import { viewLink } from '@assoc/contract'
import { directorBase } from '@assoc/contract/expert/director-base'
import { useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { resourcePage } from '@assoc/ui'

/** One row a person, whatever companies they sit at. */
export default resourcePage({
  name: 'expert/DirectorBase',
  title: '董事基础信息',
  resource: directorBase,
  keywordHint: '姓名、拼音首字母、完整身份证号或手机号',
  columns: [
    { field: 'name', width: 110 },
    { field: 'gender', width: 70 },
    { field: 'birthDate', width: 115, sortable: true },
    { field: 'education', width: 90 },
    { field: 'idCard', width: 180 },
    { field: 'mobile', width: 125 },
    { field: 'email', width: 180, hidden: true },
    { field: 'seatCount', width: 95 },
    { field: 'independentCount', width: 130 },
    { field: 'updateTime', width: 155, sortable: true },
  ],
  fields: { idCard: { help: '性别和出生日期由身份证号得出' }, poolId: { help: '身份证号一致时才能关联' }, remark: { span: 2 } },
  usePage: () => {
    const navigate = useNavigate()
    return { actions: (row) => (session().has('appointment:term:read') ? [{ key: 'terms', label: '任职', onClick: () => navigate(viewLink('expert/AppointmentList', { personId: row.personId })) }] : []) }
  },
})
