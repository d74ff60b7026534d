import { createHash } from 'node:crypto'

const STYLE = `:root{color-scheme:light dark;--seal:#a61c30;--ink:#1f2329;--ink-2:#4e5661;--paper:#f5f4f1;--sheet:#fff;--line:#e6e3dd}
@media (prefers-color-scheme:dark){:root{--seal:#c4364a;--ink:#e8e6e1;--ink-2:#b9bcc2;--paper:#131519;--sheet:#1b1e23;--line:#2c3037}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:16px/1.7 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{box-sizing:border-box;width:min(440px,calc(100vw - 32px));padding:32px;background:var(--sheet);border:1px solid var(--line);border-top:4px solid var(--seal);border-radius:8px}
h1{margin:0 0 8px;font-size:20px}p{margin:0 0 16px;color:var(--ink-2)}
button{min-height:44px;padding:0 24px;border:0;border-radius:6px;background:var(--seal);color:#fff;font:inherit;cursor:pointer}`

/** What the page may load: its own style, and its form sent to where it came from. No script at all. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** A page of one heading and one sentence, both ours; with `confirm` a button that sends the page's own address back. */
const page = (title: string, text: string, confirm: string | null = null): string =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p>${confirm ? `<form method="post"><button type="submit">${confirm}</button></form>` : ''}</main></body></html>`

/** Asks first: programs that look at links follow them, and none of them has opted out. */
export const askingPage = page('退订邮件', '退订后，我们不再向您发送培训、活动等推广邮件；会费、会议等通知仍会发送。', '确认退订')
export const donePage = page('已退订', '我们不再向您发送推广邮件。如需恢复，请联系协会工作人员。')
export const wrongPage = page('链接无效', '此退订链接不完整或已失效。请从邮件中重新打开链接，或直接回复该邮件说明退订。')
