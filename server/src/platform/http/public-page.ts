import { createHash } from 'node:crypto'
import { CODE } from '@assoc/contract'
import type { FastifyReply } from 'fastify'
import type { Refusal } from '../errors'

// A page for people without an account, opened by a link of a mail: one heading, one sentence, at most some buttons, no script.

const STYLE = `:root{color-scheme:light dark;--seal:#a61c30;--ink:#1f2329;--ink-2:#4e5661;--paper:#f5f4f1;--sheet:#fff;--line:#e6e3dd}
@media (prefers-color-scheme:dark){:root{--seal:#c4364a;--ink:#e8e6e1;--ink-2:#b9bcc2;--paper:#131519;--sheet:#1b1e23;--line:#2c3037}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:16px/1.7 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{box-sizing:border-box;width:min(520px,calc(100vw - 32px));padding:32px;background:var(--sheet);border:1px solid var(--line);border-top:4px solid var(--seal);border-radius:8px;overflow-wrap:anywhere}
h1{margin:0 0 8px;font-size:20px}p{margin:0 0 16px;color:var(--ink-2)}form{margin:0 0 12px}
button{min-height:44px;padding:8px 24px;border:0;border-radius:6px;background:var(--seal);color:#fff;font:inherit;text-align:left;cursor:pointer}
input{box-sizing:border-box;width:100%;min-height:44px;padding:8px 12px;border:1px solid var(--line);border-radius:6px;background:var(--paper);color:var(--ink);font:inherit}`

/** What the page may load: its own style, and its forms sent to where it came from. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Text as HTML shows it, in an attribute too. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? '')

/** The page; `body` is HTML of our own making, the rest is text. */
export const publicPage = (title: string, text: string, body = ''): string =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p>${body}</main></body></html>`

/** Answers with a public page: kept by nobody, and its address, which bears a token, is told to nobody. */
export const sendPage = (reply: FastifyReply, status: number, html: string) =>
  reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .send(html)

/** Answers what a page's call was refused with: the page of a wrong link, or that it was too often. */
export const sendRefusal = (reply: FastifyReply, refusal: Refusal, wrongPage: string) =>
  refusal.code === CODE.tooMany ? sendPage(reply, 429, publicPage('操作过于频繁', refusal.message)) : sendPage(reply, 404, wrongPage)
