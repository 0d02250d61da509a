import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { outcomesOf } from '#testing/outcomes.ts'
import { type PitchStack, pitchForm, startPitchStack } from '#testing/pitchStack.ts'
import { seedAttendee } from '#testing/startRooms.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

it('[ENT-010] a pitch has the eight flags and status fields, off and on, each with what it does', async () => {
  const { presenter, investor } = { presenter: stack.as('presenter'), investor: stack.as('investor') }
  const guest = { email: 'flagged@later.test' }
  const at = DateTime.utc().plus({ days: 1 })
  const later = {
    ...{ send_later: true, scheduled_send_date: at.toFormat('MM/dd/yyyy'), scheduled_send_time: '10:00' },
    ...{ scheduled_send_noon: 'AM' as const, scheduled_send_zone: 'UTC' },
  }
  const plain = await stack.create('presenter', { is_public: true, show_question: true })
  const flagged = await stack.create('presenter', {
    ...{
      is_public: true,
      enforce_accredit: true,
      exemption: 'rule506c',
      show_question: false,
      mp4_to_text_flag: false,
    },
    ...{ attendees_arr: [guest], ...later },
  })
  const pitchadmin = stack.as('pitchadmin')
  await pitchadmin.approvePitch({ uuid: flagged.uuid })
  await pitchadmin.updatePitchSpotlight({ uuid: flagged.uuid, spotlight: true })
  await stack.as('admin').updatePitchLockStatus({ uuid: flagged.uuid, is_locked: true })

  const detailOf = ({ uuid }: { uuid: string }) => presenter.getPitchDetail({ uuid })
  expect(await detailOf(plain)).toMatchObject({
    ...{ attribute_status: 'none', enforce_accredit: false, send_later: false, no_file: true, show_question: true },
    ...{ spotlight: false, is_locked: false, mp4_to_text_flag: true },
  })
  expect(await detailOf(flagged)).toMatchObject({
    ...{ attribute_status: 'approved', enforce_accredit: true, send_later: true, no_file: true, show_question: false },
    ...{ spotlight: true, is_locked: true, mp4_to_text_flag: false },
  })

  // the slides that it has none of are asked for without the flag
  await expect(stack.create('presenter', { no_file: false })).rejects.toThrow('DeckRequired')
  // its invitations wait, and what goes out at once would be there by now
  await stack.create('presenter', { attendees_arr: [{ email: 'at-once@now.test' }] })
  await stack.mailsTo('at-once@now.test')
  expect(await stack.mailsTo(guest.email, 0)).toEqual([])
  const { organisationId } = stack.people.presenter
  for (const { id } of [plain, flagged]) await seedAttendee(stack, { id, organisationId }, stack.people.investor)
  const of = async ({ uuid }: { uuid: string }) => {
    const { no_file: _no, ...form } = pitchForm({ is_public: true })
    const lit = (await investor.getAllUpcomingPitches({ spotlight: true })).items.some(item => item.uuid === uuid)
    const { show_question } = await investor.getJoinInfo({ uuid })
    return [
      lit,
      show_question,
      ...(await outcomesOf([investor.getPitchStatus({ uuid }), presenter.updatePitch({ uuid, ...form })])),
    ]
  }
  expect(await of(plain)).toEqual([false, true, 'done', 'done'])
  expect(await of(flagged)).toEqual([true, false, 'AccreditationNeeded', 'PitchLocked'])
})
