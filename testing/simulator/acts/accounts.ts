import { randomUUID } from 'node:crypto'
import { shown } from '#testing/statement.ts'
import type { SimPerson } from '../people.ts'
import type { CallName } from '../servers.ts'
import { type Act, type Maker, noteDeed, someone } from './act.ts'

/** Who administers whom: superadmins everybody, others the people of their own organisation who are no higher. */
const administrators = ['superadmin', 'admin', 'useradmin', 'pitchadmin', 'owner', 'foreignAdmin', 'vc1']
const subjects = ['vc1', 'vc2', 'vc3', 'member1', 'stranger1', 'presenter2', 'crossing', 'foreignVc2', 'moderator']

const mayAdminister = (by: SimPerson, whom: SimPerson) =>
  by.roles.includes('superadmin') ||
  (by.home === whom.home && by.roles.some(role => role === 'admin' || role === 'useradmin'))

/** An act after which the person is signed out everywhere; `forGood`: and cannot simply sign in again. */
const signsOut =
  (call: CallName, input: Record<string, unknown>, forGood: boolean): Maker =>
  (run, chance) => {
    const by = run.crowd.byLabel(chance.pick(administrators))
    const whom = run.crowd.byLabel(chance.pick(subjects))
    return {
      ...{ by, call, on: whom.label, keys: [`person:${whom.label}`] },
      input: { user_id: whom.id, ...input },
      expects: () => (mayAdminister(by, whom) ? undefined : 'refused'),
      done: () => {
        whom.token = undefined
        if (forGood) run.model.lockedOut.add(whom.label)
      },
    }
  }

const disable = signsOut('setUserDisabled', { disabled: true }, true)
const endSessions = signsOut('endUserSessions', {}, false)
const newPassword = signsOut('generateTemporaryPassword', {}, true)

const changeRole: Maker = (run, chance): Act => {
  const by = run.crowd.byLabel(chance.pick(administrators))
  const whom = run.crowd.byLabel(chance.pick(['stranger1', 'stranger2', 'foreignVc2', 'vc2']))
  const role = chance.pick(['vc', 'member', 'presenter'])
  return {
    ...{ by, call: 'updateUserRole', on: `${whom.label} ${role}`, keys: [`person:${whom.label}`] },
    input: { user_id: whom.id, role },
    expects: () => (mayAdminister(by, whom) ? undefined : 'refused'),
    done: () => {
      if (whom.roles.includes(role)) return
      noteDeed(run, 'account.changeRole')
      // who loses a role is signed out
      whom.roles.splice(0, whom.roles.length, role)
      whom.token = undefined
    },
  }
}

/** Acts as somebody else. Nothing may be committed or said in their name. */
const impersonate: Maker = (run, chance) => {
  const by = chance.is(0.6) ? run.crowd.byLabel('superadmin') : someone(run, chance, 'admin', 'owner')
  const whom = run.crowd.byLabel(chance.pick(['vc1', 'vc2', 'member1', 'owner', 'foreignVc1', 'admin']))
  return {
    ...{ by, call: 'startImpersonate', on: whom.label, keys: [`person:${whom.label}`, 'impersonation'] },
    input: { user_id: whom.id, reason: 'a look at their screen' },
    expects: () => (by.roles.includes('superadmin') ? undefined : 'refused'),
    done: ({ access_token }) => {
      noteDeed(run, 'impersonation.start')
      // later acts are made with it
      run.actingAs.push({ ...whom, label: `superadmin as ${whom.label}`, token: String(access_token) })
    },
  }
}

const asAnother: Maker = (run, chance) => {
  const by = run.actingAs.at(-1)
  if (!by) return undefined
  const { pitch } = run
  return {
    by,
    ...chance.pick([
      { call: 'commitInPitch', input: { uuid: pitch.uuid, money_amount: '$5,000.01', initials: 'AB', ...shown } },
      { call: 'sendMessage', input: { group_uuid: pitch.group, content: 'as another', local_msg_id: randomUUID() } },
      { call: 'createAttendeeFeedback', input: { uuid: pitch.uuid, select: 'invest', note: '' } },
      { call: 'removeAttendee', input: { pitch_uuid: pitch.uuid, user_id: run.crowd.byLabel('vc4').id } },
      { call: 'getChatGroupList', input: { pitch_uuid: pitch.uuid } },
      { call: 'startPitch', input: { uuid: pitch.uuid } },
      { call: 'endPitch', input: { uuid: pitch.uuid } },
    ] as const),
    expects: () => 'refused',
  }
}

/** What administrators do with accounts. */
export const administering: readonly (readonly [Maker, number])[] = [
  ...([
    [disable, 0.6],
    [endSessions, 0.6],
    [newPassword, 0.4],
    [changeRole, 0.6],
    [impersonate, 0.4],
  ] as const),
  [asAnother, 0.8],
]
