import { masked, type FieldsOf } from '@assoc/contract'
import { AUTHORS_MOST, type reviewWork } from '@assoc/contract/expert/review/work'
import { isIdCard } from '@assoc/contract/rules/identifiers'
import { refuse } from '../../../../platform/errors'
import type { Encryption } from '../../../../platform/encryption/encryption'

type Given = NonNullable<FieldsOf<typeof reviewWork>['authors']>[number]

/** An author as a work keeps them: numbers masked, and what finds them again. */
export interface KeptAuthor {
  name: string
  unit: string | null
  mobile: string | null
  idCard: string | null
  mobilePrint: string | null
  idCardPrint: string | null
}

const MOBILE = /^1[3-9]\d{9}$/

/** Authors as a cell of a workbook says them: one a line, name, unit and numbers between commas. */
export function authorsOfText(text: string): Given[] {
  const rows = text.split(/[\n；;]/).map((row) => row.trim()).filter(Boolean)
  if (rows.length > AUTHORS_MOST) throw refuse.field('authorsText', `作者最多 ${AUTHORS_MOST} 位`)
  return rows.map((row) => {
    const [name = '', ...others] = row.split(/[，,]/).map((part) => part.trim())
    if (name === '' || name.length > 32) throw refuse.field('authorsText', '作者姓名须为 1 到 32 个字')
    const numbers = others.map((part) => part.toUpperCase())
    const mobile = numbers.find((part) => MOBILE.test(part)) ?? null
    const idCard = numbers.find((part) => isIdCard(part)) ?? null
    const words = others.filter((part) => part !== '' && part !== mobile && part.toUpperCase() !== idCard)
    if (words.some((part) => /\d{8,}/.test(part))) throw refuse.field('authorsText', `作者“${name}”的手机号码或身份证号不正确`)
    if (words.length > 1 || (words[0]?.length ?? 0) > 100) throw refuse.field('authorsText', `作者“${name}”须按“姓名，单位，手机号码，身份证号”填写`)
    return { name, unit: words[0] ?? null, mobile, idCard }
  })
}

/** Authors as they are kept. A number that comes masked is the one that is stored for somebody of that name. */
export function keptAuthors(given: readonly Given[], stored: readonly KeptAuthor[], encryption: Pick<Encryption, 'blindIndex'>): KeptAuthor[] {
  return given.map(({ name, unit, mobile, idCard }, i) => {
    const number = (kind: 'mobile' | 'idCard', value: string | null | undefined): [shown: string | null, print: string | null] => {
      if (!value) return [null, null]
      if (!value.includes('*')) return [masked(kind, value), encryption.blindIndex(value)]
      const before = stored.find((one) => one.name === name && one[kind] === value)
      if (!before) throw refuse.field(`authors.${i}.${kind}`, '请重新输入完整号码')
      return [value, kind === 'mobile' ? before.mobilePrint : before.idCardPrint]
    }
    const [[shownMobile, mobilePrint], [shownId, idCardPrint]] = [number('mobile', mobile), number('idCard', idCard)]
    return { name, unit: unit ?? null, mobile: shownMobile, idCard: shownId, mobilePrint, idCardPrint }
  })
}

/** What the record shows of its authors. */
export const shownAuthors = (authors: readonly KeptAuthor[]) => authors.map(({ name, unit, mobile, idCard }) => ({ name, unit, mobile, idCard }))

const HIDDEN = '■■'
/** A text without the names and units of those behind it. */
export function withoutNames(text: string, names: readonly (string | null)[]): string {
  const words = [...new Set(names.flatMap((name) => (name && name.trim().length > 1 ? [name.trim()] : [])))].sort((a, b) => b.length - a.length)
  return words.reduce((shown, word) => shown.split(word).join(HIDDEN), text)
}
