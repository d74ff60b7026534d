import type { ResourceRuntime } from './definition'

const everyRuntime = new Map<string, ResourceRuntime>()

/** Makes a mounted resource known by the name of its entity. */
export const noteRuntime = (m: ResourceRuntime): void => void everyRuntime.set(m.entity.name, m)

/** All resources that the modules have mounted, for checks that go through every list. */
export const resourceRuntimes = (): readonly ResourceRuntime[] => [...everyRuntime.values()]

export const runtimeNamed = (name: string): ResourceRuntime | undefined => everyRuntime.get(name)
