import { choice } from '../core/fields'

/** Whether a listed company's full name is known, or its short name stands in for it until somebody adds it. Nobody is matched by a name that stands in. */
export const nameState = choice('全称状态', { full: '全称已录', pending: '全称待补' }, { full: 'grey', pending: 'amber' })

/** Whether a text can be the full name of a listed company: by law (company law, article 7) it says that it is a company. */
export const isFullName = (name: string | null | undefined): name is string => name?.includes('公司') ?? false
