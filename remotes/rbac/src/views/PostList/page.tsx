import type { ResponseOf } from '@assoc/contract'
import { deletePost, getPostList, insertPost, postRow, updatePost } from '@assoc/contract/rbac/org'
import { api } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Button, FormDrawer, ListPage, PlusOutlined, ReasonDialog, RowActions, useResourceList, type Column, type FormField } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'

type Post = ResponseOf<typeof getPostList>['items'][number]
type Dialog = { kind: 'new' } | { kind: 'edit' | 'delete'; post: Post } | null

const COLUMNS: Column<Post>[] = [
  { field: 'postName', width: 260, sortable: true },
  { field: 'postCode', width: 200, sortable: true },
  { field: 'sortNo', width: 120, sortable: true },
]

const FIELDS: FormField[] = [
  { name: 'postName', kind: 'text' },
  { name: 'postCode', kind: 'text', help: '字母、数字、横线或下划线，最多 20 位' },
  { name: 'sortNo', kind: 'number', help: '数字小的排在前面' },
]

/** Posts that employees hold. */
function PostList() {
  const [dialog, setDialog] = useState<Dialog>(null)
  const list = useResourceList({ call: getPostList, idOf: (p) => p.postId, filters: ['keyword'], sortable: ['sortNo', 'postName', 'postCode'] })
  const mayChange = session().has('rbac:post:update')
  const close = () => setDialog(null)
  const saved = () => {
    close()
    toasts.success('岗位已保存')
    void list.reload()
  }
  const create = mayChange ? () => setDialog({ kind: 'new' }) : undefined
  const button = create ? (
    <Button type="primary" icon={<PlusOutlined />} onClick={create}>
      新增岗位
    </Button>
  ) : null
  return (
    <>
      <ListPage
        name="rbac/PostList"
        title="岗位管理"
        list={list}
        row={postRow}
        columns={COLUMNS}
        search={[{ kind: 'text', name: 'keyword', label: '关键字', placeholder: '岗位名称或编码' }]}
        onNew={create}
        toolbar={button}
        emptyAction={button}
        {...(mayChange
          ? {
              rowActions: (post: Post) => (
                <RowActions
                  actions={[
                    { key: 'update', label: '修改', onClick: () => setDialog({ kind: 'edit', post }) },
                    { key: 'delete', label: '删除', danger: true, onClick: () => setDialog({ kind: 'delete', post }) },
                  ]}
                />
              ),
              actionsWidth: 110,
              onOpen: (post: Post) => setDialog({ kind: 'edit', post }),
            }
          : {})}
      />
      {dialog?.kind === 'new' ? <FormDrawer open title="新增岗位" call={insertPost} fields={FIELDS} initial={{ sortNo: 10 }} onClose={close} onDone={saved} /> : null}
      {dialog?.kind === 'edit' ? (
        <FormDrawer open title={`修改岗位 · ${dialog.post.postName}`} call={updatePost} fields={FIELDS} initial={dialog.post} hidden={{ postId: dialog.post.postId, version: dialog.post.version }} onClose={close} onDone={saved} />
      ) : null}
      {dialog?.kind === 'delete' ? (
        <ReasonDialog
          title={`删除岗位：${dialog.post.postName}`}
          text="删除后不能恢复。岗位下还有员工时不能删除。"
          confirmText="删除"
          reason="none"
          danger
          onConfirm={async () => {
            await api(deletePost, { postId: dialog.post.postId })
            toasts.success('岗位已删除')
            void list.reload()
          }}
          onClose={close}
        />
      ) : null}
    </>
  )
}

export default observer(PostList)
