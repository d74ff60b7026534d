import type { ResponseOf } from '@assoc/contract'
import { confirmBatch, discardBatch, downloadBatchProblems, holdBatchLines, linePlan, planReason, selectBatch, selectBatchLines } from '@assoc/contract/fee/bank-statement'
import { api, ApiError, dateFormat, download, newKey, saveAs, yuan } from '@assoc/http'
import { Alert, Button, DownloadOutlined, Flex, Input, Popconfirm, Radio, StatusTag, Table, Typography, useAnswer } from '@assoc/ui'
import { useState } from 'react'
import { Problems } from './Outcome'

type Plan = (typeof linePlan.keys)[number]
type Line = ResponseOf<typeof selectBatchLines>['items'][number]
const PAGE = 20

interface PreviewProps {
  batchId: string
  onConfirmed: (result: ResponseOf<typeof confirmBatch>) => void
  /** The batch is gone, or another file is wanted. */
  onLeave: () => void
}

const many = (n: number) => n.toLocaleString('zh-CN')

/** What a statement would do, before anything is booked: by kinds, line by line, with a way to leave lines out. */
export default function Preview({ batchId, onConfirmed, onLeave }: PreviewProps) {
  const [plan, setPlan] = useState<Plan | undefined>()
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<number[]>([])
  const [busy, setBusy] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [key] = useState(newKey)
  const filter = { ...(plan ? { plan } : {}), ...(keyword ? { keyword } : {}) }
  const batch = useAnswer(selectBatch, { batchId })
  const lines = useAnswer(selectBatchLines, { batchId, page, pageSize: PAGE, ...filter })

  const attempt = async (what: string, work: () => Promise<void>) => {
    setBusy(what)
    setError(null)
    try {
      await work()
    } catch (caught) {
      setError(caught instanceof ApiError ? caught.message : '网络连接失败，请重试；确认过的流水不会重复入账')
    } finally {
      setBusy(null)
    }
  }
  const hold = (held: boolean, rows?: number[]) =>
    attempt('hold', async () => {
      await api(holdBatchLines, { batchId, held, ...(rows ? { rows } : filter) }, { idempotencyKey: newKey() })
      setChosen([])
      await Promise.all([batch.reload(), lines.reload()])
    })
  const narrow = (next: () => void) => {
    next()
    setPage(1)
    setChosen([])
  }
  if (!batch.data) return batch.error ? <Alert type="error" showIcon title={batch.error} action={<Button onClick={onLeave}>重新选择文件</Button>} /> : <Typography.Text type="secondary">正在读取…</Typography.Text>
  const { fileName, total, unreadable, problems, plans } = batch.data
  const sumOf = (of: Plan) => plans.find((p) => p.plan === of) ?? { lines: 0, amount: 0 }
  const toBook = total - unreadable - sumOf('known').lines
  return (
    <Flex vertical gap={12}>
      <Alert
        type="info"
        showIcon
        title={`${fileName}：共 ${many(total)} 行，尚未入账`}
        description="请核对拟处理结果后确认。不是会费的款项请设为暂不入账，它们转入待认领款项。未确认的文件保留 2 天。"
      />
      {error ? <Alert type="error" showIcon title={error} /> : null}
      <Radio.Group
        aria-label="拟处理"
        optionType="button"
        value={plan ?? 'all'}
        onChange={(e) => narrow(() => setPlan(e.target.value === 'all' ? undefined : (e.target.value as Plan)))}
        options={[{ value: 'all', label: '全部' }, ...linePlan.options.map((o) => ({ value: o.value, label: `${o.label} ${many(sumOf(o.value).lines)} 笔 · ${yuan(sumOf(o.value).amount)} 元` }))]}
      />
      <Flex gap={8} wrap align="center">
        <Input.Search allowClear placeholder="流水号或付款户名" aria-label="流水号或付款户名" style={{ width: 220 }} onSearch={(word) => narrow(() => setKeyword(word.trim()))} />
        <Button disabled={chosen.length === 0 || busy !== null} onClick={() => void hold(true, chosen)}>
          所选暂不入账
        </Button>
        <Button disabled={chosen.length === 0 || busy !== null} onClick={() => void hold(false, chosen)}>
          所选恢复入账
        </Button>
        <Popconfirm title={`将当前筛选的 ${many(lines.data?.total ?? 0)} 行全部设为暂不入账？`} okText="确定" cancelText="取消" onConfirm={() => void hold(true)}>
          <Button disabled={busy !== null || !lines.data?.items.some((l) => l.choosable)}>筛选结果全部暂不入账</Button>
        </Popconfirm>
        <span style={{ marginLeft: 'auto' }} />
        <Popconfirm title="放弃后需重新上传文件，确定放弃？" okText="放弃" cancelText="取消" onConfirm={() => void attempt('discard', async () => api(discardBatch, { batchId }, { idempotencyKey: newKey() }).then(onLeave))}>
          <Button disabled={busy !== null}>放弃此文件</Button>
        </Popconfirm>
        <Button type="primary" loading={busy === 'confirm'} disabled={busy !== null || toBook === 0} onClick={() => void attempt('confirm', async () => onConfirmed(await api(confirmBatch, { batchId }, { idempotencyKey: key })))}>
          {toBook === 0 ? '没有可入账的流水' : `确认入账 ${many(toBook)} 笔`}
        </Button>
      </Flex>
      <Table<Line>
        size="small"
        rowKey="row"
        loading={lines.loading}
        dataSource={lines.data?.items ?? []}
        scroll={{ x: 900 }}
        rowSelection={{ selectedRowKeys: chosen, preserveSelectedRowKeys: true, onChange: (keys) => setChosen(keys as number[]), getCheckboxProps: (l) => ({ disabled: !l.choosable, 'aria-label': `选择第 ${l.row} 行` }) }}
        pagination={{ current: page, pageSize: PAGE, total: lines.data?.total ?? 0, showSizeChanger: false, hideOnSinglePage: true, onChange: setPage }}
        columns={[
          { title: '行号', dataIndex: 'row', width: 64 },
          { title: '流水号', dataIndex: 'serialNo', width: 130, ellipsis: true },
          { title: '交易时间', dataIndex: 'tradeTime', width: 155, render: (at: string) => dateFormat(at, 'YYYY-MM-DD HH:mm') },
          { title: '付款户名', dataIndex: 'payerName', width: 190, ellipsis: true },
          { title: '金额（元）', dataIndex: 'amount', width: 110, align: 'right', render: (fen: number) => yuan(fen) },
          { title: '附言', dataIndex: 'purpose', width: 130, ellipsis: true, render: (text: string | null) => text ?? '—' },
          {
            title: '拟处理',
            width: 215,
            render: (_value, l) => (
              <Flex vertical>
                <span>
                  <StatusTag of={linePlan} value={l.plan} />
                </span>
                <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                  {planReason.labels[l.reason]}
                  {l.memberName && l.memberName !== l.payerName ? `（${l.memberName}）` : ''}
                </Typography.Text>
              </Flex>
            ),
          },
        ]}
      />
      {unreadable > 0 ? (
        <>
          <Flex align="center" justify="space-between" gap={12}>
            <Typography.Text strong>{many(unreadable)} 行无法读取，不会入账</Typography.Text>
            <Button icon={<DownloadOutlined />} loading={busy === 'problems'} onClick={() => void attempt('problems', async () => download(downloadBatchProblems, { batchId }).then(({ blob, fileName: name }) => saveAs(blob, name)))}>
              下载无法读取的行
            </Button>
          </Flex>
          <Problems problems={problems} />
        </>
      ) : null}
    </Flex>
  )
}
