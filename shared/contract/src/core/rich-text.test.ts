import { emptyRich, richOf, richText, richToHtml, richToText, type RichDoc, type RichNode } from './rich-text'

const schema = richText('邮件内容', 20)
const message = (value: unknown): string | undefined => schema.safeParse(value).error?.issues[0]?.message
const p = (...content: RichNode[]): RichNode => ({ type: 'paragraph', content })
const doc = (...content: RichNode[]): RichDoc => ({ type: 'doc', content })

test('a document of known nodes passes; attributes that an editor adds are dropped', () => {
  const given = { type: 'doc', content: [{ type: 'orderedList', attrs: { start: 1, type: null }, content: [{ type: 'listItem', content: [p({ type: 'text', text: '甲' })] }] }] }
  expect(schema.parse(given)).toEqual({ type: 'doc', content: [{ type: 'orderedList', content: [{ type: 'listItem', content: [p({ type: 'text', text: '甲' })] }] }] })
})

test.each([
  ['an image', doc({ type: 'image', attrs: { src: 'x' } } as never)],
  ['raw HTML', '<script>alert(1)</script>'],
  ['a script behind a link', doc(p({ type: 'text', text: '点', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }))],
  ['a link that breaks out of its quotes', doc(p({ type: 'text', text: '点', marks: [{ type: 'link', attrs: { href: 'https://a.example/"onclick="x' } }] }))],
  ['an unknown heading', doc({ type: 'heading', attrs: { level: 9 as never } })],
])('%s is refused', (_what, value) => {
  expect(schema.safeParse(value).success).toBe(false)
})

test('nothing at all, too much and too deep are told in Chinese', () => {
  expect(message(emptyRich())).toBe('请填写邮件内容')
  expect(message(doc(p({ type: 'text', text: '字'.repeat(21) })))).toBe('邮件内容最多 20 个字，现在是 21 个字')
  let deep: RichNode = p({ type: 'text', text: '深' })
  for (let i = 0; i < 5000; i += 1) deep = { type: 'blockquote', content: [deep] }
  expect(message(doc(deep))).toBe('邮件内容的结构过于复杂')
})

const letter = doc(
  { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: '通知' }] },
  p({ type: 'text', text: '${姓名}' }, { type: 'text', text: ' <您好>', marks: [{ type: 'bold' }, { type: 'italic' }] }, { type: 'hardBreak' }, { type: 'text', text: '见官网', marks: [{ type: 'link', attrs: { href: 'https://a.example/?a=1&b=2' } }] }),
  { type: 'bulletList', content: [{ type: 'listItem', content: [p({ type: 'text', text: '一' }), { type: 'orderedList', content: [{ type: 'listItem', content: [p({ type: 'text', text: '甲' })] }] }] }] },
  { type: 'horizontalRule' },
  { type: 'paragraph' },
)
const fill = (text: string) => text.replace('${姓名}', '贾<b>')

test('as HTML every text is escaped, after the variables', () => {
  expect(richToHtml(letter, fill)).toBe(
    '<h2>通知</h2><p>贾&lt;b&gt;<em><strong> &lt;您好&gt;</strong></em><br><a href="https://a.example/?a=1&amp;b=2">见官网</a></p><ul><li><p>一</p><ol><li><p>甲</p></li></ol></li></ul><hr><p><br></p>',
  )
})

test('as text lists have their marks and links their addresses', () => {
  expect(richToText(letter, fill)).toBe('通知\n贾<b> <您好>\n见官网（https://a.example/?a=1&b=2）\n· 一\n  1. 甲\n————\n')
})

test('plain lines become paragraphs and the same lines again', () => {
  expect(richToText(richOf('甲公司：\n\n请缴费。'))).toBe('甲公司：\n\n请缴费。')
})
