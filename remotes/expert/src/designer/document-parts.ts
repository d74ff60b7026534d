import type { FormDoc } from '@assoc/contract/form/engine/document'
import type { Patch } from '@assoc/contract/form/engine/patch'

type Named = Record<string, unknown>

/** The document with changes that were made of this very document: nothing else can stand there, so nothing is compared. */
export function withPatches(doc: FormDoc, patches: readonly Patch[]): FormDoc {
  const next: Named = { ...doc }
  const copies = new Set<unknown>([next])
  for (const { at, to } of patches) {
    let holder = next
    for (const step of at.slice(0, -1)) {
      const inner = holder[step]
      if (!copies.has(inner)) {
        holder[step] = { ...(inner as Named) }
        copies.add(holder[step])
      }
      holder = holder[step] as Named
    }
    const name = at.at(-1) as string
    if (to === undefined) delete holder[name]
    else holder[name] = to
  }
  return next as unknown as FormDoc
}

const differing = <T>(before: Record<string, T>, after: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(after).filter(([name, one]) => before[name] !== one))

/** A document of what differs between two, to be checked by the schema without the thousands of questions that stay. */
export const changedParts = (before: FormDoc, after: FormDoc): unknown => ({
  format: after.format,
  title: after.title,
  ...(after.intro === undefined || after.intro === before.intro ? {} : { intro: after.intro }),
  pages: after.pages,
  blocks: differing(before.blocks, after.blocks),
  questions: differing(before.questions, after.questions),
  ...(after.table === undefined || after.table === before.table ? {} : { table: after.table }),
})

/** Of questions that were added those that are no columns of others among them. */
export const topsOf = (doc: FormDoc, keys: readonly string[]): string[] => {
  const added = new Set(keys)
  return keys.filter((key) => !added.has(doc.questions[key]?.in ?? ''))
}

const QUOTE = /\{\{([a-z0-9]{1,24})\}\}/g
/** A label with the names of the questions that it quotes. */
export const quotedLabel = (doc: FormDoc, label: string): string =>
  label.replace(QUOTE, (_, key: string) => `【${doc.questions[key]?.label ?? '已删除的题目'}】`)
