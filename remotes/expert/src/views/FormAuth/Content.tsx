import { pathOf } from '@assoc/contract/form/engine/answers'
import { exportAnswerPaper, selectAnswerContent, type formAnswer } from '@assoc/contract/form/answer'
import { compareFormSubmissions, selectFormQueries } from '@assoc/contract/form/query'
import { today } from '@assoc/contract/core/day'
import { verifyFormCertificate } from '@assoc/contract/form/certificate'
import { api, dateFormat } from '@assoc/http'
import { Button, FailedToLoad, Flex, FormSheet, loadSheets, Skeleton, Typography, useAnswer, type RowOfResource, type SheetFiles, type SheetStore } from '@assoc/ui'
import { useEffect, useState } from 'react'
import { PaperButtons } from '../../answers/PaperButtons'
import { Certificate } from '../../fill/Certificate'
import { Compare } from '../../answers/Compare'
import { Queries } from './Queries'
import { useReview } from './Review'

/** Files of the answer can be fetched, and none sent. */
const FILES: SheetFiles = Object.freeze({})

export interface ContentProps {
  row: RowOfResource<typeof formAnswer>
  /** The answer was sent back, or a question of it stepped: the list is read anew. */
  onChanged: () => void
}

/** What was filled in, as the form shows it, what was sent back of it, and when it was handed in. */
export function Content({ row, onChanged }: ContentProps) {
  const { answerId } = row
  const { data, error, reload } = useAnswer(selectAnswerContent, { answerId })
  const asked = useAnswer(selectFormQueries, { answerId })
  const [sheet, setSheet] = useState<SheetStore | null>(null)
  const [comparing, setComparing] = useState(false)
  const review = useReview(row, sheet, asked.data?.queries, onChanged)
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
  const failed = error ?? asked.error
  if (failed) return <FailedToLoad message={failed} onRetry={() => void Promise.all([reload(), asked.reload()])} />
  if (!data || !sheet || !asked.data) return <Skeleton active paragraph={{ rows: 8 }} />
  const { submissions } = data
  return (
    <section aria-label="填报内容">
      <Queries row={row} sheet={sheet} queries={asked.data.queries} onStepped={() => void asked.reload().then(onChanged)} />
      <Flex wrap gap={8} align="center" justify="space-between" style={{ marginBottom: 8 }}>
        <Typography.Title level={2} style={{ fontSize: 16, margin: 0 }}>
          填报内容（第 {data.versionNo} 版）
        </Typography.Title>
        <Flex wrap gap={8}>
          <PaperButtons call={exportAnswerPaper} input={(format) => ({ answerId, format })} />
          {review.begin}
        </Flex>
      </Flex>
      {data.certificate ? <Certificate of={data.certificate} verify={() => api(verifyFormCertificate, { answerId })} /> : null}
      <FormSheet sheet={sheet} mode="read" files={FILES} {...(review.marks ? { marks: review.marks } : {})} />
      {review.bar}
      {submissions.length > 0 ? (
        <Flex wrap gap={8} align="flex-start" justify="space-between" style={{ marginTop: 16 }}>
          <ul aria-label="提交记录" style={{ margin: 0 }}>
            {submissions.map((one) => (
              <li key={one.submissionNo}>
                第 {one.submissionNo} 次提交：{one.userName}，{dateFormat(one.submitTime)}
              </li>
            ))}
          </ul>
          {submissions.length > 1 ? <Button onClick={() => setComparing(true)}>对比提交</Button> : null}
        </Flex>
      ) : null}
      {comparing ? <Compare call={compareFormSubmissions} of={{ answerId }} submissions={submissions} onClose={() => setComparing(false)} /> : null}
    </section>
  )
}
