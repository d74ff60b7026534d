/** Statuses of answers that have not been handed in. Apart from the answers, whose contract brings the engine of forms along. */
export const MISSING_STATUSES = ['empty', 'draft', 'returned'] as const
