import { CODE, type Call } from '@assoc/contract'
import { savePreference } from '@assoc/contract/platform/workspace'
import { refsOfCall } from '../../../src/platform/access/entities'
import type { Session } from '../../harness'
import { bodyOf, withAt } from '../sample'
import { isOpen } from '../world'
import { someOf, type Walk } from './walk'

/** A holder of each built-in role, with the permits that the role has. */
export interface RoleHolder {
  code: string
  permits: ReadonlySet<string>
  session: Session
}

/** Makes one person for each built-in role. */
export async function holdersOfRoles({ world: { server } }: Walk): Promise<RoleHolder[]> {
  const { db } = server.platform
  const roles = await db.selectFrom('role').select(['role_id', 'role_code']).where('built_in', '=', true).orderBy('role_id').execute()
  const granted = await db.selectFrom('role_permit').innerJoin('permit', 'permit.permit_id', 'role_permit.permit_id').select(['role_id', 'permit_code']).execute()
  const holders: RoleHolder[] = []
  for (const { role_id, role_code } of roles) {
    const { userId } = await server.person()
    await db.updateTable('user_role').set({ role_id }).where('user_id', '=', userId).execute()
    holders.push({ code: role_code, permits: new Set(granted.filter((g) => g.role_id === role_id).map((g) => g.permit_code)), session: await server.sessionOf(userId) })
  }
  return holders
}

/** What reads something that the sample row of the demo does not have, with the code that says so: whoever is let in comes as far as that. */
const NOT_THIS_ROW: Record<string, string> = { '/expert/reviewBatch/tryReviewRules': CODE.input, '/expert/reviewResult/verifyReviewResult': CODE.inUse }

export function access(call: Call, walk: () => Walk, holders: () => readonly RoleHolder[]): void {
  if (isOpen(call)) return
  const { path } = call
  const bodyFor = (self: string) => bodyOf(call, { ref: walk().world.anyId, self })

  test('without a session it is answered 000010', async () => {
    const { world, everything, other, nobody, unchanged } = walk()
    const halves: Session[] = [{ ...everything, token: '' }, { ...everything, cookie: '' }, { ...everything, cookie: other.cookie }, { ...everything, token: 'x'.repeat(43) }]
    for (const as of [null, ...someOf(halves, call, 1)]) expect((await world.send(call, { as, body: bodyFor(nobody.userId) })).returnCode).toBe(CODE.sessionUnknown)
    await unchanged()
  })

  if (call.access.kind === 'permit') {
    const { code } = call.access
    test('it is refused to a person without permits, and that is noted', async () => {
      const { world, nobody, unchanged } = walk()
      const noted = await world.audits(path, 'refused')
      expect((await world.send(call, { as: nobody, body: bodyFor(nobody.userId) })).returnCode).toBe(CODE.forbidden)
      expect(await world.audits(path, 'refused')).toBe(noted + 1)
      await unchanged()
    })

    test('it is refused to built-in roles that lack its permit', async () => {
      const { world, unchanged } = walk()
      expect(holders().length).toBeGreaterThan(5)
      for (const { code: role, session } of someOf(holders().filter(({ permits }) => !permits.has(code)), call, 2)) {
        expect([role, (await world.send(call, { as: session, body: bodyFor(session.userId) })).returnCode]).toEqual([role, CODE.forbidden])
      }
      await unchanged()
    })
  }

  const own = refsOfCall(call).filter((ref) => ref.entity === null)
  if (own.length > 0) {
    test('another person’s userId is refused, noted, and changes nothing', async () => {
      const { world, everything, other, unchanged } = walk()
      for (const { path: place } of own) {
        const noted = await world.audits(path, 'otherSelf')
        expect((await world.send(call, { as: everything, body: withAt(bodyFor(everything.userId), place, other.userId) })).returnCode).toBe(CODE.forbidden)
        expect(await world.audits(path, 'otherSelf')).toBe(noted + 1)
      }
      await unchanged()
    })
  }

  // Control: were everything refused for another reason, the tests above would say nothing.
  // What reads a file is refused without one.
  if (call.write || call.blob || call.multipart) return
  test('control: a person with all permits is let in', async () => {
    const { world, everything, settle } = walk()
    const answer = await world.send(call, { as: everything, body: bodyFor(everything.userId) })
    expect([CODE.ok, CODE.notFound, ...(NOT_THIS_ROW[path] ? [NOT_THIS_ROW[path]] : [])]).toContain(answer.returnCode)
    await settle()
  })
}

/** What is about no single call. */
export function accessAtAll(walk: () => Walk): void {
  test('control: what is carried out shows in the fingerprint, be it a new, a changed or a deleted row', async () => {
    const { world, everything, settle } = walk()
    let state = await world.fingerprint()
    for (const value of ['new', 'changed', null]) {
      await world.server.ok(savePreference, { key: 'home', value }, { as: everything })
      const next = await world.fingerprint()
      expect(next).not.toEqual(state)
      state = next
    }
    await settle()
  })
}
