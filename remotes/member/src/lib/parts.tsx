import { useSearchParams } from '@assoc/router'
import { Segmented, Skeleton } from '@assoc/ui'
import { Suspense, useEffect, type ComponentType } from 'react'

interface PartsOptions<P extends string> {
  /** What the switch is called for who does not see it: 会费余额或余额办理. */
  label: string
  /** The parts with their labels; the first one stands there when the address names none. */
  options: readonly [{ value: P; label: string }, ...{ value: P; label: string }[]]
  /** A part that an address means without naming it, such as by a filter that only its list has. */
  meant?: (params: URLSearchParams) => P | undefined
}

/** Several lists in one view, told apart by `part` in the address; each comes when it is looked at. */
export function viewParts<P extends string>({ label, options, meant }: PartsOptions<P>) {
  const [{ value: first }] = options
  const partOf = (params: URLSearchParams): P => options.find(({ value }) => value === params.get('part'))?.value ?? meant?.(params) ?? first

  /** Changes between the parts. */
  function Switch({ part }: { part: P }) {
    const [, setParams] = useSearchParams()
    return <Segmented<P> aria-label={label} options={[...options]} value={part} onChange={(next) => setParams(next === first ? {} : { part: next })} />
  }

  /** The part that the address names. */
  function Shown({ parts }: { parts: Record<P, ComponentType> }) {
    const [params, setParams] = useSearchParams()
    const part = partOf(params)
    const unnamed = part !== first && !params.has('part')
    useEffect(() => {
      // Whoever clears the filter that brought them here stays with the part.
      if (unnamed) setParams((given) => new URLSearchParams([...given, ['part', part]]), { replace: true })
    }, [unnamed, part, setParams])
    const Part: ComponentType = parts[part]
    return (
      <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} />}>
        <Part />
      </Suspense>
    )
  }
  return { Switch, Shown }
}
