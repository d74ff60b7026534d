import { viewLink } from '@assoc/contract'
import { deleteDept, getDeptList, moveDept } from '@assoc/contract/rbac/org'
import { api } from '@assoc/http'
import { useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { locate, TeamOutlined, TreePage, Typography, useAnswer } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { DeptForm } from './DeptForm'
import { shape } from './tree'

/** The departments as a tree: dragged or moved by buttons, each with its form. */
function DeptList() {
  const navigate = useNavigate()
  const tree = useAnswer(getDeptList, {})
  const depts = tree.data ?? []
  const mayReadPeople = session().has('rbac:employee:read')
  const siblingsOf = (parentId: string | null) => (parentId === null ? depts : (locate(depts, shape, parentId)?.node.children ?? []))
  return (
    <TreePage
      title="部门管理"
      what="部门"
      tree={tree}
      shape={shape}
      editable={session().has('rbac:dept:update')}
      searchHint="部门或负责人"
      moveHint="拖动可调整次序和上级，也可用每行的上移、下移。移动部门会同时改变“本部门及以下”的数据范围。"
      emptyText="员工归属和数据范围都按部门计算，请先建立部门。"
      content={(dept) => (
        <>
          {dept.deptName} <Typography.Text type="secondary">{dept.leaderName ? `负责人：${dept.leaderName}` : '未设负责人'}</Typography.Text>
        </>
      )}
      actions={({ deptId, deptName }) => (mayReadPeople ? [{ label: `查看${deptName}的员工`, icon: <TeamOutlined />, onClick: () => navigate(viewLink('rbac/EmployeeList', { deptId })) }] : [])}
      move={({ deptId }, place) => api(moveDept, { deptId, ...place })}
      remove={{ text: '删除后不能恢复。部门中还有员工、用户或业务数据时不能删除。', run: ({ deptId }) => api(deleteDept, { deptId }) }}
      form={(target, close, done) =>
        'node' in target ? (
          <DeptForm tree={depts} dept={target.node} onClose={close} onDone={done} />
        ) : (
          <DeptForm tree={depts} parentId={target.parentId} sortNo={Math.max(0, ...siblingsOf(target.parentId).map((d) => d.sortNo)) + 1} onClose={close} onDone={done} />
        )
      }
    />
  )
}

export default observer(DeptList)
