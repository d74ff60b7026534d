import { metaOf, shapeOf } from '@assoc/contract'
import { allCalls, allPermits } from '@assoc/contract/all'
import { entityNamed } from '../../../platform/access/entities'

export interface Kind {
  entity: string
  label: string
  moduleName: string
}

/** Kinds of records that have a data scope, by the names that the contract refers to them with. */
export function kindsOfRecords(): Kind[] {
  const labels = new Map<string, string>()
  for (const { request } of allCalls) {
    for (const [key, field] of Object.entries(shapeOf(request) ?? {})) {
      const { ref, label } = metaOf(field)
      if (ref && label && entityNamed(ref)?.module && (!labels.has(ref) || key === `${ref}Id`)) labels.set(ref, label)
    }
  }
  return [...labels].map(([entity, label]) => {
    const module = entityNamed(entity)?.module ?? ''
    return { entity, label, moduleName: allPermits.find((p) => p.module === module)?.moduleName ?? module }
  })
}
