import { hasSeparate, metaOf, personalFields, shapeOf, type AnyResource, type Call, type PersonalKind } from '@assoc/contract'
import type { ServerModule } from '../../modules'
import { defineEntity, type Entity } from '../access/entities'
import { handle } from '../http/context'
import * as deeds from './deeds'
import { snake, type Deed, type Mounted, type ResourceOptions, type Row } from './definition'
import { exportable, exportRows } from './export'
import { fileFieldsOf, ownsFiles } from './files'
import { handOverRows, waitingTodos } from './handover.repository'
import * as imports from './import'
import { resourceTodos } from './todos'

const everyMounted: Mounted[] = []

/** All resources that the modules have mounted, for checks that go through every list. */
export const mountedResources = (): readonly Mounted[] => everyMounted

/**
 * Carries out a resource of the contract on a table: list, read, insert, update, delete, steps of its status
 * machine, batch and export, with data scope, abilities, audit, version and idempotency as everywhere. What is
 * particular to the resource stands in the options; a deed with rules of its own is bound by its module instead.
 */
export function mountResource<R extends AnyResource, T extends string, H extends string = never>(contract: R, typed: ResourceOptions<R, T, H>): ServerModule & { mounted: Mounted<R> } {
  // Judged by the compiler against the contract; from here on it is a resource like any other.
  const options = typed as unknown as ResourceOptions
  const { definition } = contract
  const columnOf = (field: string) => options.columns?.[field] ?? snake(field)
  const idField = definition.id
  const idColumn = columnOf(idField)
  const entity: Entity = defineEntity({
    name: definition.name,
    table: options.table,
    idColumn,
    ...(options.module ? { module: options.module } : {}),
    ...(options.scope ? { scope: options.scope } : {}),
    ...(options.within ? { within: options.within } : {}),
    ...(options.gone ? { gone: options.gone } : {}),
    ...(options.constraints ? { constraints: options.constraints } : {}),
  })
  const shape = shapeOf(contract.row) ?? {}
  const first = Object.keys(shape).find((f) => f !== idField && metaOf(shape[f] as never).label !== undefined) ?? idField
  const mounted: Mounted<R> = {
    contract,
    options,
    entity,
    idField,
    idColumn,
    columnOf,
    json: new Set([...(options.json ?? []), ...fileFieldsOf({ contract }).map(([field]) => field)]),
    separated: definition.status !== undefined && hasSeparate(definition.status.machine),
    nameOf: options.nameOf ?? ((row: Row) => String(row[first] ?? '')),
    personal: personalFields(contract.row).map((field) => [field, metaOf(shape[field] as never).personal as PersonalKind]),
  }
  const handlers: [Call | null, (m: Mounted, deed: Deed) => Promise<unknown>][] = [
    [contract.list, deeds.listRows],
    [contract.read, deeds.readRow],
    [contract.insert, deeds.insertRow],
    [contract.update, deeds.updateRow],
    [contract.remove, deeds.removeRow],
    [contract.change, deeds.changeRow],
    [contract.batch, deeds.batchRows],
    [contract.exportRows, exportRows],
    [contract.plain, deeds.plainRow],
    [contract.importTemplate, imports.template],
    [contract.importCheck, imports.check],
    [contract.importWrite, imports.write],
    [contract.importErrors, imports.errors],
  ]
  everyMounted.push(mounted)
  if (options.todos) resourceTodos(mounted, options.todos)
  if (options.todos) waitingTodos(mounted, options.todos)
  if (options.handover) handOverRows(mounted, options.handover)
  if (contract.exportRows) exportable(mounted)
  if (fileFieldsOf(mounted).length > 0) ownsFiles(mounted)
  return {
    mounted,
    bindings: handlers.flatMap(([call, run]) => (call ? [handle(call, ((deed: Deed) => run(mounted, deed)) as never)] : [])),
  }
}
