import { deleteDept, getDeptList, moveDept, type DeptNode } from '@assoc/contract/rbac/org'
import { api } from '@assoc/http'
import { useNavigate } from '@assoc/router'
import { session, toasts } from '@assoc/session'
import { Button, DeleteOutlined, DownOutlined, EditOutlined, FailedToLoad, Flex, Input, PlusOutlined, ReloadOutlined, SearchOutlined, Skeleton, StateScreen, TeamOutlined, Tooltip, Typography, UpOutlined, theme } from '@assoc/ui'
import { ReasonDialog, Tree, type TreeDataNode, useAnswer } from '@assoc/ui/data'
import { observer } from 'mobx-react-lite'
import { useState, type ReactNode } from 'react'
import { DeptForm } from './DeptForm'
import { locate, narrow, placeOfDrop, type Place } from './tree'

/** Name and buttons of a row are read together: on a wide window they do not stand apart. */
const TREE_WIDTH = 1092

type Dialog = { kind: 'new'; parentId: string | null } | { kind: 'edit' | 'delete'; dept: DeptNode } | null

/** The departments as a tree: dragged or moved by buttons, each with its form. */
function DeptList() {
  const { token } = theme.useToken()
  const navigate = useNavigate()
  const tree = useAnswer(getDeptList, {})
  const [dialog, setDialog] = useState<Dialog>(null)
  const [word, setWord] = useState('')
  const [moving, setMoving] = useState(false)
  // What is closed is kept, not what is open: a department that just got its first one below shows it.
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const editable = session().has('rbac:dept:update')
  const mayReadPeople = session().has('rbac:employee:read')
  const depts = tree.data ?? []
  const narrowed = word.trim() !== ''
  const shown = narrow(depts, word.trim())

  const saved = (text: string) => {
    setDialog(null)
    toasts.success(text)
    void tree.reload()
  }
  const move = async (deptId: string, place: Place | undefined) => {
    if (!place || moving) return
    setMoving(true)
    try {
      await api(moveDept, { deptId, ...place })
    } catch {
      // The refusal has been shown; the tree is read again as it is.
    } finally {
      await tree.reload()
      setMoving(false)
    }
  }
  const titleOf = (dept: DeptNode) => {
    const found = locate(depts, dept.deptId)
    const { index, parentId } = found?.place ?? { index: 0, parentId: null }
    const fixed = moving || narrowed
    return (
      <DeptRow dept={dept}>
        {mayReadPeople ? <RowButton label={`查看${dept.deptName}的员工`} icon={<TeamOutlined />} onClick={() => navigate(`/systemManage/employee?deptId=${dept.deptId}`)} /> : null}
        {editable ? (
          <>
            <RowButton label={`上移${dept.deptName}`} icon={<UpOutlined />} disabled={fixed || index === 0} onClick={() => void move(dept.deptId, { parentId, index: index - 1 })} />
            <RowButton label={`下移${dept.deptName}`} icon={<DownOutlined />} disabled={fixed || index === (found?.siblings.length ?? 1) - 1} onClick={() => void move(dept.deptId, { parentId, index: index + 1 })} />
            <RowButton label={`在${dept.deptName}下新增`} icon={<PlusOutlined />} onClick={() => setDialog({ kind: 'new', parentId: dept.deptId })} />
            <RowButton label={`编辑${dept.deptName}`} icon={<EditOutlined />} onClick={() => setDialog({ kind: 'edit', dept })} />
            <RowButton label={`删除${dept.deptName}`} icon={<DeleteOutlined />} danger disabled={dept.children.length > 0} onClick={() => setDialog({ kind: 'delete', dept })} />
          </>
        ) : null}
      </DeptRow>
    )
  }
  const nodesOf = (list: readonly DeptNode[]): TreeDataNode[] => list.map((d) => ({ key: d.deptId, title: titleOf(d), children: nodesOf(d.children) }))
  const create = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog({ kind: 'new', parentId: null })}>
      新增部门
    </Button>
  )
  const siblingsOf = (parentId: string | null) => (parentId === null ? depts : (locate(depts, parentId)?.dept.children ?? []))

  return (
    <section aria-label="部门管理" style={{ padding: '12px 16px 16px', background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
      <Flex align="center" justify="space-between" gap={12} wrap style={{ marginBottom: 12 }}>
        <Typography.Title level={1} style={{ fontSize: 15, lineHeight: '24px', margin: 0 }}>
          部门管理
        </Typography.Title>
        <Flex gap={8} align="center" wrap>
          <Input allowClear prefix={<SearchOutlined />} placeholder="部门或负责人" aria-label="查找部门" value={word} onChange={(e) => setWord(e.target.value)} style={{ width: 220 }} />
          <Tooltip title="刷新">
            <Button type="text" icon={<ReloadOutlined />} aria-label="刷新" onClick={() => void tree.reload()} />
          </Tooltip>
          {editable ? create : null}
        </Flex>
      </Flex>
      {tree.error && !tree.data ? (
        <FailedToLoad message={tree.error} onRetry={() => void tree.reload()} />
      ) : !tree.data ? (
        <Skeleton active paragraph={{ rows: 8 }} title={false} />
      ) : shown.length === 0 ? (
        <StateScreen mark={narrowed ? 'search' : 'none'} title={narrowed ? '没有符合条件的部门' : '还没有部门'} actions={narrowed ? <Button onClick={() => setWord('')}>清空条件</Button> : editable ? create : null}>
          {narrowed ? null : '员工归属和数据范围都按部门计算，请先建立部门。'}
        </StateScreen>
      ) : (
        <>
          {editable && !narrowed ? (
            <Typography.Paragraph type="secondary" style={{ marginBottom: 8 }}>
              拖动可调整次序和上级，也可用每行的上移、下移。移动部门会同时改变“本部门及以下”的数据范围。
            </Typography.Paragraph>
          ) : null}
          <Tree
            blockNode
            style={{ maxWidth: TREE_WIDTH }}
            styles={{ root: { background: 'transparent' } }}
            showLine
            selectable={false}
            expandedKeys={keysOf(shown).filter((key) => !closed.has(key))}
            onExpand={(open) => setClosed(new Set(keysOf(shown).filter((key) => !open.includes(key))))}
            treeData={nodesOf(shown)}
            draggable={editable && !narrowed && !moving ? { icon: false } : false}
            onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
              const gap = dropToGap ? (dropPosition < Number(node.pos.split('-').at(-1)) ? -1 : 1) : 0
              void move(String(dragNode.key), placeOfDrop(depts, String(dragNode.key), String(node.key), gap))
            }}
          />
        </>
      )}
      {dialog?.kind === 'new' ? (
        <DeptForm tree={depts} parentId={dialog.parentId} sortNo={Math.max(0, ...siblingsOf(dialog.parentId).map((d) => d.sortNo)) + 1} onClose={() => setDialog(null)} onDone={() => saved('部门已新增')} />
      ) : null}
      {dialog?.kind === 'edit' ? <DeptForm tree={depts} dept={dialog.dept} onClose={() => setDialog(null)} onDone={() => saved('部门已保存')} /> : null}
      {dialog?.kind === 'delete' ? (
        <ReasonDialog
          title={`删除部门：${dialog.dept.deptName}`}
          text="删除后不能恢复。部门中还有员工、用户或业务数据时不能删除。"
          confirmText="删除"
          reason="none"
          danger
          onConfirm={async () => {
            await api(deleteDept, { deptId: dialog.dept.deptId })
            saved('部门已删除')
          }}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </section>
  )
}

const keysOf = (list: readonly DeptNode[]): string[] => list.flatMap((d) => [d.deptId, ...keysOf(d.children)])

function RowButton({ label, ...props }: { label: string; icon: ReactNode; danger?: boolean; disabled?: boolean; onClick: () => void }) {
  return (
    <Button
      type="text"
      size="small"
      aria-label={label}
      title={label}
      {...props}
      onClick={(e) => {
        e.stopPropagation()
        props.onClick()
      }}
    />
  )
}

function DeptRow({ dept, children }: { dept: DeptNode; children: ReactNode }) {
  return (
    <Flex align="center" justify="space-between" gap={12}>
      <span style={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {dept.deptName} <Typography.Text type="secondary">{dept.leaderName ? `负责人：${dept.leaderName}` : '未设负责人'}</Typography.Text>
      </span>
      <Flex style={{ flex: 'none' }}>{children}</Flex>
    </Flex>
  )
}

export default observer(DeptList)
