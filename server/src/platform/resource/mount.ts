import { hasSeparate, metaOf, personalFields, shapeOf, type AnyResource, type Call, type PersonalKind } from '@assoc/contract'
import type { z } from 'zod'
import type { ServerModule } from '../module'
import { defineEntity, entityNamed, type Entity } from '../access/entities'
import { handle } from '../http/context'
import * as actions from './actions'
import { snake, type Action, type ResourceRuntime, type ResourceOptions, type Row } from './definition'
import { exportRows } from './export'
import { fileFieldsOf, ownsFiles } from './files'
import { handOverRows, waitingTodos } from './handover.repository'
import * as imports from './import'
import { importable } from './import-work'
import { noteRuntime } from './registry'
import { resourceTodos } from './todos'

export { resourceRuntimes } from './registry'

/**
 * Carries out a resource of the contract on a table: list, read, insert, update, delete, steps of its status
 * machine, batch and export, with data scope, abilities, audit, version and idempotency as everywhere. What is
 * particular to the resource stands in the options; an action with rules of its own is bound by its module instead.
 */
export function mountResource<R extends AnyResource, T extends string, H extends string = never>(contract: R, typed: ResourceOptions<R, T, H>): ServerModule & { runtime: ResourceRuntime<R> } {
  // Checked by the compiler against the contract; from here on it is a resource like any other.
  const options = typed as unknown as ResourceOptions
  const { definition } = contract
  requireOneMeaning(definition)
  const undone = Object.entries(definition.access.actions ?? {}).find(([verb, { single }]) => !single && !options.actions?.[verb])
  if (undone) throw new Error(`${definition.name}: nothing carries out ${undone[0]}`)
  const columnOf = (field: string) => options.columns?.[field] ?? snake(field)
  const idField = definition.id
  const idColumn = columnOf(idField)
  const entity: Entity = defineEntity({
    name: definition.name,
    table: options.table,
    idColumn,
    ...(options.module ? { module: options.module } : {}),
    ...(options.scope ? { scope: options.scope } : {}),
    ...(options.rowFilter ? { rowFilter: options.rowFilter } : {}),
    ...(options.deleted ? { deleted: options.deleted } : {}),
    ...(options.constraints ? { constraints: options.constraints } : {}),
  })
  const runtime = runtimeOf(contract, options, entity)
  const handlers: [Call | null, (m: ResourceRuntime, action: Action) => Promise<unknown>][] = [
    [contract.list, actions.listRows],
    [contract.read, actions.readRow],
    [contract.insert, actions.insertRow],
    [contract.update, actions.updateRow],
    [contract.remove, actions.removeRow],
    [contract.change, actions.changeRow],
    [contract.batch, actions.batchRows],
    [contract.exportRows, exportRows],
    [contract.plain, actions.plainRow],
  ]
  noteRuntime(runtime)
  if (options.todos) resourceTodos(runtime, options.todos)
  if (options.todos) waitingTodos(runtime, options.todos)
  if (options.handover) handOverRows(runtime, options.handover)
  if (contract.importCheck) importable(runtime)
  if (fileFieldsOf(runtime).length > 0) ownsFiles(runtime)
  return {
    runtime,
    bindings: [...bindAll(runtime as ResourceRuntime, handlers), ...bindImport(runtime as ResourceRuntime)],
  }
}

/** Refuses a machine of which two steps ask for a field of one name that is not the same field: the call could check it only one way. */
function requireOneMeaning({ name, status }: AnyResource['definition']): void {
  const seen = new Map<string, unknown>()
  for (const [field, schema] of (status?.machine.transitions ?? []).flatMap((t) => Object.entries(t.input ?? {}))) {
    if (seen.has(field) && seen.get(field) !== schema) throw new Error(`${name}: two steps ask for ${field} and mean different fields`)
    seen.set(field, schema)
  }
}

function runtimeOf<R extends AnyResource>(contract: R, options: ResourceOptions, entity: Entity): ResourceRuntime<R> {
  const { definition } = contract
  const idField = definition.id
  const shape = shapeOf(contract.row) ?? {}
  const first = Object.keys(shape).find((f) => f !== idField && metaOf(shape[f] as never).label !== undefined) ?? idField
  return {
    contract,
    options,
    entity,
    idField,
    idColumn: entity.idColumn,
    columnOf: (field) => options.columns?.[field] ?? snake(field),
    json: new Set([...(options.json ?? []), ...fileFieldsOf({ contract }).map(([field]) => field), ...structuredFields(definition.fields)]),
    separated: definition.status !== undefined && hasSeparate(definition.status.machine),
    // Of a row that an import brings, only what its form has is there to be told.
    nameOf: (row: Row) => String((options.nameOf ? options.nameOf(row) : row[first]) ?? ''),
    personal: personalFields(contract.row).map((field) => [field, metaOf(shape[field] as never).personal as PersonalKind]),
  }
}

/** Carries out the import of records whose entity an area has defined and which calls of their own make; `importRows` inserts them by the rules of those. */
export function mountImport<R extends AnyResource>(contract: R, given: Required<Pick<ResourceOptions<R>, 'importRows' | 'nameOf'>> & Pick<ResourceOptions<R>, 'importAsks'>): ServerModule {
  const entity = entityNamed(contract.definition.name)
  if (!entity) throw new Error(`${contract.definition.name} is imported and no entity`)
  const options = { ...given, table: entity.table, order: { field: contract.definition.id, direction: 'desc' } } as unknown as ResourceOptions
  const runtime = runtimeOf(contract, options, entity) as ResourceRuntime
  importable(runtime)
  return { bindings: bindImport(runtime) }
}

const bindAll = (runtime: ResourceRuntime, handlers: readonly [Call | null, (m: ResourceRuntime, action: Action) => Promise<unknown>][]) =>
  handlers.flatMap(([call, run]) => (call ? [handle(call, ((action: Action) => run(runtime, action)) as never, call === runtime.contract.read ? { finds: runtime.idField as never } : {})] : []))

const bindImport = (runtime: ResourceRuntime) =>
  bindAll(runtime, [
    [runtime.contract.importTemplate, imports.template],
    [runtime.contract.importColumns, imports.columns],
    [runtime.contract.importCheck, imports.check],
    [runtime.contract.importWrite, imports.write],
    [runtime.contract.importRead, imports.read],
    [runtime.contract.importErrors, imports.errors],
  ])

/** Fields whose values have a structure, kept as JSON: rows of the record's own, structured texts. */
const structuredFields = (fields: Record<string, z.ZodType>): string[] => Object.keys(fields).filter((name) => metaOf(fields[name] as z.ZodType).lines || metaOf(fields[name] as z.ZodType).show === 'rich')
