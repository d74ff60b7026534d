import type { Call } from '@assoc/contract'
import type { z } from 'zod'

/** The list of a resource with the type of its rows, which the resource's own schema does not carry. */
export const rowsOf = <Row>(list: Call) => list as unknown as Call<z.ZodType<unknown, Record<string, unknown>>, z.ZodType<{ items: Row[]; total: number }>>
