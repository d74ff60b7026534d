import { viewLink, type ResponseOf } from '@assoc/contract'
import { LAST_YEAR_MOST, selectDeclarationBeside } from '@assoc/contract/expert/declaration-review'
import { Link } from '@assoc/router'
import { session } from '@assoc/session'
import { Alert, FailedToLoad, Skeleton, Table, Typography, useAnswer } from '@assoc/ui'
import { Part } from './Part'

type Found = ResponseOf<typeof selectDeclarationBeside>
type Contradiction = Found['contradictions'][number]
type Item = NonNullable<Found['lastYear']>['items'][number]
const PAGE = 20

/** What another declaration tells otherwise, and what was declared the year before. */
export function Beside({ declareId }: { declareId: string }) {
  const { data, error, reload } = useAnswer(selectDeclarationBeside, { declareId })
  if (error) return <FailedToLoad message={error} onRetry={() => void reload()} />
  if (!data) return <Skeleton active paragraph={{ rows: 2 }} />
  const { contradictions, lastYear } = data
  return (
    <>
      {contradictions.length > 0 ? (
        <Part title="与其他申报不一致">
          <Alert type="warning" showIcon style={{ marginBottom: 8 }} title={`有 ${contradictions.length} 处与同一申报人的其他申报不一致，请核对`} />
          <Table<Contradiction>
            size="small"
            rowKey={(row) => `${row.declareId} ${row.label}`}
            dataSource={contradictions}
            pagination={contradictions.length > PAGE ? { pageSize: PAGE, showSizeChanger: false } : false}
            scroll={{ x: 720 }}
            columns={[
              { title: '题目', dataIndex: 'label', width: 220 },
              { title: '本申报', dataIndex: 'here', width: 140 },
              { title: '另一申报', dataIndex: 'there', width: 140 },
              { title: '来自', render: (_, row) => <Source of={row} /> },
            ]}
          />
        </Part>
      ) : null}
      {lastYear ? (
        <Part title={`与上次申报对比（${lastYear.schemeName}，${lastYear.declareNo}）`}>
          <Table<Item>
            size="small"
            rowKey="label"
            dataSource={lastYear.items}
            pagination={lastYear.items.length > PAGE ? { pageSize: PAGE, showSizeChanger: false } : false}
            scroll={{ x: 720 }}
            locale={{ emptyText: '与上次申报相同' }}
            columns={[
              { title: '题目', dataIndex: 'label', width: 260 },
              { title: '上次', dataIndex: 'before', render: shown },
              { title: '本次', dataIndex: 'after', render: shown },
            ]}
          />
          {lastYear.more ? <Typography.Text type="secondary">只列出前 {LAST_YEAR_MOST} 处</Typography.Text> : null}
        </Part>
      ) : null}
    </>
  )
}

const shown = (text: string) => <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text || '未填写'}</span>

/** The other declaration; a link for who has the list that it stands in. */
function Source({ of }: { of: Contradiction }) {
  const words = `${of.declareNo} ${of.companyName} ${of.schemeName}`
  const view = session().has('declaration:declare:manage') ? 'expert/DeclareList' : session().has('declaration:first:audit') ? 'expert/SecondList' : null
  return view ? <Link to={viewLink(view, { record: of.declareId })}>{words}</Link> : <>{words}</>
}
