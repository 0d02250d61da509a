import { eq } from 'drizzle-orm'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { hashToken } from '#server/tokens.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { type PitchStack, pitchForm, startPitchStack } from '#testing/pitchStack.ts'
import { joinLink } from './tables.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())
const presenter = () => stack.as('presenter')
const nobody = () => stack.as('nobody')
const guest = (name: string) => ({ email: `${name}@list.test` })
const emails = async (uuid: string) =>
  (await presenter().getPitchAttendeeList({ uuid, limit: 200 })).items.map(({ email }) => email).sort()

/** A pitch, the person who is invited to it, and the token of their email. */
async function invited(name: string) {
  const made = await stack.create('presenter', { attendees_arr: [guest(name)] })
  const mails = await stack.mailsTo(`${name}@list.test`)
  const access_token = stack.tokenIn(mails.find(({ text }) => text.includes(made.uuid)))
  return { ...made, access_token }
}

describe('answerInvitation', () => {
  it('changes nothing when the link is opened, and keeps the last answer', async () => {
    const { uuid, access_token } = await invited('answers')
    const link = { uuid, access_token }
    expect(await nobody().getInvitation(link)).toMatchObject({ presentation_name: 'Seed round of Acme', open: true })
    expect((await presenter().getPitchAttendeeList({ uuid })).items[0]?.answer).toBeNull()
    await nobody().answerInvitation({ ...link, answer: 'no' })
    await nobody().answerInvitation({ ...link, answer: 'yes' })
    const { items, answers } = await presenter().getPitchAttendeeList({ uuid })
    expect(items[0]?.answer).toBe('yes')
    expect(answers).toEqual({ yes: 1, no: 0 })
  })

  it('counts nobody whose link is disabled or who was removed', async () => {
    const { uuid, access_token } = await invited('uncounted')
    await nobody().answerInvitation({ uuid, access_token, answer: 'no' })
    const { items, answers } = await presenter().getPitchAttendeeList({ uuid })
    expect(answers).toEqual({ yes: 0, no: 1 })
    const attendee_id = items[0]?.id ?? ''
    await presenter().setJoinLinkDisabled({ uuid, attendee_id, disabled: true })
    expect((await presenter().getPitchAttendeeList({ uuid })).answers).toEqual({ yes: 0, no: 0 })
  })

  it('is taken back by another start, of which the person is reminded, and not by another end', async () => {
    const { uuid, access_token } = await invited('moved')
    await nobody().answerInvitation({ uuid, access_token, answer: 'no' })
    const { no_file: _no, ...form } = pitchForm()
    const answer = async () => (await presenter().getPitchAttendeeList({ uuid })).items[0]?.answer
    await presenter().updatePitch({ uuid, ...form, end_time: '11:30' })
    expect(await answer()).toBe('no')
    await presenter().updatePitch({ uuid, ...form, start_time: '10:30', end_time: '11:30' })
    expect(await answer()).toBeNull()
    expect(await presenter().remindPitchAttendees({ uuid })).toMatchObject({ reminded: 1 })
  })

  it('is refused for a start that the person was shown before the pitch moved', async () => {
    const { uuid, access_token } = await invited('stale')
    const { start_date_raw } = await nobody().getInvitation({ uuid, access_token })
    const { no_file: _no, ...form } = pitchForm()
    await presenter().updatePitch({ uuid, ...form, start_time: '10:15' })
    const answer = (start: string) =>
      outcomesOf([nobody().answerInvitation({ uuid, access_token, answer: 'yes', start_date_raw: start })])
    const given = async () => (await presenter().getPitchAttendeeList({ uuid })).items[0]?.answer
    expect([await answer(start_date_raw), await given()]).toEqual([['PitchMoved'], null])
    const moved = (await nobody().getInvitation({ uuid, access_token })).start_date_raw
    expect([await answer(moved), await given()]).toEqual([['done'], 'yes'])
  })

  it('has both answers in the mail, as links to a page', async () => {
    const { uuid, access_token } = await invited('links')
    const [mail] = await stack.mailsTo('links@list.test')
    for (const answer of ['yes', 'no'])
      for (const words of [mail?.text, mail?.html])
        expect(words).toContain(`/email/answer/${answer}#${uuid}.${access_token}`)
  })

  it('refuses wrong, foreign and disabled links, and answers after the start', async () => {
    const { id, uuid, access_token } = await invited('refused')
    const other = await invited('other')
    const answer = 'yes' as const
    expect(
      await outcomesOf([
        nobody().answerInvitation({ uuid, access_token: other.access_token, answer }),
        nobody().answerInvitation({ uuid, access_token: 'x'.repeat(43), answer }),
        nobody().getInvitation({ uuid: other.uuid, access_token }),
      ]),
    ).toEqual(['JoinLinkWrong', 'JoinLinkWrong', 'JoinLinkWrong'])
    await stack.take(id, 'start')
    expect(await nobody().getInvitation({ uuid, access_token })).toMatchObject({ open: false })
    expect(await outcomesOf([nobody().answerInvitation({ uuid, access_token, answer })])).toEqual(['PitchStateForbids'])
    const { items } = await presenter().getPitchAttendeeList({ uuid: other.uuid })
    await presenter().setJoinLinkDisabled({ uuid: other.uuid, attendee_id: items[0]?.id ?? '', disabled: true })
    const off = { uuid: other.uuid, access_token: other.access_token }
    expect(await outcomesOf([nobody().answerInvitation({ ...off, answer })])).toEqual(['JoinLinkDisabled'])
  })
})

describe('an expired link', () => {
  it('neither shows nor answers an invitation', async () => {
    const { uuid, access_token } = await invited('expired')
    const before = { tokenHash: hashToken(access_token) }
    await stack.db
      .update(joinLink)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(joinLink.tokenHash, before.tokenHash))
    const link = { uuid, access_token }
    const tried = [nobody().getInvitation(link), nobody().answerInvitation({ ...link, answer: 'yes' })]
    expect(await outcomesOf(tried)).toEqual(['JoinLinkExpired', 'JoinLinkExpired'])
    expect((await presenter().getPitchAttendeeList({ uuid })).items[0]?.answer).toBeNull()
  })
})

describe('exportJoinLinks', () => {
  const rowsOf = (csv: string) => Papa.parse<string[]>(csv.replace('\uFEFF', '').trim()).data

  it('has a working link of each invited person who may come, and leaves the mailed one working', async () => {
    const { uuid, access_token } = await invited('first')
    await presenter().invitePitchByManuallyContacts({ uuid, attendees_arr: [guest('second'), guest('shut')] })
    const { items } = await presenter().getPitchAttendeeList({ uuid, name: 'shut' })
    await presenter().setJoinLinkDisabled({ uuid, attendee_id: items[0]?.id ?? '', disabled: true })
    const { csv, rows, total } = await presenter().exportJoinLinks({ uuid })
    expect([rows, total]).toEqual([2, 2])
    const [heads, ...people] = rowsOf(csv)
    expect(heads).toEqual(['Email address', 'First name', 'Last name', 'Join link', 'Valid until'])
    expect(people.map(([email]) => email)).toEqual(['first@list.test', 'second@list.test'])
    for (const [email = '', , , link = ''] of people) {
      const token = new URL(link).searchParams.get('access_token') ?? ''
      const joined = await nobody().exchangeJoinLink({ uuid, access_token: token })
      expect(await stack.withToken(joined.access_token).getJoinInfo({ uuid })).toMatchObject({ email })
    }
    await nobody().exchangeJoinLink({ uuid, access_token })
    expect(await stack.actionsOn(uuid)).toContain('joinLink.export')
    expect(JSON.stringify(await stack.db.select().from(auditEntry))).not.toContain('access_token')
  })

  it('ends with ten links of a person in an hour, and after the pitch', async () => {
    const { uuid } = await invited('often')
    const tries = Array.from({ length: 11 }, () => presenter().exportJoinLinks({ uuid }))
    const outcomes = await outcomesOf(tries)
    // the emailed link is one of the ten
    expect(outcomes.filter(outcome => outcome === 'done')).toHaveLength(9)
    expect(outcomes.filter(outcome => outcome === 'TooManyRequests')).toHaveLength(2)
    const over = await invited('over')
    await stack.take(over.id, 'start', 'end')
    expect(await outcomesOf([presenter().exportJoinLinks({ uuid: over.uuid })])).toEqual(['PitchStateForbids'])
    await stack.as('pitchadmin').updatePitchLockStatus({ uuid, is_locked: true })
    expect(await outcomesOf([presenter().exportJoinLinks({ uuid })])).toEqual(['PitchLocked'])
  })
})

describe('updatePitchAttendees', () => {
  it('[CALL-036] removes, edits and invites, and tells those who leave, whose calendar entry goes', async () => {
    const { uuid, access_token } = await invited('leaves')
    await presenter().invitePitchByManuallyContacts({ uuid, attendees_arr: [guest('stays')] })
    const joined = await nobody().exchangeJoinLink({ uuid, access_token })
    const attendees_arr = [{ ...guest('stays'), firstname: 'Sta', lastname: 'Ying' }, guest('new')]
    expect(await presenter().updatePitchAttendees({ uuid, attendees_arr })).toMatchObject({
      ...{ invited: 1, removed: 1, changed: 1 },
    })
    expect(await emails(uuid)).toEqual(['new@list.test', 'stays@list.test'])
    await stack.mailsTo('new@list.test')
    const last = (await stack.mailsTo('leaves@list.test', 2)).at(-1)
    expect(last).toMatchObject({ kind: 'pitchCancellation', subject: 'No longer invited: Seed round of Acme' })
    expect(last?.text).not.toContain('access_token')
    expect(last?.calendar).toMatch(/METHOD:CANCEL/)
    expect(last?.calendar).toMatch(/^SEQUENCE:1\r?$/m)
    // neither the link nor the session opens anything any longer
    expect(
      await outcomesOf([
        nobody().exchangeJoinLink({ uuid, access_token }),
        stack.withToken(joined.access_token).getJoinInfo({ uuid }),
      ]),
    ).toEqual(['JoinLinkWrong', 'NotSignedIn'])
    // who stays was not emailed again
    expect(await stack.mailsTo('stays@list.test')).toHaveLength(1)
  })

  it('has one of two lists that are sent at once, whole', async () => {
    const { uuid } = await invited('first')
    await Promise.all([
      presenter().updatePitchAttendees({ uuid, attendees_arr: [guest('a'), guest('b')] }),
      presenter().updatePitchAttendees({ uuid, attendees_arr: [guest('c')] }),
    ])
    expect([['a@list.test', 'b@list.test'], ['c@list.test']]).toContainEqual(await emails(uuid))
  })

  it('lets nobody in again who was shut out of a public pitch', async () => {
    const { investor, secondInvestor } = stack.people
    const people = [investor, secondInvestor].map(({ email }) => ({ email }))
    const { uuid } = await stack.create('presenter', { attendees_arr: people, is_public: true })
    await stack.as('investor').getJoinInfo({ uuid })
    await presenter().removeAttendee({ pitch_uuid: uuid, user_id: investor.id })
    const { items } = await presenter().getPitchAttendeeList({ uuid })
    const second = items.find(({ email }) => email === secondInvestor.email)?.id ?? ''
    await presenter().setJoinLinkDisabled({ uuid, attendee_id: second, disabled: true })
    expect(await presenter().updatePitchAttendees({ uuid, attendees_arr: [] })).toMatchObject({ removed: 0 })
    const both = [stack.as('investor').getJoinInfo({ uuid }), stack.as('secondInvestor').getJoinInfo({ uuid })]
    expect(await outcomesOf(both)).toEqual(['JoinLinkDisabled', 'RemovedFromRoom'])
  })

  it('takes people off the list who wait for an approval', async () => {
    await stack.db.update(organisation).set({ requireApproval: true })
    try {
      const { uuid } = await stack.create('presenter', { attendees_arr: [guest('waits'), guest('stays')] })
      const replaced = await presenter().updatePitchAttendees({ uuid, attendees_arr: [guest('stays'), guest('new')] })
      expect(replaced).toMatchObject({ invited: 0, removed: 1 })
      expect(await stack.as('admin').approvePitch({ uuid })).toMatchObject({ invited: 2 })
      expect(await emails(uuid)).toEqual(['new@list.test', 'stays@list.test'])
    } finally {
      await stack.db.update(organisation).set({ requireApproval: false })
    }
  })

  it('is refused when its sender has not seen who was added, removed or is waiting since', async () => {
    await stack.db.update(organisation).set({ requireApproval: true })
    try {
      const { uuid } = await stack.create('presenter', { attendees_arr: [guest('seen')] })
      await presenter().invitePitchByManuallyContacts({ uuid, attendees_arr: [guest('unseen')] })
      const seen = ['seen@list.test', 'unseen@list.test']
      const save = (seen_arr: string[]) =>
        presenter().updatePitchAttendees({ uuid, attendees_arr: [guest('seen')], seen_arr })
      const stale = [save(['seen@list.test']), save([...seen, 'removed@list.test'])]
      expect(await outcomesOf(stale)).toEqual(['AttendeesChanged', 'AttendeesChanged'])
      const waits = async () => (await presenter().getWaitingInviteeList({ uuid })).items.map(({ email }) => email)
      expect(await waits()).toEqual(seen)
      // an approval moves people within the list, and is no change of it
      await stack.as('admin').approvePitch({ uuid })
      await presenter().invitePitchByManuallyContacts({ uuid, attendees_arr: [guest('coHosts')] })
      expect(await outcomesOf([save(seen)])).toEqual(['AttendeesChanged'])
      expect(await emails(uuid)).toEqual(['cohosts@list.test', ...seen])
      expect(await save([...seen, 'cohosts@list.test'])).toMatchObject({ removed: 2 })
      expect(await emails(uuid)).toEqual(['seen@list.test'])
    } finally {
      await stack.db.update(organisation).set({ requireApproval: false })
    }
  })

  it('lets one of two lists through that change the same list at once, and names people who wait', async () => {
    await stack.db.update(organisation).set({ requireApproval: true })
    try {
      const { uuid } = await stack.create('presenter', { attendees_arr: [guest('seen')] })
      const save = (name: string) =>
        presenter().updatePitchAttendees({
          ...{ uuid, seen_arr: ['seen@list.test'] },
          attendees_arr: [{ ...guest('seen'), firstname: 'Se', lastname: 'En' }, guest(name)],
        })
      expect((await outcomesOf([save('a'), save('b')])).sort()).toEqual(['AttendeesChanged', 'done'])
      const { items } = await presenter().getWaitingInviteeList({ uuid, name: 'seen' })
      expect(items).toMatchObject([{ firstname: 'Se', lastname: 'En' }])
    } finally {
      await stack.db.update(organisation).set({ requireApproval: false })
    }
  })

  it('is refused for a list with one address twice, a locked pitch, one that has started, and by others', async () => {
    const { id, uuid } = await invited('kept')
    const twice = { uuid, attendees_arr: [guest('x'), { email: 'X@list.test' }] }
    const list = { uuid, attendees_arr: [guest('x')] }
    expect(
      await outcomesOf([
        presenter().updatePitchAttendees(twice),
        stack.as('lumenAdmin').updatePitchAttendees(list),
        stack.as('coHost').updatePitchAttendees(list),
      ]),
    ).toEqual(['EmailTwice', 'PitchNotFound', 'PitchNotFound'])
    await stack.as('admin').updatePitchLockStatus({ uuid, is_locked: true })
    expect(await outcomesOf([presenter().updatePitchAttendees(list)])).toEqual(['PitchLocked'])
    await stack.take(id, 'start')
    expect(await outcomesOf([stack.as('admin').updatePitchAttendees(list)])).toEqual(['PitchStateForbids'])
    expect(await emails(uuid)).toEqual(['kept@list.test'])
  })
})

it('[CALL-038] updatePitchInviteAttendees adds people and mails them now', async () => {
  const { uuid } = await invited('there')
  const attendees_arr = [guest('there'), guest('added')]
  expect(await presenter().updatePitchInviteAttendees({ uuid, attendees_arr })).toMatchObject({ invited: 1, known: 1 })
  await stack.mailsTo('added@list.test')
  expect(await emails(uuid)).toEqual(['added@list.test', 'there@list.test'])
})
