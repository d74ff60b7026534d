import type { ComponentType } from 'react'
import type { ViewModule } from './loader'
import type { RemoteRelease } from './registry'

/** A loader double: pages by menuLink, and failures on purpose. */
export class FakeLoader {
  readonly asked: string[] = []
  private readonly pages = new Map<string, ComponentType>()
  private readonly failing = new Set<string>()

  give(menuLink: string, page: ComponentType): void {
    this.pages.set(menuLink, page)
    this.failing.delete(menuLink)
  }
  fail(menuLink: string): void {
    this.failing.add(menuLink)
  }
  preload(): void {}
  know(remotes: readonly RemoteRelease[]): readonly RemoteRelease[] {
    return remotes
  }
  async load(_remote: RemoteRelease, menuLink: string): Promise<ViewModule> {
    this.asked.push(menuLink)
    const page = this.pages.get(menuLink)
    if (this.failing.has(menuLink) || !page) throw new Error(`no page for ${menuLink}`)
    return { default: page }
  }
}
