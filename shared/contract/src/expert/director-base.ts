import { z } from 'zod'
import { choice, choiceField, optionalText, ref, text, withMeta } from '../core/fields'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { gender } from '../member/gender'
import { poolPersonLookup } from '../member/lookups'
import { email, isIdCard, mobile, orEmpty } from '../rules/identifiers'
import { appointment } from './permits'

export const education = choice('学历', { junior: '大专及以下', bachelor: '本科', master: '硕士', doctor: '博士' })

/** One row a person, whatever companies they sit at: directors, independent directors, board secretaries and their deputies (domain E1). */
export const directorBase = resource({
  name: 'directorBase',
  label: '董事',
  fileTitle: '董事基础信息',
  view: 'expert/DirectorBase',
  base: '/expert/directorBase',
  id: 'personId',
  fields: {
    name: withMeta(text('姓名', 32), { alsoCalled: ['董事姓名', '名字'] }),
    /** Encrypted; a person is known by it, and by nothing else. */
    idCard: personal(withMeta(z.string().trim().toUpperCase().refine((v) => isIdCard(v), '身份证号不正确'), { label: '身份证号', alsoCalled: ['身份证', '证件号码'] }), 'idCard'),
    mobile: personal(mobile(), 'mobile'),
    email: personal(orEmpty(email()), 'email'),
    education: choiceField(education).nullish(),
    /** Their entry of the pool. It is linked by hand and never merged: the server only refuses somebody else's number. */
    poolId: orEmpty(ref('独董信息库', poolPersonLookup)).optional(),
    remark: optionalText('备注', 200),
  },
  more: {
    /** Both are told by the ID number. */
    gender: choiceField(gender),
    birthDate: withMeta(z.string(), { label: '出生日期', show: 'date' }),
    seatCount: withMeta(z.number().int(), { label: '在任家数', show: 'count' }),
    independentCount: withMeta(z.number().int(), { label: '任独立董事家数', show: 'count' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    /** The whole ID number is found as well, a part of one is not: it would tell numbers to whoever may not see them. */
    keyword: optionalText('姓名、拼音首字母或完整身份证号', 50),
    education: withMeta(z.array(education.schema), { label: '学历' }).optional(),
    mobile: optionalText('手机号码（完整）', 20),
  },
  facts: ['gender', 'birthDate', 'education', 'seatCount', 'independentCount'],
  sortable: ['updateTime', 'birthDate'],
  access: { read: appointment('person:read'), insert: appointment('person:update'), update: appointment('person:update'), remove: appointment('person:update'), export: appointment('person:read'), import: appointment('person:update') },
})
