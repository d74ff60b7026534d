import { jurisdiction as places } from '@assoc/contract/member/jurisdiction'

/** Years that pages of figures show beside each other, the last one included. */
export const YEARS = 10
/** What rows without a value stand under. */
export const UNSAID = '未填写'

export const placeLabel = (place: string | null): string => places.labels[place as keyof typeof places.labels] ?? place ?? UNSAID
