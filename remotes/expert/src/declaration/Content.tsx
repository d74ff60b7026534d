import type { declaration } from '@assoc/contract/expert/declaration'
import { compareDeclaration, exportDeclarationPaper, selectDeclarationContent } from '@assoc/contract/expert/declaration-review'
import { today } from '@assoc/contract/core/day'
import { pathOf } from '@assoc/contract/form/engine/answers'
import { dateFormat } from '@assoc/http'
import { Button, FailedToLoad, Flex, FormSheet, loadSheets, Skeleton, Typography, useAnswer, type RowOfResource, type SheetFiles, type SheetStore } from '@assoc/ui'
import { useEffect, useState } from 'react'
import { PaperButtons } from '../answers/PaperButtons'
import { Compare } from '../answers/Compare'
import { Beside } from './Beside'
import { Decided } from './Outcomes'
import { Part } from './Part'
import { Queries } from './Queries'
import { useReturning } from './Returning'

/** Files of the answer can be fetched, and none sent. */
const FILES: SheetFiles = Object.freeze({})

export interface ContentProps {
  row: RowOfResource<typeof declaration>
  onChanged: () => void
  /** Only read: nothing is sent back or closed from here. */
  readOnly?: boolean
}

/** What was declared: the rules, what stands beside, what was sent back, the form, and when it was handed in. */
export function Content({ row, onChanged, readOnly = false }: ContentProps) {
  const { declareId } = row
  const { data, error, reload } = useAnswer(selectDeclarationContent, { declareId })
  const [sheet, setSheet] = useState<SheetStore | null>(null)
  const [comparing, setComparing] = useState(false)
  const shown = readOnly ? { ...row, abilities: [] } : row
  const returning = useReturning(shown, sheet, data?.queries, onChanged)
  useEffect(() => {
    if (!data) return
    let here = true
    void loadSheets().then(({ createSheet, startRun }) => {
      if (!here) return
      const made = createSheet(startRun(data.document, data.answers, { today: today() }))
      for (const [text, masked] of Object.entries(data.personal)) {
        const path = pathOf(text)
        if (path) made.take(path, masked)
      }
      setSheet(made)
    })
    return () => {
      here = false
    }
  }, [data])
  if (error) return <FailedToLoad message={error} onRetry={() => void reload()} />
  if (!data || !sheet) return <Skeleton active paragraph={{ rows: 8 }} />
  const { submissions } = data
  return (
    <section aria-label="申报内容">
      <Part title="申报条件">
        <Decided of={data.eligibility} />
      </Part>
      <Beside declareId={declareId} />
      <Queries declareId={declareId} sheet={sheet} queries={data.queries} mayStep={shown.abilities.some((verb) => verb === 'returnFirst' || verb === 'returnSecond')} onStepped={() => void reload()} />
      <Flex wrap gap={8} align="center" justify="space-between" style={{ marginBottom: 8 }}>
        <Typography.Title level={2} style={{ fontSize: 16, margin: 0 }}>
          申报表（第 {data.versionNo} 版）
        </Typography.Title>
        <Flex wrap gap={8}>
          <PaperButtons call={exportDeclarationPaper} input={(format) => ({ declareId, format })} />
          {returning.begin}
        </Flex>
      </Flex>
      <FormSheet sheet={sheet} mode="read" files={FILES} {...(returning.marks ? { marks: returning.marks } : {})} />
      {returning.bar}
      {submissions.length > 0 ? (
        <Flex wrap gap={8} align="flex-start" justify="space-between" style={{ marginTop: 16 }}>
          <ul aria-label="提交记录" style={{ margin: 0 }}>
            {submissions.map((one) => (
              <li key={one.submissionNo}>
                第 {one.submissionNo} 次填报：{one.userName}，{dateFormat(one.submitTime)}
              </li>
            ))}
          </ul>
          {submissions.length > 1 ? <Button onClick={() => setComparing(true)}>对比提交</Button> : null}
        </Flex>
      ) : null}
      {comparing ? <Compare call={compareDeclaration} of={{ declareId }} submissions={submissions} onClose={() => setComparing(false)} /> : null}
    </section>
  )
}
