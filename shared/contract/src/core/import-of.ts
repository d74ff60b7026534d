import type { z } from 'zod'
import type { Access } from './call'
import { resource } from './resource'

/**
 * Declares the import of records that are listed, made and changed by calls of their own, such as accounts: `fields` are the columns of its
 * file, `access` is who may import. The server carries it out with `mountImport`.
 */
export const importOf = <F extends Record<string, z.ZodType>, I extends string>({ access, ...definition }: { name: string; label: string; base: `/${string}`; id: I; fields: F; access: Access }) => ({
  ...resource({ ...definition, sortable: [definition.id], access: { read: access, insert: access, import: access } }),
  importOnly: true as const,
})
