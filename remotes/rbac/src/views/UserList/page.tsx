import { Users } from './Users'

/** People of all types. */
export default function UserList() {
  return <Users name="rbac/UserList" title="用户管理" />
}
