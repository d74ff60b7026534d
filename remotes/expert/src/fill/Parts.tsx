import type { ResponseOf } from '@assoc/contract'
import { placesOf } from '@assoc/contract/form/engine/document'
import type { openFormTask } from '@assoc/contract/form/fill'
import { giveFormPart, selectFormParts } from '@assoc/contract/form/part'
import { api, ApiError } from '@assoc/http'
import { session } from '@assoc/session'
import { AppModal, Button, Checkbox, FailedToLoad, Flex, Select, Skeleton, Typography, useAnswer, type FormSheetProps, type SheetStore } from '@assoc/ui'
import { useMemo, useState } from 'react'

type Marks = NonNullable<FormSheetProps['marks']>

export interface Parts {
  /** Choosing who fills in what, and seeing one's own alone; nothing where there are no colleagues. */
  bar: React.ReactNode
  marks: Marks | undefined
}

/** Pages and sections that are given to colleagues of the same company. */
export function useParts({ taskId, companyName, document: doc }: ResponseOf<typeof openFormTask>, sheet: SheetStore, editable: boolean): Parts {
  const shared = editable && companyName !== null && !doc.table
  const { data, error, reload } = useAnswer(selectFormParts, shared ? { taskId } : null)
  const [alone, setAlone] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const me = session().userInfo?.userId
  const own = useMemo(() => new Set((data?.parts ?? []).flatMap((one) => (one.userId === me ? [one.blockId] : []))), [data, me])
  const marks = useMemo((): Marks | undefined => {
    if (!data || data.parts.length === 0) return undefined
    const places = placesOf(doc)
    const nameOf = new Map(data.parts.map((one) => [one.blockId, one.realName]))
    // A page is told by its own name, or by those of its sections.
    const page = (id: string) => [...new Set([id, ...(doc.blocks[id]?.items ?? [])].flatMap((block) => nameOf.get(block) ?? []))].join('、')
    const isOwn = (key: string) => {
      const place = places.get(key)
      return place !== undefined && (own.has(place.section) || own.has(place.page))
    }
    return { page, ...(alone && own.size > 0 ? { only: isOwn } : {}) }
  }, [data, doc, own, alone])
  if (!shared || (data && data.colleagues.length < 2)) return { bar: null, marks: undefined }
  const bar = (
    <Flex gap={16} align="center" wrap style={{ marginBottom: 12 }}>
      <Button size="small" onClick={() => setChoosing(true)}>
        填报分工
      </Button>
      {own.size > 0 ? (
        <Checkbox checked={alone} onChange={(e) => setAlone(e.target.checked)}>
          只看我的部分
        </Checkbox>
      ) : null}
      <AppModal open={choosing} title="填报分工" width={640} footer={null} onCancel={() => setChoosing(false)}>
        <p>分工只作提示，同一公司的填报账号都可以填写全部内容。被安排的同事会收到通知。</p>
        {error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : data ? <Division taskId={taskId} sheet={sheet} data={data} onGiven={() => void reload()} /> : <Skeleton active />}
      </AppModal>
    </Flex>
  )
  return { bar, marks }
}

function Division({ taskId, sheet, data, onGiven }: { taskId: string; sheet: SheetStore; data: ResponseOf<typeof selectFormParts>; onGiven: () => void }) {
  const { doc } = sheet.run
  const [problem, setProblem] = useState<string | null>(null)
  const give = async (blockId: string, userId: string | null) => {
    try {
      await api(giveFormPart, { taskId, blockId, userId })
      setProblem(null)
      onGiven()
    } catch (error) {
      setProblem(error instanceof ApiError ? (error.fields[0]?.message ?? error.message) : '网络连接失败，请重试')
    }
  }
  const pages = doc.pages.length > 1
  const blocks = doc.pages.flatMap((page, i) => [
    ...(pages ? [{ id: page, title: doc.blocks[page]?.title || `第 ${i + 1} 页`, inset: 0 }] : []),
    ...(doc.blocks[page]?.items ?? []).map((id, j) => ({ id, title: doc.blocks[id]?.title || `第 ${j + 1} 节`, inset: pages ? 16 : 0 })),
  ])
  return (
    <>
      {problem ? <Typography.Text type="danger">{problem}</Typography.Text> : null}
      <ul style={{ listStyle: 'none', padding: 0, margin: 0, maxHeight: '60vh', overflow: 'auto' }}>
        {blocks.map(({ id, title, inset }) => (
          <li key={id} style={{ paddingBlock: 4, paddingInlineStart: inset }}>
            <Flex gap={8} align="center" justify="space-between" wrap>
              <span>{title}</span>
              <Select
                aria-label={`${title}：负责人`}
                style={{ width: 200 }}
                allowClear
                placeholder="未安排"
                value={data.parts.find((one) => one.blockId === id)?.userId ?? null}
                options={data.colleagues.map((one) => ({ value: one.userId, label: one.realName }))}
                onChange={(userId) => void give(id, userId ?? null)}
              />
            </Flex>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The marks of two origins together. */
export function bothMarks(one: Marks | undefined, other: Marks | undefined): Marks | undefined {
  if (!one || !other) return one ?? other
  const [first, second] = [one.only, other.only]
  const only = first && second ? (key: string) => first(key) && second(key) : (first ?? second)
  return { ...one, ...other, ...(only ? { only } : {}) }
}
