import { z } from 'zod'
import { choice, choiceField, withMeta } from '../core/fields'

/** Whether the login of a certified person acts for their company, or for themselves, now. */
export const linkStatus = choice('登录关联', { active: '有效', ended: '已终止' }, { active: 'green', ended: 'grey' })

/** Fields of a certified person's row that tell of the login which the certification has made or linked; null before there is one. */
export const linkFields = {
  accountName: withMeta(z.string().nullable(), { label: '登录账号' }),
  linkStatus: choiceField(linkStatus).nullable(),
  linkTime: withMeta(z.string().nullable(), { label: '关联时间', show: 'instant' }),
  linkEndTime: withMeta(z.string().nullable(), { label: '终止时间', show: 'instant' }),
  linkEndReason: withMeta(z.string().nullable(), { label: '终止原因' }),
}

/** The same fields as a group of a record's page. */
export const LINK_FIELDS = ['accountName', 'linkStatus', 'linkTime', 'linkEndTime', 'linkEndReason'] as const
