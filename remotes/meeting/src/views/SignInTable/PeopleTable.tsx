import type { ResponseOf } from '@assoc/contract'
import { revokeSignIn, selectSignTable, signInFor, signState, signWay } from '@assoc/contract/meeting/sign-in'
import { api, dateFormat } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Button, FailedToLoad, Flex, Input, ReasonDialog, Segmented, sentenceOf, StatusTag, Table, useAnswer } from '@assoc/ui'
import { useEffect, useState } from 'react'

type Row = ResponseOf<typeof selectSignTable>['items'][number]
interface Props {
  sessionId: string
  /** Counts what was changed elsewhere on the page. */
  changes: number
  onChanged: () => void
}

const SIZE = 50
const STATES = [{ value: '', label: '全部' }, ...Object.entries(signState.labels).map(([value, label]) => ({ value, label }))]

/** People of a session, with what staff may do to each. */
export function PeopleTable({ sessionId, changes, onChanged }: Props) {
  const [keyword, setKeyword] = useState('')
  const [state, setState] = useState('')
  const [page, setPage] = useState(1)
  const [asked, setAsked] = useState<{ row: Row; what: 'force' | 'revoke' } | null>(null)
  const { data, error, loading, reload } = useAnswer(selectSignTable, { sessionId, page, pageSize: SIZE, keyword: keyword || null, state: (state || null) as Row['state'] | null })
  useEffect(() => {
    if (changes > 0) void reload()
  }, [changes, reload])
  const may = session().has('meeting:signIn:manage')
  const changed = () => {
    onChanged()
    void reload()
  }
  const sign = async (row: Row) => {
    try {
      const done = await api(signInFor, { sessionId, registerId: row.registerId })
      if (done.outcome === 'refused') {
        toasts.show('error', done.message)
        setAsked({ row, what: 'force' })
      } else toasts.success(`${row.name}：${done.message}`)
      changed()
    } catch (caught) {
      toasts.show('error', sentenceOf(caught))
    }
  }
  if (error && !data) return <FailedToLoad message={error} onRetry={() => void reload()} />
  return (
    <>
      <Flex gap={12} wrap>
        <Input.Search aria-label="查找" allowClear placeholder="姓名、拼音、单位、编号或手机后四位" style={{ width: 320 }} onSearch={(text) => (setKeyword(text.trim()), setPage(1))} />
        <Segmented aria-label="到场情况" options={STATES} value={state} onChange={(value) => (setState(String(value)), setPage(1))} />
      </Flex>
      <Table<Row>
        rowKey="registerId"
        size="small"
        loading={loading && !data}
        dataSource={data?.items ?? []}
        scroll={{ x: 1000 }}
        locale={{ emptyText: '没有符合条件的人员' }}
        pagination={{ current: page, pageSize: SIZE, total: data?.total ?? 0, showSizeChanger: false, onChange: setPage, showTotal: (n) => `共 ${n} 人` }}
        columns={[
          { title: '姓名', dataIndex: 'name', width: 110 },
          { title: '单位', dataIndex: 'companyName', width: 170, ellipsis: true },
          { title: '职务', dataIndex: 'postName', width: 130, ellipsis: true },
          { title: '手机后四位', dataIndex: 'mobileEnd', width: 105 },
          { title: '到场情况', dataIndex: 'state', width: 100, render: (_: unknown, row) => <StatusTag of={signState} value={row.state} /> },
          { title: '签到时间', dataIndex: 'signTime', width: 165, render: (_: unknown, row) => (row.signTime ? dateFormat(row.signTime) : '') },
          { title: '方式', dataIndex: 'way', width: 120, render: (_: unknown, row) => (row.way ? `${signWay.labels[row.way]}${row.forced ? '（特批）' : ''}` : '') },
          { title: '签到点', dataIndex: 'gate', width: 110 },
          {
            title: '操作',
            width: 90,
            fixed: 'right',
            render: (_: unknown, row) =>
              !may ? null : row.state === 'missing' ? (
                <Button type="link" size="small" style={{ padding: 0 }} aria-label={`为${row.name}代签到`} onClick={() => void sign(row)}>
                  代签到
                </Button>
              ) : (
                <Button type="link" size="small" danger style={{ padding: 0 }} aria-label={`撤销${row.name}的签到`} onClick={() => setAsked({ row, what: 'revoke' })}>
                  撤销
                </Button>
              ),
          },
        ]}
      />
      {asked ? (
        <ReasonDialog
          title={asked.what === 'revoke' ? `撤销签到：${asked.row.name}` : `特批签到：${asked.row.name}`}
          text={asked.what === 'revoke' ? '撤销后该人员记为未到；没有其他场次的签到时，报名恢复为报名成功。' : '不受签到时间和报名状态限制，原因记入签到日志。'}
          confirmText={asked.what === 'revoke' ? '撤销签到' : '特批签到'}
          danger={asked.what === 'revoke'}
          reason="required"
          onConfirm={async (reason) => {
            const { registerId, name } = asked.row
            if (asked.what === 'revoke') await api(revokeSignIn, { sessionId, registerId, reason: reason ?? '' })
            else await api(signInFor, { sessionId, registerId, forced: true, reason })
            toasts.success(asked.what === 'revoke' ? `已撤销${name}的签到` : `${name} 已特批签到`)
            changed()
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  )
}
