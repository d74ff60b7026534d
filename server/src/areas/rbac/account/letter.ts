import { localTime } from '@assoc/contract/core/day'
import { FIRST_PASSWORD_HOURS } from '@assoc/contract/rbac/user'
import { makePdf } from '../../../platform/pdf/pdf'

export interface Letter {
  loginName: string
  realName: string
  password: string
  until: Date
  /** Address of the console; null where none is configured. */
  address: string | null
}

/** Letters with first passwords, a page each: above the fold who it is for, below it the password. `compress` as of `makePdf`. */
export function letterPdf(letters: readonly Letter[], options: { compress?: boolean } = {}): Promise<Buffer> {
  return makePdf(
    '密码函',
    (document) =>
      letters.forEach(({ loginName, realName, password, until, address }, index) => {
        if (index > 0) document.nextPage()
        document.facts([['收件人', realName], ['登录账号', loginName], ['失效时间', localTime(until)], ...(address ? [['登录地址', address] as const] : [])])
        document.note('本函装入信封封口后交收件人本人。请勿拍照、复印或通过电话、短信、即时通讯告知他人。')
        document.fold('沿此线向内折叠')
        document.figure('首次登录密码', password)
        document.note(`密码只印在本函上，系统中无人可以查看。收件人首次登录时须设置自己的密码，设置后本函作废；${FIRST_PASSWORD_HOURS} 小时内没有登录的，密码自动失效，请联系系统管理员重新打印。`)
        document.note('密码由大写字母、小写字母和数字组成，不含容易混淆的字符；收到时封口已被拆开的，请不要使用并立即告知系统管理员。')
      }),
    options,
  )
}
