import { insertRecordNote, MENTIONS_MAX, NOTE_MAX, noteText, selectNoteReaders } from '@assoc/contract/platform/record'
import { api } from '@assoc/http'
import { Mentions } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { Button, Flex, Typography } from '../../shell'
import { DraftKeeper } from '../../data/kit/draft-store'
import { useSaving } from '../../data/kit/use-saving'

interface Colleague {
  userId: string
  realName: string
  deptName: string | null
}

/** A note that is not added yet. */
interface Kept {
  content: string
  chosen: readonly Colleague[]
}
const isKept = (draft: unknown): draft is Kept => typeof draft === 'object' && draft !== null && 'content' in draft && typeof draft.content === 'string' && 'chosen' in draft && Array.isArray(draft.chosen)

/** After the last key a search waits so long, ms. */
const PAUSE = 250

/** A field for a note; `@` finds colleagues who may read the record, who are told of it. */
export function NoteForm({ recordType, recordId, onAdded }: { recordType: string; recordId: string; onAdded: () => void }) {
  const [content, setContent] = useState('')
  const [found, setFound] = useState<Colleague[]>([])
  const [searching, setSearching] = useState(false)
  const [chosen, setChosen] = useState<readonly Colleague[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, refused, save } = useSaving(insertRecordNote)
  const asked = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const hint = useId()
  useEffect(() => () => clearTimeout(timer.current), [])
  // What is half typed outlives the drawer, as in forms; it stands there again where nothing else has been typed meanwhile.
  const [keeper] = useState(() => new DraftKeeper(`note/${recordType}/${recordId}`))
  const written = useRef<Kept | null>(null)
  const show = (kept: Kept) => {
    written.current = kept
    setContent(kept.content)
    setChosen(kept.chosen)
  }
  useEffect(() => {
    if (!written.current) {
      void keeper.find().then((draft) => {
        const kept = draft?.content
        if (!written.current && isKept(kept)) show(kept)
      })
    }
    return () => keeper.close()
  }, [keeper])
  const write = (part: Partial<Kept>) => {
    const kept = { ...(written.current ?? { content, chosen }), ...part }
    show(kept)
    if (kept.content.trim() === '') void keeper.drop()
    else keeper.note(kept)
  }
  const search = (keyword: string) => {
    const mine = (asked.current += 1)
    clearTimeout(timer.current)
    setSearching(true)
    timer.current = setTimeout(() => {
      api(selectNoteReaders, { recordType, recordId, keyword: keyword.slice(0, 30) })
        .then((people) => asked.current === mine && setFound(people))
        // Said by the client; the note can be written without a name.
        .catch(() => undefined)
        .finally(() => asked.current === mine && setSearching(false))
    }, PAUSE)
  }
  // A name that was taken out of the text again is nobody to be told.
  const named = chosen.filter(({ realName }) => content.includes(`@${realName}`))
  const add = async () => {
    const validated = noteText.safeParse(content)
    if (!validated.success) return setProblem(validated.error.issues[0]?.message ?? '请填写备注')
    setProblem(null)
    if (!(await save({ recordType, recordId, content, mentionIds: named.map(({ userId }) => userId).slice(0, MENTIONS_MAX) }))) return
    show({ content: '', chosen: [] })
    await keeper.drop()
    onAdded()
  }
  const told = problem ?? refused[0]
  return (
    <Flex vertical gap={6} className="kit-no-print">
      <Mentions
        aria-label="备注"
        aria-describedby={hint}
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={NOTE_MAX}
        value={content}
        loading={searching}
        status={told ? 'error' : ''}
        placeholder="写一条备注，输入 @ 提醒同事"
        notFoundContent="没有可提醒的同事"
        filterOption={false}
        options={found.map(({ userId, realName, deptName }) => ({ key: userId, userId, value: realName, label: deptName ? `${realName}（${deptName}）` : realName }))}
        onSearch={search}
        onSelect={(option) => {
          // The library makes keys of its own; what else stands in an option comes back as it was.
          const one = found.find(({ userId }) => userId === (option as { userId?: string }).userId)
          if (one) write({ chosen: [...chosen.filter(({ userId }) => userId !== one.userId), one] })
        }}
        onChange={(text) => write({ content: text })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void add()
        }}
      />
      <Flex justify="space-between" gap={12} align="start">
        <Typography.Text id={hint} type={told ? 'danger' : 'secondary'} role={told ? 'alert' : undefined} style={{ fontSize: 12 }}>
          {told ?? (named.length > 0 ? `将通知：${named.map(({ realName }) => realName).join('、')}` : '能查看这条记录的人都能看到备注，不能修改')}
        </Typography.Text>
        <Button size="small" loading={busy} disabled={content.trim() === ''} onClick={() => void add()}>
          添加备注
        </Button>
      </Flex>
    </Flex>
  )
}
