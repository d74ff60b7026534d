import type { ResponseOf } from '@assoc/contract'
import { enrollStatus } from '@assoc/contract/meeting/course-enroll'
import { downloadCourseDocument, enrollCourse, openItem, selectStudy } from '@assoc/contract/meeting/course-study'
import { api, ApiError, dateFormat, newKey, yuan } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, AppDrawer, Button, FailedToLoad, Flex, Skeleton, StatusTag, Tag, theme, Typography, useAnswer, useExport } from '@assoc/ui'
import { lazy, Suspense, useState } from 'react'

const Exam = lazy(() => import('./Exam').then((m) => ({ default: m.Exam })))
const PlayerDialog = lazy(() => import('../videos/PlayerDialog').then((m) => ({ default: m.PlayerDialog })))
const ExamResult = lazy(() => import('./Exam').then((m) => ({ default: m.ExamResult })))

type Study = ResponseOf<typeof selectStudy>
type Item = Study['items'][number]

const KINDS = { session: '现场授课', video: '视频', link: '在线资料', document: '课程资料' } as const

/** A course as somebody learns it: what of it is done, what comes next, and the exam. */
export function StudyDialog({ row, onClose, onDone }: { row: { courseId: string; courseName: string }; onClose: () => void; onDone: () => void }) {
  const { data, error, reload } = useAnswer(selectStudy, { courseId: row.courseId })
  const [busy, setBusy] = useState(false)
  const [exam, setExam] = useState<{ attemptId: string | null } | null>(null)
  const enroll = async () => {
    setBusy(true)
    try {
      await api(enrollCourse, { courseId: row.courseId, learnerId: null }, { idempotencyKey: newKey() })
      toasts.success('已报名')
      await reload()
    } catch (failure) {
      if (!(failure instanceof ApiError)) toasts.error('网络连接失败，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <AppDrawer
      open
      title={row.courseName}
      size={720}
      onClose={() => {
        onDone()
        onClose()
      }}
    >
      {!data ? (
        error ? (
          <FailedToLoad message={error} onRetry={() => void reload()} />
        ) : (
          <Skeleton active />
        )
      ) : exam && data.enrollId ? (
        <Suspense fallback={<Skeleton active />}>
          {exam.attemptId ? (
            <ExamResult attemptId={exam.attemptId} onClose={() => setExam(null)} />
          ) : (
            <Exam
              enrollId={data.enrollId}
              onEnd={() => void reload()}
              onClose={() => {
                setExam(null)
                void reload()
              }}
            />
          )}
        </Suspense>
      ) : (
        <Flex vertical gap={16}>
          {data.intro ? <Typography.Paragraph style={{ whiteSpace: 'pre-wrap', margin: 0 }}>{data.intro}</Typography.Paragraph> : null}
          {data.enrollId && data.enrollStatus ? (
            <Flex gap={12} align="center">
              <StatusTag of={enrollStatus} value={data.enrollStatus} />
              <Typography.Text>{`学习进度 ${data.progress}%`}</Typography.Text>
            </Flex>
          ) : (
            <Button type="primary" style={{ alignSelf: 'flex-start' }} loading={busy} onClick={() => void enroll()}>
              报名学习
            </Button>
          )}
          {data.enrollStatus === 'unpaid' ? <Alert type="warning" showIcon title={`应付 ${yuan(data.dueAmount)} 元，会务登记付款后开始学习。`} /> : null}
          {data.items.map((item) => (
            <ItemRow key={item.key} item={item} enrollId={data.enrollStatus === 'unpaid' ? null : data.enrollId} onOpened={reload} />
          ))}
          {data.exam ? <ExamPart study={data} onBegin={() => setExam({ attemptId: null })} onShow={(attemptId) => setExam({ attemptId })} /> : null}
        </Flex>
      )}
    </AppDrawer>
  )
}

function ItemRow({ item, enrollId, onOpened }: { item: Item; enrollId: string | null; onOpened: () => Promise<void> }) {
  const { token } = theme.useToken()
  const download = useExport(downloadCourseDocument)
  const [watching, setWatching] = useState(false)
  const open = async () => {
    if (!enrollId) return
    if (item.kind === 'document') {
      await download.run({ enrollId, key: item.key })
      return onOpened()
    }
    // Opened at once: a window that waits for an answer is taken for an advertisement.
    if (item.url) window.open(item.url, '_blank', 'noopener,noreferrer')
    await api(openItem, { enrollId, key: item.key }, { idempotencyKey: newKey() })
    await onOpened()
  }
  const facts = [KINDS[item.kind], item.when ? dateFormat(item.when, 'YYYY-MM-DD HH:mm') : '', item.watchedShare === null ? '' : `已观看 ${item.watchedShare}%`, item.where ?? ''].filter(Boolean).join(' · ')
  return (
    <Flex gap={12} align="center" justify="space-between" style={{ padding: '8px 0', borderBottom: `1px solid ${token.colorBorderSecondary}` }}>
      <Flex vertical>
        <Typography.Text>{item.title}</Typography.Text>
        <Typography.Text type="secondary">{facts}</Typography.Text>
      </Flex>
      <Flex gap={8} align="center">
        {item.done ? <Tag color="success">已完成</Tag> : null}
        {item.kind === 'session' ? item.done ? null : <Typography.Text type="secondary">签到后计入</Typography.Text> : item.kind === 'video' ? <VideoButton item={item} enrollId={enrollId} onWatch={() => setWatching(true)} /> : enrollId ? <Button onClick={() => void open()}>打开</Button> : null}
      </Flex>
      {watching && item.videoId ? (
        <Suspense fallback={null}>
          <PlayerDialog
            row={{ videoId: item.videoId, videoName: item.title }}
            enrollId={enrollId}
            onClose={() => {
              setWatching(false)
              void onOpened()
            }}
          />
        </Suspense>
      ) : null}
    </Flex>
  )
}

function VideoButton({ item, enrollId, onWatch }: { item: Item; enrollId: string | null; onWatch: () => void }) {
  if (item.videoId && enrollId) return <Button onClick={onWatch}>观看</Button>
  return item.watchedShare === null ? <Typography.Text type="secondary">视频已下架</Typography.Text> : null
}

function ExamPart({ study, onBegin, onShow }: { study: Study; onBegin: () => void; onShow: (attemptId: string) => void }) {
  if (!study.exam) return null
  const { count, minutes, passMark, triesLeft } = study.exam
  const open = study.attempts.some(({ score }) => score === null)
  return (
    <Flex vertical gap={8}>
      <Typography.Text strong>考试</Typography.Text>
      <Typography.Text type="secondary">{`${count} 题，${minutes} 分钟，${passMark} 分及格，还可考 ${triesLeft} 次`}</Typography.Text>
      {study.enrollStatus === 'toExam' && (triesLeft > 0 || open) ? (
        <Button type="primary" style={{ alignSelf: 'flex-start' }} onClick={onBegin}>
          {open ? '继续考试' : '开始考试'}
        </Button>
      ) : null}
      {study.enrollStatus === 'learning' ? <Typography.Text type="secondary">学完全部内容后可以考试。</Typography.Text> : null}
      {study.attempts.map(({ attemptId, startTime, score, passed }) =>
        score === null ? null : (
          <Flex key={attemptId} gap={12} align="center">
            <Typography.Text>{dateFormat(startTime, 'YYYY-MM-DD HH:mm')}</Typography.Text>
            <Typography.Text>{`${score} 分`}</Typography.Text>
            <Tag color={passed ? 'success' : 'error'}>{passed ? '合格' : '不合格'}</Tag>
            <Button type="link" onClick={() => onShow(attemptId)}>
              查看答案
            </Button>
          </Flex>
        ),
      )}
    </Flex>
  )
}
