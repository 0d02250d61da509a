import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PitchStack, pitchForm, startPitchStack } from '#testing/pitchStack.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

const presenter = () => stack.as('presenter')
const named = async (uuid: string) => (await presenter().getPitchDetail({ uuid })).show_names
/** What one investor is told of who else is invited, or there. */
const guestMode = async (uuid: string) => (await presenter().getGuestList({ uuid })).on

it('[STATE-091] is on from the start of a pitch that was planned without names, and off by default', async () => {
  const plain = await stack.create('presenter')
  expect([await named(plain.uuid), await guestMode(plain.uuid)]).toEqual([true, false])
  const veiled = await stack.create('presenter', { show_names: false })
  expect([await named(veiled.uuid), await guestMode(veiled.uuid)]).toEqual([false, true])
  await presenter().startPitch({ uuid: veiled.uuid })
  expect(await guestMode(veiled.uuid)).toBe(true)
})

it('[STATE-091, STATE-092] changes with the form, and stays as it is when the form does not say', async () => {
  const { uuid } = await stack.create('presenter', { show_names: false })
  const { no_file: _no, ...form } = pitchForm()
  await presenter().updatePitch({ uuid, ...form })
  expect(await named(uuid)).toBe(false)
  await presenter().updatePitch({ uuid, ...form, show_names: true })
  expect(await named(uuid)).toBe(true)
  await presenter().updatePitch({ uuid, ...form, show_names: false })
  expect(await guestMode(uuid)).toBe(true)
})

it('shows in the form what was changed in the room', async () => {
  const { uuid } = await stack.create('presenter')
  await presenter().updateGuestMode({ uuid, on: true })
  expect(await named(uuid)).toBe(false)
})
