import type { ResponseOf } from '@assoc/contract'
import type { readStatementColumns } from '@assoc/contract/fee/bank'
import { Alert, Button, Flex, Form, ImportMapping, Input, Table, Typography, type Mapping } from '@assoc/ui'
import { useState } from 'react'

export interface ColumnsProps {
  fileName: string
  columns: ResponseOf<typeof readStatementColumns>
  busy: boolean
  /** What the server said of the last try. */
  error: string | null
  onMap: (mapping: Mapping, account: string | null) => void
  onLeave: () => void
}

/** Says by hand which column of a statement is what, beside its first rows; kept for the account and used for its next file. */
export default function Columns({ fileName, columns, busy, error, onMap, onLeave }: ColumnsProps) {
  const [account, setAccount] = useState('')
  return (
    <Flex vertical gap={16}>
      <Alert type="info" showIcon title={`没有识别出「${fileName}」的表头，请指定各列的含义`} description="至少需要交易时间、付款户名、收入金额（或金额），以及流水号或余额。对应关系按收款账号记住，下次上传该账号同样的文件时自动使用。" />
      {error ? <Alert type="error" showIcon role="alert" title={error} /> : null}
      <section aria-label="文件前几行">
        <Typography.Text type="secondary">文件前几行</Typography.Text>
        <Table
          size="small"
          rowKey="key"
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={columns.rows.map((cells, key) => ({ key, cells }))}
          columns={columns.titles.map(({ title }, i) => ({ title, key: title, render: (_value: unknown, row: { cells: string[] }) => row.cells[i] ?? '' }))}
        />
      </section>
      {columns.account ? (
        <Typography.Text>收款账号：{columns.account}</Typography.Text>
      ) : (
        <Form layout="vertical">
          <Form.Item label="收款账号" htmlFor="statement-account" extra="文件中没有账号列时填写">
            <Input id="statement-account" value={account} maxLength={40} onChange={(e) => setAccount(e.target.value)} />
          </Form.Item>
        </Form>
      )}
      <ImportMapping label="银行流水" columns={columns} busy={busy} onMap={(mapping) => onMap(mapping, account.trim() || null)} />
      <Flex>
        <Button onClick={onLeave}>换一个文件</Button>
      </Flex>
    </Flex>
  )
}
