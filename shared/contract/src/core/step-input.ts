import { z } from 'zod'
import { asksFor } from './conditions'

/** What a step takes, as a schema that also checks what its fields have to do with each other. */
export const inputSchema = (input: Readonly<Record<string, z.ZodType>>) => asksFor(z.strictObject(input))
