import { allPermits } from '@assoc/contract/all'

const AREAS = new Map(allPermits.map(({ code, moduleName }) => [code as string, moduleName]))

/** What the area of a permit is called. */
export const areaOf = (permit: string): string => AREAS.get(permit) ?? ''
