import type { ResponseOf } from '@assoc/contract'
import { previewEvalGrades, scoreSource, TYPED_MOST } from '@assoc/contract/expert/eval-grade'
import { points } from '@assoc/contract/expert/grading'
import { evalSchemeLookup } from '@assoc/contract/expert/lookups'
import { api, ApiError } from '@assoc/http'
import { Alert, Button, Flex, Input, Radio, RefSelect, Table, Typography } from '@assoc/ui'
import { useState } from 'react'

type Answer = ResponseOf<typeof previewEvalGrades>
type Source = (typeof scoreSource.keys)[number]

/** Numbers out of a pasted column; what is none is answered as it stands. */
function numbersOf(text: string): { scores: number[]; wrong: string | null } {
  const words = text.split(/[\s,，;；、]+/).filter(Boolean)
  const wrong = words.find((word) => !/^\d{1,3}(\.\d{1,2})?$/.test(word)) ?? null
  return { scores: wrong === null ? words.map(Number) : [], wrong }
}

/** How the grades of a scheme would spread scores: its own, those of last year, typed ones or samples. */
export function Preview({ schemeId: first }: { schemeId: string | null }) {
  const [schemeId, setSchemeId] = useState(first)
  const [source, setSource] = useState<Source>('sample')
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const run = async () => {
    if (!schemeId) return setRefused('请选择评价方案')
    const { scores, wrong } = source === 'typed' ? numbersOf(typed) : { scores: [], wrong: null }
    if (wrong !== null) return setRefused(`“${wrong.slice(0, 20)}”不是得分，得分最多两位小数`)
    if (scores.length > TYPED_MOST) return setRefused(`最多 ${TYPED_MOST} 个得分`)
    setBusy(true)
    setRefused(null)
    try {
      setAnswer(await api(previewEvalGrades, { schemeId, source, scores }))
    } catch (caught) {
      setRefused(caught instanceof ApiError ? (caught.fields[0]?.message ?? caught.message) : '网络连接失败，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Flex vertical gap={12}>
      <RefSelect aria-label="评价方案" lookup={evalSchemeLookup} value={schemeId} onChange={(value) => setSchemeId(typeof value === 'string' ? value : null)} placeholder="选择评价方案" />
      <Radio.Group aria-label="得分来源" value={source} onChange={(e) => setSource(e.target.value as Source)} options={scoreSource.options} />
      {source === 'typed' ? <Input.TextArea aria-label="得分" rows={5} value={typed} onChange={(e) => setTyped(e.target.value)} placeholder="粘贴一列得分，每行一个" /> : null}
      <div>
        <Button type="primary" loading={busy} onClick={() => void run()}>
          计算
        </Button>
      </div>
      {refused ? <Alert type="error" showIcon title={refused} /> : null}
      {answer ? <Shown {...answer} /> : null}
    </Flex>
  )
}

function Shown({ entries, unscored, problems, grades, ties }: Answer) {
  return (
    <>
      {problems.map((sentence) => (
        <Alert key={sentence} type="warning" showIcon title={sentence} />
      ))}
      <Typography.Text>
        共 {entries} 个{unscored > 0 ? `，其中 ${unscored} 个没有得分` : ''}
      </Typography.Text>
      {grades.length > 0 ? (
        <Table<Answer['grades'][number]>
          size="small"
          rowKey="code"
          pagination={false}
          dataSource={grades}
          columns={[
            { title: '等级', key: 'name', render: (_v, one) => (one.code === one.name ? one.code : `${one.code} ${one.name}`) },
            { title: '规则', dataIndex: 'rule' },
            { title: '个数', dataIndex: 'count', align: 'right' },
            { title: '比例', key: 'share', align: 'right', render: (_v, one) => (entries === 0 ? '—' : `${((one.count / entries) * 100).toFixed(1)}%`) },
            { title: '得分', key: 'range', align: 'right', render: (_v, one) => (one.lowest === null || one.highest === null ? '—' : `${points(one.lowest)}–${points(one.highest)}`) },
          ]}
        />
      ) : null}
      {ties.map((tie) => (
        <Alert key={tie.edge} type="info" showIcon title={`第 ${tie.edge} 名处同分：${points(tie.score)} 分，第 ${tie.first}–${tie.last} 名共 ${tie.last - tie.first + 1} 个，按方案的规则一并处理。`} />
      ))}
    </>
  )
}
