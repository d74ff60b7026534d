import { choice } from '../core/fields'

/** Apart from people's own records, so that whoever names it brings none of them. */
export const gender = choice('性别', { unknown: '未知', male: '男', female: '女' })
