import type { Action } from '../../../platform/resource/definition'

// What other areas do when a case is taken back and its membership goes on. They register here; the case knows none of them.

export interface TakenBack {
  memberId: string
  withdrawId: string
}

type OnTakenBack = (action: Action, taken: TakenBack) => Promise<void>
const onTakenBack: OnTakenBack[] = []

/** Registers what follows in the transaction that takes a case back. */
export const onWithdrawalTakenBack = (follow: OnTakenBack): void => void onTakenBack.push(follow)

export async function emitWithdrawalTakenBack(action: Action, taken: TakenBack): Promise<void> {
  for (const follow of onTakenBack) await follow(action, taken)
}
