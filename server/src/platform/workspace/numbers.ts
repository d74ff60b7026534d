import type { Call, ResponseOf } from '@assoc/contract'
import { handle, type Binding, type Context, type Handler } from '../http/context'

type Figures = { label: string; value: number; link: string }[]

/** A number of an area's own for the home page. */
interface NumberSource {
  call: Call
  count: Handler<Call>
}

const sources: NumberSource[] = []

/** Binds an area's number, which the home page asks for together with those of the others. */
export function handleNumber<C extends Call>(call: C, count: Handler<C>): Binding {
  sources.push({ call, count: count as unknown as Handler<Call> })
  return handle(call, count)
}

/** The numbers that this person may read, each by itself: one that cannot be counted takes none of the others along. */
export function numbersOf(context: Context<Call>, lost: (path: string, error: unknown) => void): Promise<{ path: string; figures: Figures | null }[]> {
  const mine = sources.filter(({ call: { access } }) => access.kind === 'permit' && context.principal.permits.has(access.code))
  return Promise.all(
    mine.map(async ({ call, count }) => {
      try {
        return { path: call.path, figures: (await count({ ...context, input: {} as never })) as ResponseOf<Call> as Figures }
      } catch (error) {
        lost(call.path, error)
        return { path: call.path, figures: null }
      }
    }),
  )
}
