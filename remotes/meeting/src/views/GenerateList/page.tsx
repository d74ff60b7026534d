import { viewLink, type RequestOf } from '@assoc/contract'
import { generateList, listColumn, listFormat, listMask, listOrder, previewList, USUAL_COLUMNS } from '@assoc/contract/meeting/lists'
import { meetingLookup } from '@assoc/contract/meeting/lookups'
import { regStatus } from '@assoc/contract/meeting/registration'
import { useNavigate, useSearchParams } from '@assoc/router'
import { session } from '@assoc/session'
import { Alert, Button, Checkbox, FailedToLoad, Flex, Form, Radio, ReasonDialog, RefSelect, Select, Skeleton, Switch, Table, theme, Typography, useAnswer, useExport } from '@assoc/ui'
import { useState } from 'react'

type Asked = RequestOf<typeof generateList>
type Column = Asked['columns'][number]

const PLACED: Asked['statuses'] = ['confirmed', 'attended']
const MOBILE: Asked['masks'] = ['mobile']

/** Lists and badges of one meeting: its people, their columns, their order and what is masked. */
export default function GenerateList() {
  const { token } = theme.useToken()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const asked = params.get('meetID') ?? ''
  const meetId = /^\d{1,18}$/.test(asked) ? asked : null
  const [format, setFormat] = useState<Asked['format']>('xlsx')
  const [columns, setColumns] = useState<Column[]>([...USUAL_COLUMNS])
  const [order, setOrder] = useState<Asked['order']>('company')
  const [masks, setMasks] = useState<Asked['masks']>(MOBILE)
  const [statuses, setStatuses] = useState<Asked['statuses']>(PLACED)
  const [withCode, setWithCode] = useState(true)
  const isList = format === 'xlsx' || format === 'pdf'
  const input = meetId ? { meetId, columns, order, masks, statuses } : null
  const { data, error, loading, reload } = useAnswer(previewList, input && columns.length > 0 && statuses.length > 0 ? input : null)
  const file = useExport(generateList)
  const make = (reason?: string) => (input ? file.run({ ...input, format, withCode, ...(reason ? { reason } : {}) }) : undefined)
  const panel = { padding: 16, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }
  return (
    <main style={{ minHeight: '100vh', padding: 16, background: token.colorBgLayout }}>
      <Flex gap={12} align="center" wrap style={{ marginBottom: 12 }}>
        <Typography.Title level={1} style={{ fontSize: 20, lineHeight: '28px', margin: 0 }}>
          {data ? `生成名单 · ${data.meetingName}` : '生成名单'}
        </Typography.Title>
        <div style={{ flex: 1 }} />
        <Button onClick={() => void navigate(meetId ? viewLink('meeting/MeetingList', { record: meetId }) : viewLink('meeting/MeetingList'))}>返回会议</Button>
      </Flex>
      <Flex gap={12} align="flex-start" wrap>
        <section aria-label="名单设置" style={{ ...panel, flex: '0 1 360px' }}>
          <Form layout="vertical">
            <Form.Item label="会议">
              <RefSelect aria-label="会议" lookup={meetingLookup} value={meetId} known={meetId && data ? [{ value: meetId, label: data.meetingName }] : []} placeholder="请选择会议" onChange={(id) => setParams(typeof id === 'string' ? { meetID: id } : {}, { replace: true })} />
            </Form.Item>
            <Form.Item label="生成">
              <Radio.Group aria-label="生成" vertical options={listFormat.options} value={format} onChange={(e) => setFormat(e.target.value as Asked['format'])} />
            </Form.Item>
            <Form.Item label="报名状态">
              <Select aria-label="报名状态" mode="multiple" options={Object.entries(regStatus.labels).map(([value, label]) => ({ value, label }))} value={statuses} onChange={(value: Asked['statuses']) => setStatuses(value)} />
            </Form.Item>
            {isList ? (
              <Form.Item label="列" help="按选择的先后排列">
                <Select aria-label="列" mode="multiple" options={listColumn.options} value={columns} onChange={(value: Column[]) => setColumns(value)} />
              </Form.Item>
            ) : (
              <Form.Item label="印个人签到码">
                <Switch aria-label="印个人签到码" checked={withCode} onChange={setWithCode} />
              </Form.Item>
            )}
            <Form.Item label="排序">
              <Select aria-label="排序" options={listOrder.options} value={order} onChange={(value: Asked['order']) => setOrder(value)} />
            </Form.Item>
            <Form.Item label="遮盖">
              <Checkbox.Group options={listMask.options.map((one) => ({ ...one, disabled: one.value === 'mobile' && !session().has('pi:plain:view') }))} value={masks} onChange={(value) => setMasks(value as Asked['masks'])} />
            </Form.Item>
            <Button type="primary" block disabled={!data || data.total === 0} loading={file.busy} onClick={() => void make()}>
              {file.progress === null ? '生成' : `生成中 ${file.progress}%`}
            </Button>
          </Form>
        </section>
        <section aria-label="预览" style={{ ...panel, flex: '1 1 560px', minWidth: 0 }}>
          {!meetId ? <Alert type="info" showIcon title="请先选择会议" /> : null}
          {error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : null}
          {meetId && !data && loading ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
          {data ? (
            <>
              <Typography.Paragraph type="secondary" role="status">
                {`共 ${data.total} 人${data.total > data.rows.length ? `，预览前 ${data.rows.length} 人` : ''}；预览中手机号码总是遮盖`}
              </Typography.Paragraph>
              <Table<{ key: number; cells: string[] }>
                size="small"
                rowKey="key"
                pagination={false}
                scroll={{ x: 'max-content', y: 560 }}
                dataSource={data.rows.map((cells, key) => ({ key, cells }))}
                columns={data.header.map((title, i) => ({ title, key: title, width: 120, render: (_: unknown, row: { cells: string[] }) => row.cells[i] }))}
                locale={{ emptyText: '没有符合条件的报名' }}
              />
            </>
          ) : null}
        </section>
      </Flex>
      {file.asked ? <ReasonDialog title="导出原因" text={file.asked.text} confirmText="生成" reason="required" onConfirm={async (reason) => void make(reason)} onClose={file.drop} /> : null}
    </main>
  )
}
