import { Popover } from 'antd'
import { emptyRich, type RichDoc } from '@assoc/contract/core/rich-text'
import { Placeholder } from '@tiptap/extensions'
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button, Dropdown, Flex, Input, Tooltip, injectStyle, theme } from '../shell'
import { RICH_CSS } from './rich-css'

export interface RichTextProps {
  value?: RichDoc | null
  onChange?: (value: RichDoc) => void
  placeholder?: string
  /** Pieces that can be put in where the cursor stands, such as variables of a message. */
  inserts?: readonly { label: string; text: string }[]
  disabled?: boolean
  id?: string
  'aria-required'?: boolean | 'true' | 'false'
  'aria-label'?: string
}

/** Pause after which what was typed goes to the form, in ms (specification, section 9). */
const SYNC_MS = 300

/** An editor of structured texts. What is pasted keeps only what the document may hold. */
export function RichEditor({ value, onChange, placeholder = '', inserts = [], disabled = false, id, ...aria }: RichTextProps) {
  injectStyle('rich-text', RICH_CSS)
  const { token } = theme.useToken()
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const told = useRef<RichDoc | null | undefined>(value)
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  }, [onChange])
  const tell = (editor: Editor) => {
    clearTimeout(timer.current)
    timer.current = undefined
    const doc = editor.getJSON() as RichDoc
    told.current = doc
    change.current?.(doc)
  }
  const editor = useEditor({
    extensions: [StarterKit.configure({ code: false, codeBlock: false, heading: { levels: [2, 3] }, link: { openOnClick: false, protocols: ['http', 'https', 'mailto'], HTMLAttributes: { target: null, rel: null, class: null } } }), Placeholder.configure({ placeholder })],
    content: value ?? emptyRich(),
    editable: !disabled,
    // Our own style stands under the page's nonce; the library's would be refused.
    injectCSS: false,
    editorProps: { attributes: { class: 'rich-text', role: 'textbox', 'aria-multiline': 'true', ...(id ? { id } : {}), ...aria } as Record<string, string> },
    onUpdate: ({ editor: changed }) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => tell(changed), SYNC_MS)
    },
    // Whoever leaves the field may be about to send the form.
    onBlur: ({ editor: left }) => timer.current !== undefined && tell(left),
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // From a draft, a template or what somebody else has saved; not what came from here.
    if (value === told.current) return
    told.current = value
    editor.commands.setContent(value ?? emptyRich(), { emitUpdate: false })
  }, [editor, value])
  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled])
  return (
    <div className="rich-frame" style={{ border: `1px solid ${token.colorTextPlaceholder}`, borderRadius: token.borderRadius, background: disabled ? token.colorBgContainerDisabled : token.colorBgContainer }}>
      {disabled ? null : <Toolbar editor={editor} inserts={inserts} />}
      <EditorContent editor={editor} />
    </div>
  )
}

interface Tool {
  label: string
  /** As it looks: the letter, in its own style. */
  face: ReactNode
  active?: boolean
  disabled?: boolean
  press: () => void
}

function Toolbar({ editor, inserts }: { editor: Editor; inserts: NonNullable<RichTextProps['inserts']> }) {
  const on = useEditorState({
    editor,
    selector: ({ editor: e }) => ({
      bold: e.isActive('bold'),
      italic: e.isActive('italic'),
      underline: e.isActive('underline'),
      strike: e.isActive('strike'),
      h2: e.isActive('heading', { level: 2 }),
      h3: e.isActive('heading', { level: 3 }),
      bullet: e.isActive('bulletList'),
      ordered: e.isActive('orderedList'),
      quote: e.isActive('blockquote'),
      link: e.isActive('link'),
      undo: e.can().undo(),
      redo: e.can().redo(),
    }),
  })
  const run = () => editor.chain().focus()
  const tools: Tool[] = [
    { label: '标题', face: 'H1', active: on.h2, press: () => run().toggleHeading({ level: 2 }).run() },
    { label: '小标题', face: 'H2', active: on.h3, press: () => run().toggleHeading({ level: 3 }).run() },
    { label: '加粗', face: <b>B</b>, active: on.bold, press: () => run().toggleBold().run() },
    { label: '斜体', face: <i>I</i>, active: on.italic, press: () => run().toggleItalic().run() },
    { label: '下划线', face: <u>U</u>, active: on.underline, press: () => run().toggleUnderline().run() },
    { label: '删除线', face: <s>S</s>, active: on.strike, press: () => run().toggleStrike().run() },
    { label: '项目符号', face: '• 列', active: on.bullet, press: () => run().toggleBulletList().run() },
    { label: '编号', face: '1. 列', active: on.ordered, press: () => run().toggleOrderedList().run() },
    { label: '引用', face: '“ ”', active: on.quote, press: () => run().toggleBlockquote().run() },
    { label: '撤销', face: '↶', disabled: !on.undo, press: () => run().undo().run() },
    { label: '重做', face: '↷', disabled: !on.redo, press: () => run().redo().run() },
  ]
  return (
    <Flex wrap gap={2} role="toolbar" aria-label="文字格式" className="rich-tools" onKeyDown={walk}>
      {tools.map(({ label, face, active, disabled = false, press }, i) => (
        <Tooltip key={label} title={label}>
          <Button size="small" type="text" tabIndex={i === 0 ? 0 : -1} aria-label={label} disabled={disabled} {...(active === undefined ? {} : { 'aria-pressed': active })} className={active ? 'rich-on' : ''} onMouseDown={(e) => e.preventDefault()} onClick={press}>
            {typeof face === 'string' ? <span data-face={face} /> : face}
          </Button>
        </Tooltip>
      ))}
      <LinkButton editor={editor} active={on.link} />
      {inserts.length > 0 ? (
        <Dropdown menu={{ items: inserts.map(({ label, text }) => ({ key: text, label })), onClick: ({ key }) => run().insertContent(key).run() }}>
          <Button size="small" type="text" tabIndex={-1}>
            插入变量
          </Button>
        </Dropdown>
      ) : null}
    </Flex>
  )
}

// A toolbar is one stop of the tab key; inside it the arrows move.
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!step) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
  const next = all[(all.indexOf(document.activeElement as HTMLElement) + step + all.length) % all.length]
  next?.focus()
  event.preventDefault()
}

/** Asks where the marked words lead; an empty address takes the link away. */
function LinkButton({ editor, active }: { editor: Editor; active: boolean }) {
  const [open, setOpen] = useState(false)
  const [href, setHref] = useState('')
  const bad = href !== '' && !/^(https?:\/\/|mailto:)[^\s"'<>]+$/i.test(href)
  const show = (shown: boolean) => {
    if (shown) setHref((editor.getAttributes('link')['href'] as string | undefined) ?? '')
    setOpen(shown)
  }
  const put = () => {
    if (bad) return
    const chain = editor.chain().focus().extendMarkRange('link')
    if (href === '') chain.unsetLink().run()
    else chain.setLink({ href }).run()
    setOpen(false)
  }
  const question = (
    <Flex vertical gap={4} style={{ width: 320 }}>
      <Flex gap={8}>
        <Input size="small" aria-label="链接地址" aria-invalid={bad} placeholder="https://" value={href} status={bad ? 'error' : ''} onChange={(e) => setHref(e.target.value.trim())} onPressEnter={put} />
        <Button size="small" disabled={bad} onClick={put}>
          {href === '' ? '取消链接' : '确定'}
        </Button>
      </Flex>
      {bad ? <span role="alert">链接须以 http(s):// 或 mailto: 开头</span> : null}
    </Flex>
  )
  return (
    <Popover content={question} trigger="click" open={open} onOpenChange={show} destroyOnHidden>
      <Button size="small" type="text" tabIndex={-1} aria-pressed={active} className={active ? 'rich-on' : ''} onMouseDown={(e) => e.preventDefault()}>
        链接
      </Button>
    </Popover>
  )
}
