import { countTry, networkOf, refuseWhileShut, type Limit } from '../../../platform/auth/throttle'
import type { Db } from '../../../platform/database/database'
import { countGood } from './repository'

// A hall of three thousand signs in from one public address: what is right is counted nowhere. What is wrong is counted by the device, by
// the network, and of all together, so that whoever guesses digits hits with less than one in ten thousand in a minute.

const DEVICE: Limit = { max: 8, windowSeconds: 600 }
const NETWORK: Limit = { max: 20, windowSeconds: 60 }
/** Wrong digits of everybody together in a minute, as a share of the million there are: half of one in ten thousand. */
const SHARE = 50
const FEWEST = 3
const MOBILES_OF_NETWORK: Limit = { max: 120, windowSeconds: 60 }
const MOBILES_OF_MEETING: Limit = { max: 200, windowSeconds: 60 }

const wait = (what: string) => (seconds: number) => `${what}输入错误次数过多，请在 ${seconds} 秒后重试，或扫描大屏二维码、到签到台办理`
const ofCode = (device: string, ip: string) => [`sign:code:device:${device}`, `sign:code:net:${networkOf(ip)}`] as const
const ALL_CODES = 'sign:code:all'

/** Refuses digits while their tries are used up. The QR code of the hall cannot be guessed and is never refused. */
export const refuseGuesses = (db: Db, device: string, ip: string): Promise<void> => refuseWhileShut(db, [...ofCode(device, ip), ALL_CODES], wait('签到码'))

/** Counts a code that no session has or had. */
export async function countWrongCode(db: Db, device: string, ip: string, typed: boolean): Promise<void> {
  const [ofDevice, ofNetwork] = ofCode(device, ip)
  await countTry(db, ofDevice, DEVICE, wait('签到码'))
  await countTry(db, ofNetwork, NETWORK, wait('签到码'))
  if (typed) await countTry(db, ALL_CODES, { max: Math.max(FEWEST, Math.floor(SHARE / Math.max(1, await countGood(db)))), windowSeconds: 60 }, wait('签到码'))
}

const ofMobile = (device: string, ip: string, meetId: string) => [`sign:mobile:device:${device}`, `sign:mobile:net:${meetId}:${networkOf(ip)}`, `sign:mobile:meeting:${meetId}`] as const

export const refuseMobileGuesses = (db: Db, device: string, ip: string, meetId: string): Promise<void> => refuseWhileShut(db, ofMobile(device, ip, meetId), wait('手机号码'))

/** Counts a number that is not registered for the meeting. */
export async function countWrongMobile(db: Db, device: string, ip: string, meetId: string): Promise<void> {
  const [ofDevice, ofNetwork, ofMeeting] = ofMobile(device, ip, meetId)
  await countTry(db, ofDevice, DEVICE, wait('手机号码'))
  await countTry(db, ofNetwork, MOBILES_OF_NETWORK, wait('手机号码'))
  await countTry(db, ofMeeting, MOBILES_OF_MEETING, wait('手机号码'))
}
