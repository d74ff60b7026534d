import { viewLink, type ConsoleLink, type ViewQuery } from '@assoc/contract'
import type { Narrowed } from '../../member/api'

/** All bills but cancelled ones. */
export const BILLED = ['due', 'part', 'paid', 'waived'] as const

/** Bills by year or due date, narrowed as the figures are. */
export const billLink = (narrowed: Narrowed, question: ViewQuery): ConsoleLink => viewLink('member/DuesBill', { ...narrowed, ...question })

/** The same figures, narrowed further. */
export const feeStatLink = (narrowed: Narrowed, billYear: number): ConsoleLink => viewLink('member/FeeStat', { billYear, ...narrowed })
