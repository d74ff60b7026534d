import { wan, yuan } from '@assoc/http'
import { session, type LoginRecord } from '@assoc/session'
import { makeAutoObservable, runInAction } from 'mobx'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Button } from '../../shell'
import { keepPreference, preferences } from '../../shell/preferences'

const KEY = 'sums'

/** How this person reads amounts that are sums: in 万 (specification, section 9), or in 元 when they have said so. Kept for all views and on every machine. */
class Sums {
  inYuan = false
  private readFor: LoginRecord | null | undefined

  constructor() {
    makeAutoObservable<this, 'readFor'>(this, { readFor: false })
  }

  /** Reads what was kept, once a sign-in. Without an answer sums stand in 万. */
  read(): void {
    const { userInfo } = session()
    if (this.readFor === userInfo) return
    this.readFor = userInfo
    void preferences().then((all) => runInAction(() => (this.inYuan = (all[KEY] as { inYuan?: unknown } | null | undefined)?.inYuan === true)), () => undefined)
  }

  turn(): void {
    this.inYuan = !this.inYuan
    // Not kept is no reason to disturb: the switch holds for this page all the same.
    keepPreference(KEY, { inYuan: this.inYuan }).catch(() => undefined)
  }
}

const sums = new Sums()

/** Whether sums stand in 元; whoever shows it is an observer. */
export const areSumsInYuan = (): boolean => sums.inYuan

/** A sum of whole 分 as this person reads sums, apart from its unit; whoever shows it is an observer. */
export const sumOf = (fen: number): { value: string; unit: '万' | '元' } => (sums.inYuan ? { value: yuan(fen), unit: '元' } : { value: wan(fen).slice(0, -1), unit: '万' })

/** The same in one text: `12.34万`, or `123,400.00 元`. */
export const sumText = (fen: number): string => (sums.inYuan ? `${yuan(fen)} 元` : wan(fen))

/** Shows sums in the other unit, on every view and from now on. */
export const SumSwitch = observer(function SumSwitch() {
  useEffect(() => sums.read(), [])
  return (
    <Button type="link" size="small" onClick={() => sums.turn()}>
      {sums.inYuan ? '金额以万显示' : '金额以元显示'}
    </Button>
  )
})
