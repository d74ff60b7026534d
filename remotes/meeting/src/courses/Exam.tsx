import type { ResponseOf } from '@assoc/contract'
import { questionType } from '@assoc/contract/meeting/exam-question'
import { selectExamResult, startExam, submitExam } from '@assoc/contract/meeting/course-study'
import { api, ApiError, newKey } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, Button, Checkbox, FailedToLoad, Flex, Radio, ReasonDialog, Skeleton, theme, Typography, useAnswer } from '@assoc/ui'
import { useEffect, useRef, useState } from 'react'
import { useKeptAnswers } from './kept-answers'

type Sheet = ResponseOf<typeof startExam>
type Result = ResponseOf<typeof submitExam>

const LETTERS = 'ABCDEFGHIJ'
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** A try of the exam. The time is the server's: what is shown here counts down from what it said last. */
export function Exam({ enrollId, onEnd, onClose }: { enrollId: string; onEnd: () => void; onClose: () => void }) {
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const begun = useRef(false)
  const begin = async () => {
    setFailed(null)
    try {
      setSheet(await api(startExam, { enrollId }, { idempotencyKey: newKey() }))
    } catch (error) {
      setFailed(error instanceof ApiError ? error.message : '网络连接失败，请重试')
    }
  }
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void begin()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the exam is opened
  }, [])
  if (result) return <Answers result={result} onClose={onClose} />
  if (failed) return <FailedToLoad message={failed} onRetry={() => void begin()} />
  if (!sheet) return <Skeleton active />
  return (
    <SheetForm
      sheet={sheet}
      onEnd={(graded) => {
        setResult(graded)
        onEnd()
      }}
    />
  )
}

function SheetForm({ sheet, onEnd }: { sheet: Sheet; onEnd: (result: Result) => void }) {
  const { token } = theme.useToken()
  const { answers, choose, fault, keepNow, handedIn } = useKeptAnswers(sheet)
  const [left, setLeft] = useState(sheet.secondsLeft)
  const [asking, setAsking] = useState(false)
  const ended = useRef(false)
  const latest = useRef(answers)
  latest.current = answers
  const submit = async () => {
    if (ended.current) return
    ended.current = true
    try {
      const graded = await api(submitExam, { attemptId: sheet.attemptId, answers: latest.current }, { idempotencyKey: newKey() })
      handedIn()
      onEnd(graded)
    } catch (error) {
      ended.current = false
      if (!(error instanceof ApiError)) toasts.error('网络连接失败，没有交卷成功，已选的答案保留在本页，请重试')
    }
  }
  useEffect(() => {
    const until = Date.now() + sheet.secondsLeft * 1000
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      setLeft(now)
      if (now === 0) void submit()
    }, 1000)
    return () => clearInterval(timer)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- one clock for one sheet
  }, [sheet])
  const missing = sheet.questions.filter(({ questionId }) => !answers[questionId]).length
  return (
    <Flex vertical gap={16}>
      <Flex justify="space-between" align="center" style={{ position: 'sticky', top: 0, zIndex: 1, padding: '8px 0', background: token.colorBgElevated }}>
        <Typography.Text strong role="timer" type={left < 60 ? 'danger' : undefined}>{`剩余 ${clock(left)}`}</Typography.Text>
        <Button type="primary" onClick={() => setAsking(true)}>
          交卷
        </Button>
      </Flex>
      {fault ? (
        <Alert
          type="warning"
          showIcon
          style={{ position: 'sticky', top: 48, zIndex: 1 }}
          title="答案没有保存成功"
          description={fault.text}
          action={
            fault.retried ? (
              <Button size="small" onClick={keepNow}>
                立即重试
              </Button>
            ) : null
          }
        />
      ) : null}
      {sheet.questions.map(({ questionId, questionType: kind, stem, choices }, i) => {
        const options = choices.map((choice, at) => ({ value: LETTERS[at] ?? '', label: `${LETTERS[at] ?? ''}. ${choice}` }))
        return (
          <Flex key={questionId} vertical gap={8} role="group" aria-label={`第 ${i + 1} 题`}>
            <Typography.Text>{`${i + 1}. 【${questionType.labels[kind]}】${stem}`}</Typography.Text>
            {kind === 'multiple' ? (
              <Checkbox.Group style={{ display: 'flex', flexDirection: 'column', gap: 8 }} options={options} value={[...(answers[questionId] ?? '')]} onChange={(chosen) => choose(questionId, [...chosen].map(String).sort().join(''))} />
            ) : (
              <Radio.Group style={{ display: 'flex', flexDirection: 'column', gap: 8 }} options={options} value={answers[questionId] ?? null} onChange={(event) => choose(questionId, String(event.target.value))} />
            )}
          </Flex>
        )
      })}
      {asking ? <ReasonDialog title="交卷" text={missing > 0 ? `还有 ${missing} 题没有作答，交卷后不能再改。` : '交卷后不能再改，由系统评分。'} confirmText="交卷" reason="none" onConfirm={submit} onClose={() => setAsking(false)} /> : null}
    </Flex>
  )
}

/** A try that has ended, with the right answers. */
export function ExamResult({ attemptId, onClose }: { attemptId: string; onClose: () => void }) {
  const { data, error, reload } = useAnswer(selectExamResult, { attemptId })
  if (!data) return error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : <Skeleton active />
  return <Answers result={data} onClose={onClose} />
}

function Answers({ result, onClose }: { result: Result; onClose: () => void }) {
  return (
    <Flex vertical gap={16}>
      <Alert type={result.passed ? 'success' : 'warning'} showIcon title={`${result.score} 分，${result.passed ? '合格' : `不合格（${result.passMark} 分及格）`}`} description={`${result.count} 题答对 ${result.right} 题。`} />
      {result.items.map(({ stem, choices, given, answer }, i) => (
        <Flex key={`${i}${stem}`} vertical gap={4}>
          <Typography.Text>{`${i + 1}. ${stem}`}</Typography.Text>
          {choices.map((choice, at) => (
            <Typography.Text key={choice} type={answer.includes(LETTERS[at] ?? '') ? 'success' : 'secondary'}>{`${LETTERS[at] ?? ''}. ${choice}`}</Typography.Text>
          ))}
          <Typography.Text type={given === answer ? 'success' : 'danger'}>{`您的答案：${given || '未作答'}；正确答案：${answer}`}</Typography.Text>
        </Flex>
      ))}
      <Button style={{ alignSelf: 'flex-start' }} onClick={onClose}>
        返回课程
      </Button>
    </Flex>
  )
}
