import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { isGuestName } from '#features/core/account/people.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'

// What the screens say of who sees whom, held against what the calls give to each part.

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

/** A sentence of the screens, as it stands in the language file. */
const said = async (namespace: string, path: string): Promise<string> => {
  const texts = JSON.parse(await readFile(`web/i18n/en/${namespace}.json`, 'utf8'))
  return path.split('.').reduce((at, key) => at[key], texts)
}

async function live() {
  const made = await seedPitch(stack, { moderators: [stack.people.member.email] })
  const pitch_uuid = made.uuid
  const presenter = stack.as('presenter')
  await presenter.startPitch({ uuid: pitch_uuid })
  const { token } = await seedAttendee(stack, made, stack.people.investor)
  const other = await seedAttendee(stack, made, stack.people.secondInvestor)
  const seen = follow(stack.connect({ token }, pitch_uuid))
  await until(() => seen.first)
  const asks = {
    attendee: stack.withToken(other.token),
    presenter,
    moderator: stack.as('member'),
    admin: stack.as('admin'),
  }
  const namesFor = async (who: keyof typeof asks) =>
    (await asks[who].getRoomPeople({ pitch_uuid, page: 1, limit: 50 })).items
      .filter(({ part }) => part === 'attendee')
      .map(({ name, email }) => ({ name, email }))
  return { pitch_uuid, presenter, namesFor }
}

it('an address is seen by presenters and admins, and a mobile number by admins alone', async () => {
  expect(await said('profile', 'others.hint')).toBe(
    'People in the same pitch see this. The presenter, co-hosts, and admins of a pitch you attend also see your email address. Admins of {{organisation}} see it and your mobile number.',
  )
  const { pitch_uuid, presenter, namesFor } = await live()
  const { email, id: user_id } = stack.people.investor
  expect((await namesFor('attendee')).map(one => one.email ?? '')).not.toContain(email)
  expect((await namesFor('moderator')).map(one => one.email ?? '')).not.toContain(email)
  expect((await namesFor('admin')).map(one => one.email)).toContain(email)
  await vi.waitFor(async () => {
    const came = await presenter.getPitchAttendance({ pitch_uuid, who: 'all' })
    expect(came.items.map(one => one.email)).toContain(email)
    expect(JSON.stringify(came)).not.toContain('mobile')
  }, 10_000)
  await expect(stack.as('member').getPitchAttendance({ pitch_uuid })).rejects.toMatchObject({ code: 'NoPermission' })
  await expect(presenter.getUserDetail({ user_id })).rejects.toMatchObject({ code: 'NotAllowed' })
  expect(await stack.as('admin').getUserDetail({ user_id })).toHaveProperty('mobile')
})

it('in guest mode the room has numbers for all but admins, and the results have names for presenters', async () => {
  expect(await said('room', 'guests.onText')).toMatch(
    /^Attendees, presenters, and moderators will see numbers in the room; admins see names\..* The results still name attendees to presenters\.$/,
  )
  expect(await said('pitch', 'field.show_namesHint')).toMatch(
    /investors appear as numbered guests in the room\. Admins still see who they are, and the results name them to presenters\./,
  )
  const { pitch_uuid, presenter, namesFor } = await live()
  await presenter.updateGuestMode({ uuid: pitch_uuid, on: true })
  for (const who of ['attendee', 'presenter', 'moderator'] as const) {
    const people = await namesFor(who)
    expect(people.length, who).toBeGreaterThan(1)
    for (const { name, email = '' } of people) expect([who, isGuestName(name), email]).toEqual([who, true, ''])
  }
  expect((await namesFor('admin')).map(({ name }) => name)).toContain('Ivy Investor')
  await vi.waitFor(async () => {
    const { items } = await presenter.getPitchAttendance({ pitch_uuid, who: 'all' })
    expect(items.map(({ name }) => name)).toContain('Ivy Investor')
  }, 10_000)
})

it('slides are seen by people who can join the pitch, invited or of the organization of a public one', async () => {
  expect(await said('deck', 'preview.signInHint')).toBe('Only people who can join this pitch can see the slides.')
  const open = await seedPitch(stack, { isPublic: true })
  const closed = await seedPitch(stack)
  const asked = (pitch_uuid: string) => stack.as('secondInvestor').sgGetPitchPagesData({ pitch_uuid })
  expect(await asked(open.uuid)).toMatchObject({ total: 0 })
  await expect(asked(closed.uuid)).rejects.toMatchObject({ code: 'PitchNotFound' })
})
