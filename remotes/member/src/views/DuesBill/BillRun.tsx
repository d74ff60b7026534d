import type { ResponseOf } from '@assoc/contract'
import { yearNow } from '@assoc/contract/core/day'
import { previewBillRun, startBillRun } from '@assoc/contract/fee/bill'
import { downloadWorkFile, selectWork } from '@assoc/contract/platform/work'
import { api, download, newKey, saveAs, yuan } from '@assoc/http'
import { tellLost, toasts } from '@assoc/session'
import { Alert, AppDrawer, Button, Flex, FormDrawer, Progress, Table, Typography, useAnswer } from '@assoc/ui'
import { useEffect, useState } from 'react'

type Preview = ResponseOf<typeof previewBillRun>
interface Chosen {
  billYear: number
  dueDate: string
}

const POLL_MS = 700

/** The yearly run in three steps: year and due date, what it would do, and its progress. */
export function BillRun({ onClose }: { onClose: (made: boolean) => void }) {
  const [preview, setPreview] = useState<(Preview & Chosen) | null>(null)
  const [workId, setWorkId] = useState<string | null>(null)
  const [year] = useState(() => yearNow())
  if (workId) return <Running workId={workId} onClose={() => onClose(true)} />
  if (preview) return <Previewed preview={preview} onStarted={setWorkId} onClose={() => onClose(false)} />
  return (
    <FormDrawer
      open
      title="生成年度账单"
      call={previewBillRun}
      fields={[
        { name: 'billYear', kind: 'number' },
        { name: 'dueDate', kind: 'date' },
      ]}
      initial={{ billYear: year }}
      submitText="试算"
      onClose={() => onClose(false)}
      onDone={(answer, values) => setPreview({ ...answer, ...(values as unknown as Chosen) })}
    >
      <Typography.Text type="secondary">正常和暂停权利的会员按所属类别当年生效的标准出账；已有本年度账单的会员不会重复生成。</Typography.Text>
    </FormDrawer>
  )
}

function Previewed({ preview, onStarted, onClose }: { preview: Preview & Chosen; onStarted: (workId: string) => void; onClose: () => void }) {
  const { billYear, dueDate, toBill, amount, billedAlready, withoutStandard, problems, gaps, replaced } = preview
  const [busy, setBusy] = useState(false)
  const [key] = useState(newKey)
  const start = async () => {
    setBusy(true)
    try {
      onStarted((await api(startBillRun, { billYear, dueDate }, { idempotencyKey: key })).workId)
    } catch (error) {
      tellLost(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <AppDrawer
      open
      title={`生成 ${billYear} 年度账单`}
      size={640}
      onClose={onClose}
      footer={
        <Flex gap={8} justify="flex-end">
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" loading={busy} disabled={toBill === 0 || gaps.length > 0} onClick={() => void start()}>
            {gaps.length > 0 ? '会费标准不完整' : toBill === 0 ? '没有可生成的账单' : `${replaced.length > 0 ? '仍按现行标准' : ''}生成 ${toBill.toLocaleString('zh-CN')} 张账单`}
          </Button>
        </Flex>
      }
    >
      <Flex vertical gap={16}>
        <Typography.Text>
          将为 <strong>{toBill.toLocaleString('zh-CN')}</strong> 个会员生成账单，应缴合计 <strong>{yuan(amount)}</strong> 元，缴费截止日 {dueDate}。已有本年度账单 {billedAlready.toLocaleString('zh-CN')} 张。
        </Typography.Text>
        {gaps.length > 0 ? <Alert type="error" showIcon title="会费标准不完整，补齐并启用后才能生成账单" description={gaps.map((text) => <div key={text}>{text}</div>)} /> : null}
        {replaced.length > 0 ? (
          <>
            <Alert type="warning" showIcon title={`${billYear} 年度有会费标准待生效，现在生成将按现行标准出账`} description="如要按新标准出账，请先在“会费标准”中启用，再回到这里试算。" />
            <Table
              size="small"
              rowKey={(row) => `${row.categoryName} ${row.oldAmount} ${row.newAmount}`}
              pagination={false}
              dataSource={replaced}
              columns={[
                { title: '会员类别', dataIndex: 'categoryName' },
                { title: '现行标准（元）', dataIndex: 'oldAmount', width: 130, align: 'right', render: (fen: number | null) => (fen === null ? '无' : yuan(fen)) },
                { title: '待生效标准（元）', dataIndex: 'newAmount', width: 140, align: 'right', render: (fen: number) => yuan(fen) },
                { title: '会员数', dataIndex: 'members', width: 90, align: 'right', render: (count: number) => count.toLocaleString('zh-CN') },
              ]}
            />
          </>
        ) : null}
        {withoutStandard > 0 ? (
          <>
            <Alert type="warning" showIcon title={`${withoutStandard.toLocaleString('zh-CN')} 个会员没有适用的会费标准，本次不生成`} description={problems.length < withoutStandard ? `下面列出前 ${problems.length} 个，生成后可下载全部名单。` : undefined} />
            <Table
              size="small"
              rowKey="memberId"
              pagination={false}
              scroll={{ y: 360 }}
              dataSource={problems}
              columns={[
                { title: '会员编号', dataIndex: 'memberNo', width: 120 },
                { title: '会员名称', dataIndex: 'memberName' },
                { title: '原因', dataIndex: 'message' },
              ]}
            />
          </>
        ) : null}
      </Flex>
    </AppDrawer>
  )
}

function Running({ workId, onClose }: { workId: string; onClose: () => void }) {
  const { data, reload } = useAnswer(selectWork, { workId })
  const going = !data || data.workStatus === 'queued' || data.workStatus === 'running'
  useEffect(() => {
    if (!going) return
    const timer = setInterval(() => void reload(), POLL_MS)
    return () => clearInterval(timer)
  }, [going, reload])
  const saveResult = async () => {
    const { blob, fileName } = await download(downloadWorkFile, { workId })
    saveAs(blob, fileName)
    toasts.success('生成结果已下载')
  }
  const percent = data && data.totalRows > 0 ? Math.floor((data.doneRows / data.totalRows) * 100) : 0
  return (
    <AppDrawer open title={data?.title ?? '生成年度账单'} size={640} onClose={onClose} footer={<Flex justify="flex-end"><Button type="primary" onClick={onClose}>{going ? '在后台继续' : '完成'}</Button></Flex>}>
      <Flex vertical gap={16}>
        <Progress percent={data?.workStatus === 'done' ? 100 : percent} status={data?.workStatus === 'failed' ? 'exception' : going ? 'active' : 'normal'} aria-label="生成进度" />
        <Typography.Text>{wordsOf(data)}</Typography.Text>
        {data?.workStatus === 'done' ? (
          <Button style={{ alignSelf: 'flex-start' }} onClick={() => void saveResult()}>
            下载生成结果
          </Button>
        ) : null}
      </Flex>
    </AppDrawer>
  )
}

function wordsOf(data: ResponseOf<typeof selectWork> | null): string {
  if (!data || data.workStatus === 'queued') return '正在排队…'
  if (data.workStatus === 'running') return `已处理 ${data.doneRows.toLocaleString('zh-CN')} / ${data.totalRows.toLocaleString('zh-CN')} 个会员。可以关闭此窗口，完成后会通知您；在「导出任务」中可以取消。`
  if (data.workStatus === 'done') return '账单已生成。'
  if (data.workStatus === 'cancelled') return '已取消。取消前生成的账单保留，再次生成时不会重复。'
  return data.errorMessage ?? '生成失败，请稍后重试。'
}
