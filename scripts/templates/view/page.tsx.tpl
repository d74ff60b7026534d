import type { ResponseOf } from '@assoc/contract'
import { delete__Entity__, insert__Entity__, select__Entity__ByPage, __entity__Row, update__Entity__ } from '@assoc/contract/__area__/__kebab__'
import { api } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Button, Flex } from '@assoc/ui'
import { FormDrawer, ListPage, ReasonDialog, useResourceList, type Column, type FormField } from '@assoc/ui/data'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'

type Row = ResponseOf<typeof select__Entity__ByPage>['items'][number]
type Dialog = { kind: 'new' } | { kind: 'edit' | 'delete'; row: Row } | null

const COLUMNS: Column<Row>[] = [{ field: '__entity__Name', width: 220, sortable: true }, { field: 'remark' }, { field: 'updateTime', width: 160, sortable: true }]
const FIELDS: FormField[] = [{ name: '__entity__Name', kind: 'text', span: 2 }, { name: 'remark', kind: 'longText' }]
const DRAFT = '__area__/__View__'

function __View__() {
  const [dialog, setDialog] = useState<Dialog>(null)
  const list = useResourceList({ call: select__Entity__ByPage, idOf: (row) => row.__entity__Id, filters: ['keyword'], sortable: ['__entity__Name', 'updateTime'] })
  const close = () => setDialog(null)
  const done = (text: string) => {
    close()
    toasts.success(text)
    void list.reload()
  }
  const actionsOf = (row: Row) => (
    <Flex gap={8}>
      {row.abilities.includes('update') ? <Button type="link" size="small" onClick={() => setDialog({ kind: 'edit', row })}>编辑</Button> : null}
      {row.abilities.includes('delete') ? <Button type="link" size="small" danger onClick={() => setDialog({ kind: 'delete', row })}>删除</Button> : null}
    </Flex>
  )
  const form = { open: true, fields: FIELDS, onClose: close, onDone: () => done('已保存') }
  return (
    <>
      <ListPage
        name={DRAFT}
        title="__title__"
        list={list}
        row={__entity__Row}
        columns={COLUMNS}
        search={[{ kind: 'text', name: 'keyword', label: '关键字', placeholder: '__name__名称或拼音首字母' }]}
        toolbar={session().has('__area__:__entity__:update') ? <Button type="primary" onClick={() => setDialog({ kind: 'new' })}>新增__name__</Button> : null}
        rowActions={actionsOf}
      />
      {dialog?.kind === 'new' ? <FormDrawer {...form} call={insert__Entity__} title="新增__name__" initial={{}} draft={DRAFT} /> : null}
      {dialog?.kind === 'edit' ? <FormDrawer {...form} call={update__Entity__} title="编辑__name__" initial={dialog.row} hidden={{ __entity__Id: dialog.row.__entity__Id, version: dialog.row.version }} /> : null}
      {dialog?.kind === 'delete' ? (
        <ReasonDialog title="删除__name__" text={`${dialog.row.__entity__Name} 将被删除，不能恢复。`} confirmText="删除" reason="none" danger onClose={close}
          onConfirm={async () => {
            await api(delete__Entity__, { __entity__Id: dialog.row.__entity__Id, version: dialog.row.version })
            done('已删除')
          }}
        />
      ) : null}
    </>
  )
}

export default observer(__View__)
