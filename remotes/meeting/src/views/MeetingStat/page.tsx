import type { RequestOf, ResponseOf } from '@assoc/contract'
import { meetingType } from '@assoc/contract/meeting/meeting-type'
import { exportMeetingStat, selectMeetingStat, statBy } from '@assoc/contract/meeting/statistics'
import { jurisdiction } from '@assoc/contract/member/jurisdiction'
import { Link, useNavigate, useSearchParams } from '@assoc/router'
import { Button, Chart, FailedToLoad, Flex, SearchForm, Segmented, Skeleton, Table, theme, Tooltip, Typography, useAnswer, useExport, type SearchField } from '@assoc/ui'
import { useMemo } from 'react'

type Stat = ResponseOf<typeof selectMeetingStat>
type Row = Stat['rows'][number]
type Asked = RequestOf<typeof selectMeetingStat>

const FIELDS: SearchField[] = [
  { kind: 'dates', name: 'startDateFrom', to: 'startDateTo', label: '会议日期' },
  { kind: 'select', name: 'meetingType', label: '会议类型', options: meetingType.options },
  { kind: 'select', name: 'jurisdiction', label: '辖区', options: jurisdiction.options },
]
const NAMES = ['startDateFrom', 'startDateTo', 'meetingType', 'jurisdiction']
/** More bars than these cannot be told apart. */
const BARS = 20

/** Who registered, came and stayed away, by type, year, jurisdiction or company; each figure opens its list. */
export default function MeetingStat() {
  const { token } = theme.useToken()
  const [params, setParams] = useSearchParams()
  const asked = params.toString()
  const input = useMemo((): Asked => {
    const given = new URLSearchParams(asked)
    const by = statBy.keys.find((key) => key === given.get('by')) ?? 'type'
    return { by, ...Object.fromEntries(NAMES.flatMap((name) => (given.get(name) ? [[name, given.get(name)]] : []))) } as Asked
  }, [asked])
  const { data, error, reload } = useAnswer(selectMeetingStat, input)
  const file = useExport(exportMeetingStat)
  const set = (next: Record<string, string>) => setParams({ ...(input.by === 'type' ? {} : { by: input.by }), ...next })
  const values = Object.fromEntries(Object.entries(input).filter(([name]) => name !== 'by')) as Record<string, string>
  const panel = { padding: 16, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }
  return (
    <Flex vertical gap={12}>
      <Flex gap={12} align="center" wrap>
        <Typography.Title level={1} style={{ fontSize: 20, lineHeight: '28px', margin: 0 }}>
          会议统计
        </Typography.Title>
        <Segmented aria-label="统计口径" options={statBy.options} value={input.by} onChange={(by) => setParams({ ...values, ...(by === 'type' ? {} : { by }) })} />
        <div style={{ flex: 1 }} />
        <Button loading={file.busy} onClick={() => void file.run(input)}>
          导出
        </Button>
      </Flex>
      <SearchForm label="会议统计" fields={FIELDS} values={values} loading={false} onSearch={set} onReset={() => set({})} />
      {error && !data ? <FailedToLoad message={error} onRetry={() => void reload()} /> : null}
      {!data && !error ? <Skeleton active paragraph={{ rows: 14 }} /> : null}
      {data ? (
        <>
          <section aria-label="图表" style={panel}>
            <Figures stat={data} by={input.by} />
          </section>
          <section aria-label="数据" style={panel}>
            <Rows stat={data} by={input.by} />
          </section>
        </>
      ) : null}
    </Flex>
  )
}

function Figures({ stat, by }: { stat: Stat; by: Asked['by'] }) {
  const navigate = useNavigate()
  const shown = stat.rows.slice(by === 'year' ? -BARS : 0, by === 'year' ? undefined : BARS)
  const label = statBy.labels[by]
  return (
    <Chart
      kind="bar"
      title={`按${label}的报名与到会${stat.rows.length > BARS ? `（前 ${BARS}）` : ''}`}
      labels={shown.map((row) => row.label)}
      series={[
        { name: '报名成功', values: shown.map((row) => row.registered) },
        { name: '已签到', values: shown.map((row) => row.attended) },
        { name: '缺席', values: shown.map((row) => row.absent) },
      ]}
      unit="count"
      links={shown.map((row) => row.links.registered)}
      onPick={(index, series) => {
        const { registered, attended, absent } = shown[index]?.links ?? { registered: '', attended: '', absent: '' }
        const link = [registered, attended, absent][series]
        if (link) void navigate(link)
      }}
    />
  )
}

function Rows({ stat, by }: { stat: Stat; by: Asked['by'] }) {
  const figure = (name: 'registered' | 'attended' | 'absent') => (_: unknown, row: Row) => {
    const text = row[name].toLocaleString('zh-CN')
    return row.links[name] && row[name] > 0 ? <Link to={row.links[name]}>{text}</Link> : text
  }
  return (
    <Table<Row>
      rowKey={(row) => row.key || row.label}
      size="small"
      dataSource={[...stat.rows, stat.total]}
      pagination={{ pageSize: 51, hideOnSinglePage: true, showSizeChanger: false }}
      scroll={{ x: 640 }}
      locale={{ emptyText: '没有符合条件的会议' }}
      columns={[
        { title: statBy.labels[by], dataIndex: 'label', width: 220 },
        { title: '会议场次', align: 'right', dataIndex: 'meetings', width: 110, render: (_: unknown, row) => row.meetings.toLocaleString('zh-CN') },
        { title: '报名成功', align: 'right', width: 110, render: figure('registered') },
        { title: '已签到', align: 'right', width: 110, render: figure('attended') },
        { title: '缺席', align: 'right', width: 110, render: figure('absent') },
        { title: <Tooltip title="只计已结束的会议">到会率</Tooltip>, align: 'right', width: 100, render: (_: unknown, { rate }) => (rate === null ? '—' : `${rate}%`) },
      ]}
    />
  )
}
