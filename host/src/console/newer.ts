import { httpClient } from '@assoc/http'
import { makeAutoObservable } from 'mobx'

/** What every answer of the server says of the console as it is now: the build of its pages, and the serial of its releases. */
const HEADER = 'x-console'

/**
 * Notices in an open page that a newer console is out, or that releases were switched. The person is offered one reload
 * for each newer console; switched releases are read again without them.
 */
export class Newer {
  /** The build that is out while an older one stands in this page; null when there is none, or they have put it off. */
  offered: string | null = null
  private readonly build: string
  private serial: number
  private putOff: string | null = null
  private readonly onReleases: (serial: number) => void

  constructor(build: string, serial: number, onReleases: (serial: number) => void) {
    this.build = build
    this.serial = serial
    this.onReleases = onReleases
    makeAutoObservable<this, 'build' | 'serial' | 'putOff' | 'onReleases'>(this, { build: false, serial: false, putOff: false, onReleases: false })
  }

  /** Looks at what an answer says; anything that is not understood is passed over. */
  look(header: unknown): void {
    const said = /^([0-9a-f]{12})\.(\d{1,12})$/.exec(typeof header === 'string' ? header : '')
    if (!said) return
    const [build, serial] = [said[1] as string, Number(said[2])]
    if (this.build && build !== this.build && build !== this.putOff) this.offered = build
    // Taken back to the build of this page: nothing to offer any more.
    if (build === this.build) this.offered = null
    if (serial > this.serial) {
      this.serial = serial
      this.onReleases(serial)
    }
  }

  later(): void {
    this.putOff = this.offered
    this.offered = null
  }

  /** Listens to all answers. Answers how to stop. */
  watch(): () => void {
    const id = httpClient.interceptors.response.use((response) => {
      this.look(response.headers[HEADER])
      return response
    })
    return () => httpClient.interceptors.response.eject(id)
  }
}
