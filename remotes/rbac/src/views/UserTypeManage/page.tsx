import { viewLink } from '@assoc/contract'
import { userType } from '@assoc/contract/rbac/user-kinds'
import { Link, useParams } from '@assoc/router'
import { StateScreen } from '@assoc/ui'
import { Users } from '../UserList/Users'

const typeNamed = (given: string | undefined) => userType.keys.find((key) => key === given)

/** People of one type: the user list with the type of the address. */
export default function UserTypeManage() {
  const typeId = typeNamed(useParams()['typeId'])
  if (!typeId) {
    return (
      <StateScreen mark="search" title="没有这个用户类型" actions={<Link to={viewLink('rbac/UserTypeList')}>查看全部用户类型</Link>}>
        请从用户类型列表进入。
      </StateScreen>
    )
  }
  return <Users key={typeId} name="rbac/UserTypeManage" title={userType.labels[typeId]} typeId={typeId} />
}
