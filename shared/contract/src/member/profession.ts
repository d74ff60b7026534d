import { choice } from '../core/fields'

/** What independent directors are experts of, and what a company asks for. */
export const profession = choice('专业领域', { accounting: '会计', law: '法律', finance: '金融', industry: '行业', management: '管理', technology: '技术' })
