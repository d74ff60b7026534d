import { pathOf } from '@assoc/contract/form/engine/answers'
import { selectAnswerContent } from '@assoc/contract/form/answer'
import { today } from '@assoc/contract/core/day'
import { dateFormat } from '@assoc/http'
import { FailedToLoad, FormSheet, loadSheets, Skeleton, Typography, useAnswer, type SheetStore } from '@assoc/ui'
import { useEffect, useState } from 'react'

/** What was filled in, as the form shows it, and when it was handed in. */
export function Content({ answerId }: { answerId: string }) {
  const { data, error, reload } = useAnswer(selectAnswerContent, { answerId })
  const [sheet, setSheet] = useState<SheetStore | null>(null)
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
  return (
    <section aria-label="填报内容">
      <Typography.Title level={2} style={{ fontSize: 16 }}>
        填报内容（第 {data.versionNo} 版）
      </Typography.Title>
      <FormSheet sheet={sheet} mode="read" />
      {data.submissions.length > 0 ? (
        <ul aria-label="提交记录" style={{ marginTop: 16 }}>
          {data.submissions.map((one) => (
            <li key={one.submissionNo}>
              第 {one.submissionNo} 次提交：{one.userName}，{dateFormat(one.submitTime)}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
