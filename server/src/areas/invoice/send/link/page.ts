import { escaped, publicPage } from '../../../../platform/http/public-page'

/** Asks first: programs that look at links follow them, and none of them has fetched a file. `address` is the page's own. */
export const filesPage = (address: string, invoiceNo: string, trial: boolean, names: readonly string[]): string =>
  publicPage(
    trial ? `试用票据 ${invoiceNo}` : `电子票据 ${invoiceNo}`,
    trial ? '这是试用票据，不作为报销、入账或抵扣凭证。' : '请下载并妥善保存票据文件。首次下载的时间会告知开票方。',
    names.map((name, i) => `<form method="post" action="${escaped(`${address}/${i}`)}"><button type="submit">下载 ${escaped(name)}</button></form>`).join(''),
  )
export const wrongPage = publicPage('链接无效', '此下载链接不完整或不正确。请从邮件中重新打开链接，或使用邮件附件。')
export const expiredPage = publicPage('链接已过期', '此下载链接已超过有效期。请使用邮件附件，或联系协会重新发送。')
export const redPage = publicPage('票据已红冲', '这张票据已全额红冲，不再提供下载。如有疑问，请联系协会。')
