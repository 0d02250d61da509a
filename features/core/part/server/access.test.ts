import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PersonName } from '#testing/people.ts'
import { type PitchStack, pitchForm, startPitchStack } from '#testing/pitchStack.ts'
import { rawCall } from '#testing/rawCall.ts'
import { shown } from '#testing/statement.ts'

let stack: PitchStack
let mine: { id: number; uuid: string }
beforeAll(async () => {
  stack = await startPitchStack()
  mine = await stack.create('presenter', {
    co_host: stack.people.coHost.email,
    moderator: `${stack.people.pitchadmin.email},${stack.people.lumenPresenter.email}`,
    attendees_arr: [{ email: stack.people.investor.email }, { email: stack.people.lumenInvestor.email }],
  })
})
afterAll(() => stack.stop())

const notFound = { code: 'PitchNotFound' }
const part = async (who: PersonName, uuid = mine.uuid) =>
  (
    await stack
      .as(who)
      .getPitchDetail({ uuid })
      .catch(() => undefined)
  )?.part

describe('getPitchDetail', () => {
  it('[GAP-001, PERM-038, PERM-039] shows a pitch to everybody with a part in it, and which', async () => {
    expect(await part('presenter')).toBe('owner')
    expect(await part('coHost')).toBe('coHost')
    expect(await part('pitchadmin')).toBe('moderator')
    expect(await part('admin')).toBe('admin')
    expect(await part('superadmin')).toBe('admin')
    expect(await part('investor')).toBe('attendee')
    expect(await part('lumenInvestor')).toBe('attendee')
  })

  it('hides that it exists from everybody else, also from a moderator of another organisation', async () => {
    for (const name of ['secondInvestor', 'member', 'useradmin', 'lumenAdmin', 'lumenPresenter'] as const)
      await expect(stack.as(name).getPitchDetail({ uuid: mine.uuid })).rejects.toMatchObject(notFound)
    await expect(stack.as('nobody').getPitchDetail({ uuid: mine.uuid })).rejects.toMatchObject({ code: 'NotSignedIn' })
  })

  it('[ENT-028] opens a public pitch to its own organisation alone', async () => {
    const { uuid } = await stack.create('presenter', { is_public: true })
    expect(await part('secondInvestor', uuid)).toBe('attendee')
    expect(await part('lumenInvestor', uuid)).toBeUndefined()
  })

  it("keeps the staff's addresses from attendees", async () => {
    const seen = await stack.as('investor').getPitchDetail({ uuid: mine.uuid })
    expect(seen).toMatchObject({ co_host: [], moderator: [] })
    expect(JSON.stringify(seen)).not.toContain('@')
  })

  it('answers ids that do not exist, or are none, with a refusal', async () => {
    const as = stack.as('admin')
    await expect(as.getPitchDetail({ uuid: '00000000-0000-4000-8000-000000000000' })).rejects.toMatchObject(notFound)
    await expect(as.getPitchById({ id: 2 ** 53 - 1 })).rejects.toMatchObject(notFound)
    for (const id of [0, -1, 1.5, 2 ** 60, Number.NaN])
      await expect(as.getPitchById({ id })).rejects.toMatchObject({ code: 'InputInvalid' })
    for (const uuid of ['1', '../x', "' or 1=1 --", ''])
      await expect(as.getPitchDetail({ uuid })).rejects.toMatchObject({ code: 'InputInvalid' })
  })
})

describe('getPitchById', () => {
  it('[NAV-012, NAV-013] answers a numeric id to the managers and moderators of the pitch', async () => {
    for (const name of ['presenter', 'coHost', 'admin', 'pitchadmin'] as const)
      expect(await stack.as(name).getPitchById({ id: mine.id })).toMatchObject(mine)
    for (const name of ['useradmin', 'lumenAdmin', 'lumenPresenter'] as const)
      await expect(stack.as(name).getPitchById({ id: mine.id })).rejects.toMatchObject(notFound)
  })

  it('tells nothing to a caller who walks 1,000 numbers', async () => {
    const open = await stack.create('presenter', { is_public: true })
    const walk = Array.from({ length: 1000 }, (_, n) => n + 1)
    expect(walk).toEqual(expect.arrayContaining([mine.id, open.id]))
    const ask = (id: number) =>
      stack
        .as('lumenAdmin')
        .getPitchById({ id })
        .catch(error => error.code)
    const answers = await Promise.all(walk.map(ask))
    expect(new Set(answers)).toEqual(new Set(['PitchNotFound']))
  }, 60_000)
})

it('refuses every call on a pitch of another organisation as if there were none', async () => {
  const { uuid, id } = mine
  const pitch_uuid = uuid
  const attendee_id = '00000000-0000-4000-8000-000000000001'
  const { no_file: _no, ...form } = pitchForm()
  const calls = {
    getPitchDetail: { uuid },
    getPitchById: { id },
    updatePitch: { uuid, ...form },
    deletePitch: { id, uuid },
    restorePitch: { uuid },
    invitePitchByManuallyContacts: { uuid, attendees_arr: [{ email: 'a@b.test' }] },
    invitePitch: { uuid, invite_ids: [attendee_id] },
    getPitchAttendeeList: { uuid },
    setJoinLinkDisabled: { uuid, attendee_id, disabled: true },
    createJoinLink: { uuid, attendee_id },
    getJoinInfo: { uuid },
    createAttendeeFeedback: { uuid, select: 'invest' },
    getMyFeedback: { uuid },
    getAttendeeFeedbackList: { uuid },
    getMyCommitment: { uuid },
    getCommitmentList: { uuid },
    exportPitchReport: { uuid, kind: 'feedback' },
    getPitchAttendance: { pitch_uuid },
  } as const
  const headers = { authorization: `Bearer ${stack.people.lumenAdmin.token}` }
  for (const [name, input] of Object.entries(calls)) {
    const { status, body } = await rawCall(stack.app, name as keyof typeof calls, input, { headers })
    expect([name, status, body.error]).toEqual([name, 404, 'PitchNotFound'])
  }
  const { lumenPresenter } = stack.people
  const outsider = { headers: { authorization: `Bearer ${lumenPresenter.token}` } }
  expect((await rawCall(stack.app, 'getPitchDetail', { uuid }, outsider)).status).toBe(404)
  const investor = stack.as('secondInvestor')
  await expect(investor.commitInPitch({ uuid, money_amount: '$5', initials: 'AB', ...shown })).rejects.toMatchObject(
    notFound,
  )
})
